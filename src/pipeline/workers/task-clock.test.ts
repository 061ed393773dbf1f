import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { markBegun, TaskClock, WorkersNotStarted } from './task-clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('the time of a task begins when a thread takes it up, however long it waited', async () => {
  const others = new Set<TaskClock>();
  // a clock that stands at zero would say that nothing has begun
  await vi.advanceTimersByTimeAsync(1);
  const busy = new TaskClock(1_000_000, others);
  markBegun(busy.begun);
  others.add(busy);
  const clock = new TaskClock(1000, others);
  await vi.advanceTimersByTimeAsync(500_000);
  expect(clock.signal.aborted).toBe(false);
  markBegun(clock.begun);
  await vi.advanceTimersByTimeAsync(900);
  expect(clock.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1100);
  expect(clock.signal.aborted).toBe(true);
  busy.stop();
});

it('one that waits behind others that end before it looks is not told that no thread works', async () => {
  const clocks = new Set<TaskClock>();
  await vi.advanceTimersByTimeAsync(1);
  const clock = new TaskClock(30_000, clocks);
  clocks.add(clock);
  let isTold = false;
  clock.waiting.catch(() => {
    isTold = true;
  });
  for (let n = 0; n < 10; n += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    const quick = new TaskClock(30_000, clocks);
    markBegun(quick.begun);
    quick.stop();
  }
  expect(isTold).toBe(false);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(isTold).toBe(true);
});

it('a task for which no thread works is told after a minute, whatever its own time', async () => {
  const clock = new TaskClock(1000, new Set());
  const told = expect(clock.waiting).rejects.toThrow(WorkersNotStarted);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  await told;
  expect(clock.signal.aborted).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
