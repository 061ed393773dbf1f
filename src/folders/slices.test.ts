import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inSlices, mapWide, sortInSlices } from './slices.ts';

const many = Array.from({ length: 30_000 }, (_, n) => ({ key: (n * 7919) % 1_000, n }));

describe('sortInSlices', () => {
  it('sorts as a plain sort does, equal items in their order', async () => {
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(await sortInSlices(many, compare)).toEqual(many.toSorted(compare));
  });

  it('sorts lists of any length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer()), async (numbers) => {
        const sorted = await sortInSlices(numbers, (a, b) => a - b);
        expect(sorted).toEqual(numbers.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('inSlices', () => {
  it('visits every item once, in order', async () => {
    const seen: number[] = [];
    await inSlices(many, ({ n }) => seen.push(n));
    expect(seen).toEqual(many.map(({ n }) => n));
  });
});

describe('mapWide', () => {
  it('answers in order and never runs more than so many at once', async () => {
    let [running, most] = [0, 0];
    const answers = await mapWide([5, 4, 3, 2, 1, 0], 2, async (n) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, n));
      running -= 1;
      return n * 10;
    });
    expect(answers).toEqual([50, 40, 30, 20, 10, 0]);
    expect(most).toBe(2);
  });
});
