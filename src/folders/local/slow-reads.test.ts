import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SlowReads } from './slow-reads.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Reads of which each takes so many milliseconds. */
function read(reads: SlowReads, ...took: readonly number[]): void {
  for (const ms of took) expect(reads.time(() => vi.advanceTimersByTime(ms) && ms)).toBe(ms);
}

const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

describe('reads are slow', () => {
  it('when ten of the last twenty took five milliseconds', () => {
    const reads = new SlowReads();
    read(reads, ...times(9, 5), ...times(11, 4));
    expect(reads.areSlow).toBe(false);
    read(reads, ...times(9, 5));
    expect(reads.areSlow).toBe(false);
    read(reads, 5);
    expect(reads.areSlow).toBe(true);
  });

  it('for ten minutes', () => {
    const reads = new SlowReads();
    read(reads, ...times(10, 100));
    vi.advanceTimersByTime(599_999);
    expect(reads.areSlow).toBe(true);
    vi.advanceTimersByTime(1);
    expect(reads.areSlow).toBe(false);
    read(reads, ...times(9, 100));
    expect(reads.areSlow).toBe(false);
  });

  it('not when they are now and then, whatever one of them takes, or fails', () => {
    const reads = new SlowReads();
    for (let n = 0; n < 50; n += 1) read(reads, 60_000, 1, 1, 1);
    expect(() =>
      reads.time(() => {
        throw new Error('gone');
      }),
    ).toThrow('gone');
    expect(reads.areSlow).toBe(false);
  });
});
