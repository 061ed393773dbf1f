import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import type { Snapshot } from './snapshot.ts';
import type { TaskClock } from './task-clock.ts';

/**
 * A worker that is still loading must not be stopped: Node (24) crashes the whole process, also when only the end of `import` is
 * left to do. Milliseconds.
 */
const loading = { patience: 20_000, look: 10 };

/** What a document leaves behind is garbage at once: more room for it makes no step faster, and stays taken. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

/** What every worker of a generation starts with: a thread that starts later sees the same. */
export type WorkerStart = Snapshot;

export interface Pool {
  readonly piscina: Piscina;
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
}

export const openPool = (start: WorkerStart, threads: Threads): Pool =>
  poolOf(workerBeside(import.meta.url), { start }, threads);

/** A checkout runs from .ts, the package from .js: the worker has the extension of the module beside it. */
export const workerBeside = (module: string): string => new URL(`./worker${extname(module)}`, module).href;

/** Threads that run a module of one's own, given that data. */
export function poolOf(filename: string, workerData: object, threads: Threads): Pool {
  const piscina = new Piscina({ filename, workerData, resourceLimits, ...threads });
  const clocks = new Set<TaskClock>();
  // a thread that cannot load: whoever waits for one is told; those that work go on
  piscina.on('error', (error) => {
    for (const clock of clocks) clock.unstarted(error);
  });
  return { piscina, loaded: loadedOf(piscina), clocks };
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

export async function closePool({ piscina, loaded }: Pool): Promise<void> {
  const end = performance.now() + loading.patience;
  const allLoaded = (): boolean => piscina.threads.every((thread) => loaded.has(thread));
  while (!allLoaded() && performance.now() < end) await setTimeout(loading.look);
  await piscina.destroy();
}
