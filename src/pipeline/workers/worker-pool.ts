import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { threadProgram } from '../../package.ts';
import { waitAtMost } from '../../time/deadline.ts';
import type { RuntimeSnapshot } from '../runtime/runtime-snapshot.ts';
import { openTurns, PoolTask, type TimedRun } from './task-batch.ts';
import { type TaskClock, WorkersNotStarted } from './task-clock.ts';
import type { BatchLimits, ThreadTurns } from './thread-turns.ts';

export type { TimedRun } from './task-batch.ts';

/**
 * Every thread has libxml2 before it loads its program. V8 ends the whole process when a thread is stopped, by us or since it took too much
 * memory, while it runs a module that depends on one with an `await` at its top level, as that of libxml2 is
 * (https://github.com/nodejs/node/issues/53238). Of a module that is there already nothing waits: its thread may be stopped at any moment.
 */
const execArgv = ['--import', import.meta.resolve('libxml2-wasm/lib/libxml2.mjs')];

/** Who closes the pool waits for threads that load, but not for ever. Milliseconds. */
const loadingTimes = { patience: 20_000, look: 10 };

/** MB. What a document leaves behind is garbage at once: more room for it makes no step faster, and stays taken. */
const youngGenerationMegabytes = 24;

/** What every worker of a generation starts with: a thread that starts later sees the same. */
export type WorkerPoolStart = RuntimeSnapshot;

export interface ThreadPool {
  readonly piscina: Piscina;
  /**
   * Resolves when the threads that it begins with have loaded everything, or have failed. A task that came sooner would begin one
   * more, and the two would load side by side, each the slower.
   */
  readonly first: Promise<unknown>;
  /** The threads that piscina counts as ready, by id: its first ones from the start, others when they have loaded. */
  readonly ready: ReadonlySet<number>;
  /** Of the tasks under way and those that wait for a thread. */
  readonly clocks: Set<TaskClock>;
  /** Where they wait. */
  readonly turns: ThreadTurns<PoolTask>;
}

interface ThreadLimits {
  readonly minThreads: number;
  readonly maxThreads: number;
  /** Milliseconds until a thread with nothing to do goes away. */
  readonly idleTimeout: number;
  /** MB of objects that a thread may hold: one that takes more is stopped. The lower, the sooner V8 collects what was thrown away. */
  readonly memory?: number;
  /** As `ThreadTurns` has them. */
  readonly spareAfter?: number;
  readonly batch?: BatchLimits;
  /**
   * MB for what is young: more of it where most of what a task makes lasts as long as the task. Node's command line says it for all threads
   * where it limits it, as that of a gateway does (`nodeOptions`): this holds elsewhere.
   */
  readonly young?: number;
}

export const openWorkerPool = (start: WorkerPoolStart, threads: ThreadLimits): ThreadPool =>
  openThreadPool(threadProgram('worker').href, { start }, threads);

/** Threads that run a module of one's own, given that data. */
export function openThreadPool(
  filename: string,
  workerData: object,
  { memory, young = youngGenerationMegabytes, spareAfter, batch, ...threads }: ThreadLimits,
): ThreadPool {
  const resourceLimits = {
    maxYoungGenerationSizeMb: young,
    ...(memory === undefined ? {} : { maxOldGenerationSizeMb: memory }),
  };
  const ready = new Set<number>();
  const loadBalancer = buildBalancer(ready);
  const piscina = new Piscina({ filename, workerData, resourceLimits, loadBalancer, execArgv, ...threads });
  for (const { threadId } of piscina.threads) ready.add(threadId);
  piscina.on('workerCreate', ({ id }) => ready.add(id));
  piscina.on('workerDestroy', ({ id }) => ready.delete(id));
  const clocks = new Set<TaskClock>();
  // a thread that cannot load: whoever waits for one is told; those that work go on
  piscina.on('error', (error) => {
    for (const clock of clocks) clock.unstarted(error);
  });
  const first = Promise.all(piscina.threads.map(waitUntilLoaded));
  return {
    piscina,
    first,
    ready,
    clocks,
    turns: openTurns(piscina, { threads: threads.maxThreads, spareAfter, batch }),
  };
}

/** A thread says so in its first message. */
const waitUntilLoaded = (thread: Worker): Promise<unknown> =>
  Promise.race([once(thread, 'message'), once(thread, 'exit')]).catch(() => undefined);

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;

/**
 * A free thread that is ready: by itself piscina prefers one that it has just begun, and a task would wait until that has loaded,
 * for half a second, while the first has nothing to do.
 */
const buildBalancer =
  (ready: ReadonlySet<number>): LoadBalancer =>
  (_task, workers) =>
    workers.find(({ id, currentUsage }) => currentUsage === 0 && ready.has(id)) ?? null;

/** It did not end within its time; its thread was stopped. */
export class TaskTimeout extends Error {
  readonly code = 'task-too-late';
}

/** As the task ends. Rejects with TaskTimeout, WorkersNotStarted. */
export async function runWithDeadline<T>(
  { first, clocks, turns }: Pick<ThreadPool, 'first' | 'clocks' | 'turns'>,
  run: TimedRun,
): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const task = new PoolTask(run, clocks, { resolve, reject });
  const { clock } = task;
  const stop = (): void => task.reject(run.stop?.reason);
  clocks.add(clock);
  try {
    await Promise.race([first, clock.waiting]);
    run.stop?.throwIfAborted();
    run.stop?.addEventListener('abort', stop);
    turns.add(task);
    return await Promise.race([promise, clock.waiting]);
  } catch (cause) {
    if (clock.isLate) throw new TaskTimeout(`${run.name} did not end in time.`, { cause });
    throw clock.hasBegun
      ? cause
      : new WorkersNotStarted('The worker threads could not be started.', { cause });
  } finally {
    run.stop?.removeEventListener('abort', stop);
    turns.remove(task);
    task.leave();
    clock.stop();
    clocks.delete(clock);
  }
}

export async function closeThreadPool(pool: ThreadPool): Promise<void> {
  pool.turns.close();
  await waitUntilNoneLoads(pool);
  await pool.piscina.destroy();
}

export async function waitUntilNoneLoads({ piscina, first, ready }: ThreadPool): Promise<void> {
  const end = performance.now() + loadingTimes.patience;
  await waitAtMost(loadingTimes.patience, first);
  const isLoading = (): boolean => piscina.threads.some(({ threadId }) => !ready.has(threadId));
  while (isLoading() && performance.now() < end) await setTimeout(loadingTimes.look);
}
