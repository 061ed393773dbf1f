import { describe, expect, it } from 'vitest';
import { abortAfter, rejectAfter, waitAtMost } from './deadline.ts';

const never = new Promise<never>(() => undefined);
const late = () => new Error('late');

/** Timers that would keep the process alive. */
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('atMost', () => {
  it('waits for work that ends', async () => {
    expect(await waitAtMost(60_000, Promise.resolve())).toBe(true);
  });

  it('does not wait for work that hangs', async () => {
    expect(await waitAtMost(5, never)).toBe(false);
  });

  it('fails with work that fails', async () => {
    await expect(waitAtMost(60_000, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});

describe('inTime', () => {
  it('gives what the work gives, and leaves no timer behind', async () => {
    const before = timers();
    expect(await rejectAfter(60_000, Promise.resolve(7), late)).toBe(7);
    await expect(rejectAfter(60_000, Promise.reject(new Error('no')), late)).rejects.toThrow('no');
    expect(timers()).toBe(before);
  });

  it('rejects for work that hangs', async () => {
    await expect(rejectAfter(5, never, late)).rejects.toThrow('late');
  });
});

describe('within', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  it('tells the work when its time is over', async () => {
    await expect(abortAfter(5, undefined, untilAborted, late)).rejects.toThrow('late');
  });

  it('tells the work when whoever asked for it gives up', async () => {
    await expect(abortAfter(60_000, AbortSignal.timeout(5), untilAborted, late)).rejects.toThrow('timeout');
  });

  it('leaves no timer behind', async () => {
    const before = timers();
    expect(await abortAfter(60_000, undefined, async () => 7, late)).toBe(7);
    expect(timers()).toBe(before);
  });
});
