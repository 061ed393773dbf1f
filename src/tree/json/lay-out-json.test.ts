import { applyEdits, format } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../../test/kit/cpu.ts';
import { layOutJson } from './lay-out-json.ts';

/** How the library does it, in a time that grows with the square. */
const slowly = (text: string): string =>
  applyEdits(text, format(text, undefined, { tabSize: 2, insertSpaces: true, eol: '\n' }));

describe('JSON is laid out', () => {
  it.each([
    '{}',
    '[]',
    '{"a":1}',
    '{"a":{},"b":[],"c":[[]],"d":{"e":[{},{}]}}',
    '[1,2.50,-3e10,true,false,null,"x"]',
    '{"a":"{[,:]}","b\\"":"\\\\","c":"\\u202e é 😀","d":"a b  c"}',
    ' { "a" : [ 1 , 2 ] , "b" : "x" } ',
    '"text"',
    '12.50',
  ])('with every value as it is: %s', (text) => {
    expect(layOutJson(text)).toBe(slowly(text).trim());
  });

  it.each(['{"a":1,}', '{"a" b}', "UNA:+.? '", '', '{\n"a":1}', `"${'x'.repeat(5_000_000)}"`])(
    'and stays as it is where it is none, has lines, or is very long',
    (text) => expect(layOutJson(text)).toBe(text),
  );

  it('of ten thousand levels without the square of them in blanks', () => {
    const deep = `${'['.repeat(10_000)}1${']'.repeat(10_000)}`;
    const text = layOutJson(deep);
    expect(text.replace(/\s/g, '')).toBe(deep);
    expect(text.length).toBeLessThan(deep.length * 100);
  });

  it('of millions of values not at all', () => {
    for (const text of [`[${'1,'.repeat(400_000)}1]`, `${'['.repeat(400_000)}${']'.repeat(400_000)}`])
      expect(layOutJson(text) === text).toBe(true);
  });

  it('in a time that is in proportion to its size', () => {
    const order = (lines: number) =>
      `{"lines":[${Array.from({ length: lines }, (_, n) => `{"position":"${n}","item":{"number":"P"}}`).join()}]}`;
    const [small, large] = [1000, 16_000].map((lines) => {
      const text = order(lines);
      return cpuOf(() => layOutJson(text));
    });
    // in proportion: 16; squared: 256
    expect(large).toBeLessThan(100 * Math.max(2, small ?? 0));
  });
});
