import type { Worker } from 'node:worker_threads';

/** Of journals that were closed, by what they run; undefined where a thread ends with its journal. */
let spares: Map<string, Worker[]> | undefined;

/**
 * From now on threads are kept for the next journal, or no more: a process that opens one after the other, as tests do, would begin two for
 * each, which takes longer than most of what it does with it.
 */
export function keepThreads(kept: boolean): void {
  spares = kept ? (spares ?? new Map()) : undefined;
}

export const areThreadsKept = (): boolean => spares !== undefined;

export function keepSpareThread(program: URL, worker: Worker): void {
  // all at once would take those of Node along
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event);
  worker.unref();
  const { href } = program;
  spares?.set(href, [...(spares.get(href) ?? []), worker]);
}

export const takeSpareThread = (program: URL): Worker | undefined => spares?.get(program.href)?.pop();
