import { expect, it } from 'vitest';
import { Repeating, repeat } from './repeating.ts';

class Counting extends Repeating {
  count = 0;
  readonly #most: number;

  constructor(most: number) {
    super(0);
    this.#most = most;
  }

  protected override async round(): Promise<unknown> {
    this.count += 1;
    if (this.count === this.#most) this.stop();
    return undefined;
  }
}

it('goes on until it is stopped', async () => {
  const counting = new Counting(3);
  await counting.run();
  expect(counting.count).toBe(3);
});

it('does nothing once it was stopped', async () => {
  const counting = new Counting(3);
  counting.stop();
  await counting.run();
  expect(counting.count).toBe(0);
});

it('ends when nothing is left to do', async () => {
  let count = 0;
  await repeat(new AbortController().signal, 0, async () => {
    count += 1;
    return count === 2 ? 'done' : undefined;
  });
  expect(count).toBe(2);
});

it('pauses by how long a round took, and a stop ends the pause', async () => {
  const abort = new AbortController();
  const took: number[] = [];
  const pauseAfter = (milliseconds: number): number => {
    took.push(milliseconds);
    queueMicrotask(() => abort.abort());
    return 60_000;
  };
  await repeat(abort.signal, pauseAfter, async () => undefined);
  expect(took).toEqual([expect.any(Number)]);
});

it('fails with a round that fails', async () => {
  const failing = async () => Promise.reject(new Error('no'));
  await expect(repeat(new AbortController().signal, 0, failing)).rejects.toThrow('no');
});
