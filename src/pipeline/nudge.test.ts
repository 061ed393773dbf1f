import { expect, it } from 'vitest';
import { Nudge } from './nudge.ts';

const hour = 3_600_000;

it('wakes everybody who waits', async () => {
  const nudge = new Nudge();
  const waiting = [nudge.wait(hour), nudge.wait(hour)];
  nudge.nudge();
  expect(await Promise.all(waiting)).toHaveLength(2);
});

it('keeps one that comes too early, once', async () => {
  const nudge = new Nudge();
  nudge.nudge();
  nudge.nudge();
  await nudge.wait(hour);
  const start = performance.now();
  await nudge.wait(20);
  expect(performance.now() - start).toBeGreaterThan(15);
});
