import { expect, it, onTestFinished, vi } from 'vitest';
import { Asked } from './asked.ts';

function clockAt(milliseconds: number) {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(milliseconds);
  onTestFinished(() => clock.mockRestore());
  return clock;
}

it('tells of the oldest call after half a minute, until it ends', async () => {
  const asked = new Asked();
  const clock = clockAt(0);
  const old = Promise.withResolvers<void>();
  const first = asked.ask(() => old.promise);
  clock.mockReturnValue(20_000);
  void asked.ask(() => new Promise(() => undefined));
  expect(asked.hanging()).toBeUndefined();
  clock.mockReturnValue(41_000);
  expect(asked.hanging()).toBe(41);
  old.resolve();
  await first;
  expect(asked.hanging()).toBeUndefined();
});

it('a call that fails is over', async () => {
  const asked = new Asked();
  const clock = clockAt(0);
  await expect(asked.ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  clock.mockReturnValue(60_000);
  expect(asked.hanging()).toBeUndefined();
});
