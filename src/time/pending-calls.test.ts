import { expect, it, onTestFinished, vi } from 'vitest';
import { PendingCalls } from './pending-calls.ts';

function clockAt(milliseconds: number) {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(milliseconds);
  onTestFinished(() => clock.mockRestore());
  return clock;
}

it('tells of the oldest call after half a minute, until it ends', async () => {
  const asked = new PendingCalls();
  const clock = clockAt(0);
  const old = Promise.withResolvers<void>();
  const first = asked.track(() => old.promise);
  clock.mockReturnValue(20_000);
  void asked.track(() => new Promise(() => undefined));
  expect(asked.hangingSeconds()).toBeUndefined();
  clock.mockReturnValue(41_000);
  expect(asked.hangingSeconds()).toBe(41);
  old.resolve();
  await first;
  expect(asked.hangingSeconds()).toBeUndefined();
});

it('a call that fails is over', async () => {
  const asked = new PendingCalls();
  const clock = clockAt(0);
  await expect(asked.track(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  clock.mockReturnValue(60_000);
  expect(asked.hangingSeconds()).toBeUndefined();
});
