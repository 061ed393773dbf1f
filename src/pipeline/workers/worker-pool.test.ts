import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { patience } from '../../../test/kit/machine.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
} from './worker-pool.ts';

let pool: ThreadPool;
afterEach(() => closeThreadPool(pool));

const open = (minThreads: number, maxThreads = 2): void => {
  const limits = { minThreads, maxThreads, idleTimeout: 60_000 };
  pool = openThreadPool(new URL('../testkit/slow-thread.ts', import.meta.url).href, {}, limits);
};

/** The thread that did it. */
const run = (): Promise<number> =>
  runWithDeadline<number>(pool, { name: 'name', task: undefined, deadline: 60_000 });

it('tasks that come before the first thread has loaded wait for it, and begin no other', async () => {
  open(1);
  const [first] = pool.piscina.threads;
  const running = [run(), run()];
  await setImmediate();
  expect(pool.piscina.threads).toHaveLength(1);
  expect(await Promise.race(running)).toBe(first?.threadId);
  await Promise.all(running);
});

it('a free thread does what waits, and none is given to one that still loads', async () => {
  open(1);
  await run();
  const [first] = pool.piscina.threads;
  const done = await Promise.all([run(), run(), run()]);
  expect(pool.piscina.threads).toHaveLength(2);
  expect(new Set(done)).toEqual(new Set([first?.threadId]));
});

it('where no thread is kept, a task begins one', async () => {
  open(0);
  expect(pool.piscina.threads).toHaveLength(0);
  expect(await run()).toBe(pool.piscina.threads[0]?.threadId);
});

it('a task that waits behind many others has its whole time: none fails that is quick by itself', async () => {
  open(1);
  await run();
  const deadline = 2000 * patience;
  const each = 20;
  const rest = () => runWithDeadline<void>(pool, { name: 'rest', task: each, deadline });
  const started = performance.now();
  await Promise.all(Array.from({ length: (3 * deadline) / each }, rest));
  // each of two threads was busy for longer than the deadline
  expect(performance.now() - started).toBeGreaterThan(deadline);
});

it('tasks wait in their order, and channels take turns', async () => {
  open(1, 1);
  const ended: string[] = [];
  const rest = async (channel: string, n: number): Promise<void> => {
    await runWithDeadline<void>(pool, { name: 'rest', task: 5, deadline: 60_000, channel });
    ended.push(`${channel} ${n}`);
  };
  const large = Array.from({ length: 6 }, (_, n) => rest('large', n));
  await Promise.all([...large, rest('small', 0)]);
  expect(ended).toEqual(['large 0', 'large 1', 'small 0', ...[2, 3, 4, 5].map((n) => `large ${n}`)]);
});

it('a task that is stopped while it waits leaves its place to the others, and one of a closed pool is not begun', async () => {
  open(1, 1);
  const first = run();
  const stop = new AbortController();
  const stopped = runWithDeadline(pool, { name: 'rest', task: 60_000, deadline: 60_000, stop: stop.signal });
  const last = run();
  stop.abort();
  await expect(stopped).rejects.toThrow('The worker threads could not be started.');
  expect(await last).toBe(await first);
  const late = [run(), run()];
  const closed = closeThreadPool(pool);
  expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await closed;
  expect(pool.piscina.threads).toEqual([]);
});

it('a task that takes longer than its deadline is stopped', async () => {
  open(1);
  await run();
  const rest = runWithDeadline<void>(pool, { name: 'rest', task: 60_000, deadline: 100 });
  await expect(rest).rejects.toThrow(TaskTimeout);
  await run();
});
