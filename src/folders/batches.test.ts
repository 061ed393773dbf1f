import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapConcurrently, processOneAhead, sortInSlices } from './batches.ts';

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

describe('processOneAhead', () => {
  it('works on every batch in order, one at a time, and fetches the next meanwhile', async () => {
    const events: string[] = [];
    async function* batches() {
      for (const n of [1, 2, 3]) {
        events.push(`fetched ${n}`);
        yield n;
      }
    }
    await processOneAhead(batches(), async (n) => {
      await setImmediate();
      events.push(`done ${n}`);
    });
    expect(events).toEqual(['fetched 1', 'fetched 2', 'done 1', 'fetched 3', 'done 2', 'done 3']);
  });

  it('fails as the work or the fetching does, with nothing under way', async () => {
    async function* two() {
      yield 1;
      yield 2;
    }
    async function* broken() {
      yield 1;
      throw new Error('listing broke');
    }
    const failing = async () => {
      throw new Error('work broke');
    };
    await expect(processOneAhead(two(), failing)).rejects.toThrow('work broke');
    await expect(processOneAhead(broken(), async () => {})).rejects.toThrow('listing broke');
  });
});

describe('mapConcurrently', () => {
  it('answers in order and never runs more than so many at once', async () => {
    let [running, most] = [0, 0];
    const answers = await mapConcurrently([5, 4, 3, 2, 1, 0], 2, async (n) => {
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
