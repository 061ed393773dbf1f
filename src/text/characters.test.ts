import { expect, it } from 'vitest';
import { countCharacters, sliceCharacters } from './characters.ts';

const texts = ['', 'abc', '😀', 'a😀b😀', '\ud83d', '\ude00a', '\ud83da', 'é😀\ud83d'];

it.each(texts)('%j has as many characters as its iteration gives', (text) => {
  expect(countCharacters(text)).toBe([...text].length);
});

it.each(texts)('%j is cut between characters', (text) => {
  for (const first of [0, 1, 2])
    for (const length of [0, 1, 2, 9, Number.POSITIVE_INFINITY])
      expect(sliceCharacters(text, first, first + length)).toBe(
        [...text].slice(first, first + length).join(''),
      );
});

it('fifty million are counted without a list of them', () => {
  const before = process.memoryUsage().heapUsed;
  expect(countCharacters('a'.repeat(50_000_000))).toBe(50_000_000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6);
});
