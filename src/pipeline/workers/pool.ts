import { once } from 'node:events';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Snapshot } from './snapshot.ts';
import { NotStarted, TaskClock, type Timed } from './task-clock.ts';

/**
 * A worker that is still loading must not be stopped: Node (24) crashes the whole process, also when only the end of `import` is
 * left to do. Milliseconds.
 */
const loading = { patience: 20_000, look: 10 };

/** MB. What a document leaves behind is garbage at once: more room for it makes no step faster, and stays taken. */
const youngest = 24;

/** What every worker of a generation starts with: a thread that starts later sees the same. */
export type WorkerStart = Snapshot;

export interface Pool {
  readonly piscina: Piscina;
  /**
   * Resolves when the threads that it begins with have loaded everything, or have failed. A task that came sooner would begin one
   * more, and the two would load side by side, each the slower.
   */
  readonly first: Promise<unknown>;
  /** The threads that have loaded everything. */
  readonly loaded: WeakSet<Worker>;
  /** Of the tasks under way and those that wait for a thread. */
  readonly clocks: Set<TaskClock>;
}

interface Threads {
  readonly minThreads: number;
  readonly maxThreads: number;
  /** Milliseconds until a thread with nothing to do goes away. */
  readonly idleTimeout: number;
  /** MB of objects that a thread may hold: one that takes more is stopped. The lower, the sooner V8 collects what was thrown away. */
  readonly memory?: number;
}

export const openPool = (start: WorkerStart, threads: Threads): Pool =>
  poolOf(workerBeside(import.meta.url), { start }, threads);

/** A checkout runs from .ts, the package from .js: the worker has the extension of the module beside it. */
export const workerBeside = (module: string): string => new URL(`./worker${extname(module)}`, module).href;

/** Threads that run a module of one's own, given that data. */
export function poolOf(filename: string, workerData: object, { memory, ...threads }: Threads): Pool {
  const resourceLimits = {
    maxYoungGenerationSizeMb: youngest,
    ...(memory === undefined ? {} : { maxOldGenerationSizeMb: memory }),
  };
  const begun = new Set<number>();
  const loadBalancer = balancerOf(begun);
  const piscina = new Piscina({ filename, workerData, resourceLimits, loadBalancer, ...threads });
  noteBegun(piscina, begun);
  const clocks = new Set<TaskClock>();
  // a thread that cannot load: whoever waits for one is told; those that work go on
  piscina.on('error', (error) => {
    for (const clock of clocks) clock.unstarted(error);
  });
  return { piscina, first: firstLoaded(piscina), loaded: loadedOf(piscina), clocks };
}

const firstLoaded = ({ threads }: Piscina): Promise<unknown> =>
  Promise.all(threads.map((thread) => Promise.race([once(thread, 'message'), once(thread, 'exit')]))).catch(
    () => undefined,
  );

type LoadBalancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;

/**
 * A free thread that works already: by itself piscina prefers one that it has just begun, and a task would wait until that has loaded,
 * for half a second, while the first has nothing to do.
 */
const balancerOf =
  (begun: ReadonlySet<number>): LoadBalancer =>
  (_task, workers) =>
    workers.find(({ id, currentUsage }) => currentUsage === 0 && begun.has(id)) ?? null;

/** Threads that work, by id, as piscina sees it: its first ones count from the start. */
function noteBegun(piscina: Piscina, begun: Set<number>): void {
  for (const { threadId } of piscina.threads) begun.add(threadId);
  piscina.on('workerCreate', ({ id }) => begun.add(id));
  piscina.on('workerDestroy', ({ id }) => begun.delete(id));
}

/** piscina tells of a thread when it is ready, but of its first ones at once: those say so in their first message. */
function loadedOf(piscina: Piscina): WeakSet<Worker> {
  const loaded = new WeakSet<Worker>();
  const first = new Set(piscina.threads);
  for (const thread of first) thread.once('message', () => loaded.add(thread));
  piscina.on('workerCreate', ({ id }) => {
    for (const thread of piscina.threads)
      if (thread.threadId === id && !first.has(thread)) loaded.add(thread);
  });
  return loaded;
}

/** It did not end within its time; its thread was stopped. */
export class TooLate extends Error {
  readonly code = 'task-too-late';
}

interface TimedRun {
  /** Which of the functions of the pool's module; it is given `Timed`, and calls `begin`. */
  readonly name: string;
  readonly task: unknown;
  /** Milliseconds from when a thread has begun it. */
  readonly deadline: number;
  /** What the thread gets instead of a copy. */
  readonly transferList?: ArrayBuffer[];
  /** Ends it too. */
  readonly stop?: AbortSignal | undefined;
}

/** As the task ends. Rejects with TooLate, NotStarted. */
export async function runTimed<T>(
  { piscina, first, clocks }: Pool,
  { name, task, deadline, transferList = [], stop }: TimedRun,
): Promise<T> {
  const clock = new TaskClock(deadline, clocks);
  const { begun } = clock;
  const signal = stop ? AbortSignal.any([clock.signal, stop]) : clock.signal;
  clocks.add(clock);
  try {
    await Promise.race([first, clock.waiting]);
    const timed: Timed<unknown> = { task, begun };
    const done: Promise<T> = piscina.run(timed, { name, signal, transferList });
    return await Promise.race([done, clock.waiting]);
  } catch (cause) {
    if (clock.signal.aborted) throw new TooLate(`${name} did not end in time.`, { cause });
    throw clock.hasBegun ? cause : new NotStarted('The worker threads could not be started.', { cause });
  } finally {
    clock.stop();
    clocks.delete(clock);
  }
}

export async function closePool({ piscina, loaded }: Pool): Promise<void> {
  const end = performance.now() + loading.patience;
  const allLoaded = (): boolean => piscina.threads.every((thread) => loaded.has(thread));
  while (!allLoaded() && performance.now() < end) await setTimeout(loading.look);
  await piscina.destroy();
}
