import { expect, it } from 'vitest';
import { WakeSignal } from './wake-up.ts';

const hour = 3_600_000;

it('wakes everybody who waits', async () => {
  const wakeUp = new WakeSignal();
  const waiting = [wakeUp.wait(hour), wakeUp.wait(hour)];
  wakeUp.call();
  expect(await Promise.all(waiting)).toHaveLength(2);
});

it('keeps one that comes too early, once', async () => {
  const wakeUp = new WakeSignal();
  wakeUp.call();
  wakeUp.call();
  await wakeUp.wait(hour);
  const start = performance.now();
  await wakeUp.wait(20);
  expect(performance.now() - start).toBeGreaterThan(15);
});
