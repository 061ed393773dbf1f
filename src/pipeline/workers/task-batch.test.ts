import { afterAll, beforeAll, expect, it } from 'vitest';
import { patience } from '../../../test/kit/machine.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
  type TimedRun,
} from './worker-pool.ts';

/** One thread for all tests: where a task ends it, the next one has another. */
let pool: ThreadPool;
const openPool = (more: { maxThreads: number; spareAfter?: number }): ThreadPool =>
  openThreadPool(
    new URL('../testkit/slow-thread.ts', import.meta.url).href,
    {},
    { minThreads: 1, idleTimeout: 60_000, batch: { count: 10, time: Number.MAX_VALUE }, ...more },
  );
beforeAll(() => {
  pool = openPool({ maxThreads: 1 });
});
afterAll(() => closeThreadPool(pool));

const run = (name: string, more: Partial<TimedRun> = {}): Promise<unknown> =>
  runWithDeadline(pool, { name, task: undefined, deadline: 60_000, size: 1, ...more });

/** Together in one message: all wait until the thread has ended the task that it has. */
async function runTogether(...runs: readonly (() => Promise<unknown>)[]) {
  await run('name');
  const before = run('rest', { task: 20 });
  const ends = await Promise.allSettled(runs.map((one) => one()));
  await before;
  return ends;
}

const fulfilled = (value: unknown) => ({ status: 'fulfilled', value });
const rejected = (reason: unknown) => ({ status: 'rejected', reason });

it('what waits goes to the thread in one message, and each hears of its own end', async () => {
  const ends = await runTogether(
    () => run('count'),
    () => run('fail'),
    () => run('count'),
  );
  const failed = rejected(expect.objectContaining({ message: 'It is at fault.' }));
  expect(ends).toEqual([fulfilled(3), failed, fulfilled(3)]);
  expect(await run('count')).toBe(1);
});

it('one that hangs is stopped when its time is over; those before and behind it are run again, and nobody blames them', async () => {
  const thread = await run('name');
  const ends = await runTogether(
    () => run('rest', { task: 1 }),
    () => run('rest', { task: 600_000, deadline: 200 * patience }),
    () => run('name'),
  );
  expect(ends).toEqual([
    fulfilled(undefined),
    rejected(expect.any(TaskTimeout)),
    fulfilled(expect.any(Number)),
  ]);
  expect(ends[2]).not.toEqual(fulfilled(thread));
});

it('one that keeps its thread for long keeps nobody else waiting: before and behind it they are run by another thread', async () => {
  const [only, spared] = [pool, openPool({ maxThreads: 2, spareAfter: 600_000 })];
  pool = spared;
  const stop = new AbortController();
  const others = Promise.withResolvers<unknown>();
  void others.promise.then(() => stop.abort());
  const [before, long, behind] = await runTogether(
    () => run('name'),
    () => run('rest', { task: 600_000, deadline: 600_000, stop: stop.signal }),
    async () => {
      const thread = await run('name');
      others.resolve(thread);
      return thread;
    },
  );
  pool = only;
  await closeThreadPool(spared);
  expect([before?.status, behind?.status, long?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

it('the time of one that waits behind another begins when its own turn comes', async () => {
  const deadline = 400 * patience;
  const rest = () => run('rest', { task: deadline / 2, deadline });
  const ends = await runTogether(rest, rest, rest);
  // together they took longer than each of them may
  expect(ends).toEqual([fulfilled(undefined), fulfilled(undefined), fulfilled(undefined)]);
});

it('one that ends its thread fails alone', async () => {
  const ends = await runTogether(
    () => run('name'),
    () => run('endThread'),
    () => run('name'),
  );
  const ended = rejected(expect.objectContaining({ message: 'worker exited with code: 1' }));
  expect(ends).toEqual([fulfilled(expect.any(Number)), ended, fulfilled(expect.any(Number))]);
});
