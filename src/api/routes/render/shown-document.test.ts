import { expect, it } from 'vitest';
import { readShownText, showDocument } from './shown-document.ts';

it.each([
  ['UTF-8', 'utf8', 'é'],
  ['two bytes a character', 'utf16le', '\u8089'],
] as const)(
  'a very long document is shown to a point, and no character is cut in two: %s',
  (_, encoding, letter) => {
    for (const before of ['', 'a', 'ab', 'abc']) {
      const text = `\ufeff${before}${letter.repeat(2_600_000)}`;
      const shown = readShownText(Buffer.from(text, encoding));
      const [beginning = '', end] = shown.split('\n');
      expect(end).toBe('…');
      expect(text.includes(beginning)).toBe(true);
      expect(beginning.length).toBeGreaterThan(2_400_000);
    }
  },
);

it('says how large the whole is, and of one that is not long shows all', () => {
  const long = Buffer.from('<a/>\n'.repeat(2_000_000));
  expect(showDocument('received', long)).toMatchObject({ size: 10_000_000, syntax: 'xml', count: 1_000_001 });
  expect(readShownText(Buffer.from('{"a":[1]}')).split('\n')).toHaveLength(5);
});
