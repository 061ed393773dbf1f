import { expect, it } from 'vitest';
import { splitSegmentTexts } from './segment-texts.ts';

it('splits an interchange at its own terminators, not at released ones', () => {
  expect(splitSegmentTexts("UNA:+.? 'UNB+UNOC:3+A?'B'UNH+1'")).toEqual({
    head: "UNA:+.? '",
    units: ["UNB+UNOC:3+A?'B'", "UNH+1'"],
  });
  expect(splitSegmentTexts('UNA:+.? ~UNB+O?~X~UNZ+1~')?.units).toEqual(['UNB+O?~X~', 'UNZ+1~']);
  expect(splitSegmentTexts("UNB+UNOC:3'\r\nUNZ+1")?.units).toEqual(["UNB+UNOC:3'", 'UNZ+1']);
});

it('leaves what is no interchange alone', () => {
  expect(splitSegmentTexts('<Order/>')).toBeUndefined();
  expect(splitSegmentTexts('')).toBeUndefined();
});
