import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BatchedAnswer, type CallRunner, openTurns } from './task-batch.ts';
import { markBegun, type TaskClock, type TimedTask } from './task-clock.ts';
import { runWithDeadline, TaskTimeout } from './worker-pool.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Milliseconds; after one second the others of a batch wait for a task no longer. */
const deadline = 3000;

/** Milliseconds that a task takes; or it fails, ends its thread, or never ends. */
type Behaviour = number | 'fail' | 'crash' | 'hang';

/** What a thread does with its calls. */
const run: CallRunner['run'] = async (given, options) => {
  const calls: readonly TimedTask<Behaviour>[] = [given].flat();
  const answers: BatchedAnswer[] = [];
  for (const call of calls) answers.push(await answerCall(call, options?.signal));
  if (options?.name === 'batch') return answers;
  const [answer = { error: undefined }] = answers;
  if ('error' in answer) throw answer.error;
  return answer.answer;
};

async function answerCall({ task, begun }: TimedTask<Behaviour>, signal: unknown): Promise<BatchedAnswer> {
  const stop = signal instanceof AbortSignal ? signal : AbortSignal.abort();
  markBegun(begun);
  if (task === 'crash') throw new Error('the thread has ended');
  if (task === 'fail') return { error: new Error('at fault') };
  if (task !== 'hang') await new Promise((resolve) => setTimeout(resolve, task));
  else await new Promise((resolve) => stop.addEventListener('abort', resolve));
  stop.throwIfAborted();
  return { answer: task };
}

const renderEnd = (end: PromiseSettledResult<unknown>): unknown => {
  if (end.status === 'fulfilled') return end.value;
  return end.reason instanceof TaskTimeout ? 'too late' : String(end.reason);
};

const expectedEnds = {
  fail: 'Error: at fault',
  crash: 'Error: the thread has ended',
  hang: 'too late',
} as const;

const behaviours = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: deadline - 1 }) },
  fc.constantFrom('fail', 'crash', 'hang'),
);

it('whatever goes together, each is blamed for what it did itself, and each other one is done', async () => {
  await vi.advanceTimersByTimeAsync(1);
  await fc.assert(
    fc.asyncProperty(
      fc.array(behaviours, { minLength: 1, maxLength: 15 }),
      fc.integer({ min: 1, max: 10 }),
      async (tasks, count) => {
        const clocks = new Set<TaskClock>();
        const turns = openTurns({ run }, { threads: 1, batch: { count, time: Number.MAX_VALUE } });
        const pool = { first: Promise.resolve(), clocks, turns };
        const runs = tasks.map((task) => runWithDeadline(pool, { name: 'step', task, deadline, size: 1 }));
        const ends = Promise.allSettled(runs);
        await vi.runAllTimersAsync();
        expect((await ends).map(renderEnd)).toEqual(
          tasks.map((task) => (typeof task === 'number' ? task : expectedEnds[task])),
        );
        expect(clocks.size).toBe(0);
      },
    ),
  );
});

it('a thread that hangs behind one that took long is stopped, and both are told of', async () => {
  await vi.advanceTimersByTimeAsync(1);
  const turns = openTurns({ run }, { threads: 1, batch: { count: 10, time: Number.MAX_VALUE } });
  const pool = { first: Promise.resolve(), clocks: new Set<TaskClock>(), turns };
  const tasks: readonly Behaviour[] = [1, 2374, 3, 'hang', 4];
  const runs = tasks.map((task) => runWithDeadline(pool, { name: 'step', task, deadline, size: 1 }));
  const ends = Promise.allSettled(runs);
  await vi.runAllTimersAsync();
  expect((await ends).map(renderEnd)).toEqual([1, 2374, 3, 'too late', 4]);
});

it('one that its thread answers after all is not run again, and no thread is stopped for it', async () => {
  await vi.advanceTimersByTimeAsync(1);
  const messages: (readonly Behaviour[])[] = [];
  const stopped: unknown[] = [];
  const watched: CallRunner['run'] = async (given, options) => {
    const calls: readonly TimedTask<Behaviour>[] = [given].flat();
    messages.push(calls.map(({ task }) => task));
    return await run(given, options).catch((error: unknown) => {
      stopped.push(error);
      throw error;
    });
  };
  const turns = openTurns({ run: watched }, { threads: 1, batch: { count: 10, time: Number.MAX_VALUE } });
  const pool = { first: Promise.resolve(), clocks: new Set<TaskClock>(), turns };
  const runs = [1, 2, 1500, 3].map((task) =>
    runWithDeadline(pool, { name: 'step', task, deadline, size: 1 }),
  );
  const ends = Promise.all(runs);
  await vi.runAllTimersAsync();
  expect(await ends).toEqual([1, 2, 1500, 3]);
  expect([messages, stopped]).toEqual([[[1], [2, 1500, 3]], []]);
});
