import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { Snapshot } from './snapshot.ts';
import type { TaskClock } from './task-clock.ts';

/** A worker that is still loading must not be stopped: Node (24) crashes the whole process. Milliseconds. */
const loading = { patience: 20_000, look: 10 };

/** What a document leaves behind is garbage at once: more room for it makes no step faster, and stays taken. */
const resourceLimits = { maxYoungGenerationSizeMb: 24 };

/** What every worker of a generation starts with: a thread that starts later sees the same. */
export type WorkerStart = Snapshot;

export interface Pool {
  readonly piscina: Piscina;
  /** Thread ids of the workers that have loaded everything, a ring; the first member counts them. */
  readonly loaded: Int32Array;
  /** Of the tasks under way and those that wait for a thread. */
  readonly clocks: Set<TaskClock>;
}

interface Threads {
  readonly minThreads: number;
  readonly maxThreads: number;
  /** Milliseconds until a thread with nothing to do goes away. */
  readonly idleTimeout: number;
}

export function openPool(start: WorkerStart, threads: Threads): Pool {
  // a checkout runs from .ts, the package from .js: the worker has the extension of this file
  const filename = new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href;
  const loaded = new Int32Array(new SharedArrayBuffer(32 * Int32Array.BYTES_PER_ELEMENT));
  const piscina = new Piscina({ filename, workerData: { start, loaded }, resourceLimits, ...threads });
  const clocks = new Set<TaskClock>();
  // a thread that cannot load: whoever waits for one is told; those that work go on
  piscina.on('error', (error) => {
    for (const clock of clocks) clock.unstarted(error);
  });
  return { piscina, loaded, clocks };
}

export async function closePool({ piscina, loaded }: Pool): Promise<void> {
  const end = performance.now() + loading.patience;
  const allLoaded = (): boolean => piscina.threads.every(({ threadId }) => loaded.indexOf(threadId, 1) > 0);
  while (!allLoaded() && performance.now() < end) await setTimeout(loading.look);
  await piscina.destroy();
}
