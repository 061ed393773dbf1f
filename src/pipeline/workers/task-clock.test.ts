import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBeginNotes, markBegun, TaskClock, WorkersNotStarted } from './task-clock.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A clock, and whether the time of its task is over. */
function clockOf(deadline: number, others: ReadonlySet<TaskClock> = new Set()) {
  let isOver = false;
  const clock = new TaskClock(deadline, others, () => {
    isOver = true;
  });
  return { clock, isOver: () => isOver };
}

/** Goes to a thread that begins it at once. */
function begin(clock: TaskClock): void {
  for (const note of createBeginNotes(1)) {
    clock.dispatch(note);
    markBegun(note);
  }
}

it('the time of a task begins when a thread takes it up, however long it waited', async () => {
  const others = new Set<TaskClock>();
  // a clock that stands at zero would say that nothing has begun
  await vi.advanceTimersByTimeAsync(1);
  const { clock: busy } = clockOf(1_000_000, others);
  begin(busy);
  others.add(busy);
  const { clock, isOver } = clockOf(1000, others);
  await vi.advanceTimersByTimeAsync(500_000);
  expect(isOver()).toBe(false);
  begin(clock);
  await vi.advanceTimersByTimeAsync(900);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(1100);
  expect(isOver()).toBe(true);
  expect(clock.isLate).toBe(true);
  busy.stop();
});

it('of those that went to a thread together it runs only for the one that the thread is at', async () => {
  await vi.advanceTimersByTimeAsync(1);
  const [first, second] = [clockOf(1000), clockOf(1000)];
  const [one, other] = createBeginNotes(2);
  if (!one || !other) throw new Error('no notes');
  first.clock.dispatch(one, other);
  second.clock.dispatch(other);
  markBegun(one);
  await vi.advanceTimersByTimeAsync(900);
  markBegun(other);
  await vi.advanceTimersByTimeAsync(900);
  expect([first.isOver(), second.isOver()]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(1100);
  expect([first.isOver(), second.isOver()]).toEqual([false, true]);
  first.clock.stop();
});

it('one that is run again has its whole time', async () => {
  await vi.advanceTimersByTimeAsync(1);
  const { clock, isOver } = clockOf(1000);
  begin(clock);
  await vi.advanceTimersByTimeAsync(900);
  clock.recall();
  expect([clock.hasBegun, clock.isRunning]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(10_000);
  begin(clock);
  await vi.advanceTimersByTimeAsync(900);
  expect(isOver()).toBe(false);
  clock.stop();
});

it('one that waits behind others that end before it looks is not told that no thread works', async () => {
  const clocks = new Set<TaskClock>();
  await vi.advanceTimersByTimeAsync(1);
  const { clock } = clockOf(30_000, clocks);
  clocks.add(clock);
  let isTold = false;
  clock.waiting.catch(() => {
    isTold = true;
  });
  for (let n = 0; n < 10; n += 1) {
    await vi.advanceTimersByTimeAsync(20_000);
    const { clock: quick } = clockOf(30_000, clocks);
    begin(quick);
    quick.stop();
  }
  expect(isTold).toBe(false);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(isTold).toBe(true);
});

it('a task for which no thread works is told after a minute, whatever its own time', async () => {
  const { clock, isOver } = clockOf(1000);
  const told = expect(clock.waiting).rejects.toThrow(WorkersNotStarted);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(3000);
  await told;
  expect(isOver()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
