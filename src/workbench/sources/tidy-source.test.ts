import { expect, it } from 'vitest';
import { tidySource } from './tidy-source.ts';

const tidy = (text: string): string =>
  Buffer.from(tidySource({ path: 'a', bytes: Buffer.from(text) }).bytes).toString();

it('indents JSON of one line, and keeps the digits of its numbers', () => {
  expect(tidy('{"a":[1.50,"x"]}')).toBe('{\n  "a": [\n    1.50,\n    "x"\n  ]\n}');
  expect(tidy('{\n"a":1}')).toBe('{\n"a":1}');
});

it('ends a line behind each segment of an interchange of one line, and never inside a released text', () => {
  const segments = ["UNB+UNOC:3+a+b'", "FTX+AAI+++it?'s here'", "UNZ+1+1'"];
  const long = `${segments.join('')}${"LIN+1'".repeat(60)}`;
  expect(tidy(long).split('\n').slice(0, 3)).toEqual(segments);
  expect(tidy(segments.join('\n'))).toBe(segments.join('\n'));
});

it('leaves XML as it is', () => {
  const xml = `<a>${'<b/>'.repeat(500)}</a>`;
  expect(tidy(xml)).toBe(xml);
});
