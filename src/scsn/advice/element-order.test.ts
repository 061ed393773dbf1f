import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findLongestRising } from './element-order.ts';

it('keeps as many in order as possible', () => {
  const kept = (numbers: number[]) => [...findLongestRising(numbers)].sort((a, b) => a - b);
  expect(kept([1, 2, 2, 3])).toEqual([0, 1, 2, 3]);
  expect(kept([5, 1, 2, 3])).toEqual([1, 2, 3]);
  expect(kept([1, 2, 9, 3, 4])).toEqual([0, 1, 3, 4]);
});

it('keeps a sequence that never falls, and all of one that is in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (numbers) => {
      const kept = numbers.filter((_, index) => findLongestRising(numbers).has(index));
      expect(kept).toEqual([...kept].sort((a, b) => a - b));
      const sorted = [...numbers].sort((a, b) => a - b);
      expect(findLongestRising(sorted).size).toBe(numbers.length);
    }),
  );
});
