import { totalmem } from 'node:os';

/** MB of objects that the threads of a generation may hold, and how documents are shared among them. */
export interface WorkerMemory {
  /** Of each thread for small documents. */
  readonly small: number;
  readonly smallThreads: 1 | 2;
  /** Of the one for large documents; undefined: there is none, and all take turns in one thread. */
  readonly large: number | undefined;
  /** Bytes from which on a document goes to the thread that takes one at a time. */
  readonly largeFrom: number;
}

/** MB of the process beside its worker threads: event loop, code, bytes in hand. */
const processMegabytes = 300;

/** MB of the worker threads below which there is none for a second one. */
const leastMegabytes = 300;

/**
 * Bytes from which on a document takes the thread that works on one at a time: its steps may take seconds, and two such would leave no
 * thread to small ones. One of this size takes some 300 ms.
 */
const longDocumentSize = 500_000;

/** MB with which a thread can load what it works with. */
const threadMegabytes = 100;

/**
 * MB that no thread needs more of: several times what the largest of the small documents takes (with V8's own limit a burst holds 140
 * to 180 MB more of garbage), and the largest of all.
 */
const mostMegabytes = { small: 600, large: 4000 };

/**
 * Shares out what there is, in MB: 2 × 160 and 400 of 1024. V8's own limits know nothing of one another, and three threads that
 * are each within theirs would end the process. With less than the manual asks for, all documents take turns in one thread.
 */
export function shareMemory(available: number): WorkerMemory {
  const workers = available - processMegabytes;
  if (workers < leastMegabytes) {
    const only = Math.max(threadMegabytes, workers);
    return { small: only, smallThreads: 1, large: undefined, largeFrom: Number.POSITIVE_INFINITY };
  }
  const small = Math.min(mostMegabytes.small, Math.round(workers * 0.22));
  return {
    ...{ small, smallThreads: 2 },
    large: Math.min(mostMegabytes.large, workers - 2 * small),
    largeFrom: longDocumentSize,
  };
}

/** MB that this process may use: the limit of its cgroup, else the machine's. */
export function readAvailableMemory(): number {
  const limit = process.constrainedMemory();
  const all = totalmem();
  return Math.floor((limit > 0 ? Math.min(limit, all) : all) / 2 ** 20);
}
