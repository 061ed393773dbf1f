import { setPriority } from 'node:os';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { threadProgram } from '../../package.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
} from '../../pipeline/workers/worker-pool.ts';

/** One message took longer than its deadline, or more memory than a thread may, and its thread was stopped. */
export class ReplayTimeout extends Error {
  readonly code = 'replay-does-not-end';
}

/** Somebody has ended it: what runs was stopped, and nothing else begins. */
export class ReplayStopped extends Error {
  readonly code = 'replay-stopped';
}

/** Milliseconds that one message may take, from when its thread has loaded the mappings. */
const messagePatience = 20_000;

/** MB for the objects of a thread: documents of 48 MB with a file inside and of 200,000 elements were compared in it. */
const threadMegabytes = 600;

/** What its threads do. */
type ReplayStep =
  | 'replayStep'
  | 'explainStep'
  | 'compareStep'
  | 'listUsage'
  | 'readGenerations'
  | 'readMappingsInUse'
  | 'listMappingParts'
  | 'makeFixture';

/** Threads that run messages again with some versions, by their names. */
export class ReplayPool {
  readonly #pool: ThreadPool;
  readonly #patience: number;
  readonly #stop: AbortSignal | undefined;
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** `stop`: ends all that runs. */
  constructor(
    versions: Readonly<{ [name: string]: RuntimeSnapshot }>,
    threads = 2,
    longest = messagePatience,
    stop?: AbortSignal,
  ) {
    this.#patience = longest;
    this.#stop = stop;
    this.#free = threads;
    const limits = { minThreads: threads, maxThreads: threads, idleTimeout: 60_000, memory: threadMegabytes };
    this.#pool = openThreadPool(threadProgram('replay').href, { versions }, limits);
  }

  /** As the step ends. Rejects with DoesNotEnd, Stopped. */
  async run<T>(name: ReplayStep, task: unknown): Promise<T> {
    await this.#turn();
    try {
      return await runWithDeadline<T>(this.#pool, { name, task, deadline: this.#patience, stop: this.#stop });
    } catch (cause) {
      throw this.#stop?.aborted ? new ReplayStopped('It was stopped.', { cause }) : this.#endOf(cause);
    } finally {
      this.#free += 1;
      this.#queue.shift()?.();
    }
  }

  #endOf(cause: unknown): unknown {
    if (cause instanceof TaskTimeout)
      return new ReplayTimeout(`It does not end within ${this.#patience / 1000} seconds.`, { cause });
    return systemCodeOf(cause) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new ReplayTimeout(`It takes more than ${threadMegabytes} MB of memory.`, { cause })
      : cause;
  }

  async close(): Promise<void> {
    await closeThreadPool(this.#pool);
  }

  async #turn(): Promise<void> {
    while (this.#free === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#queue.push(resolve);
      await promise;
    }
    this.#free -= 1;
  }
}

/** A replay beside a gateway that has work to do takes what it leaves over. */
export function lowerPriority(): void {
  try {
    setPriority(10);
  } catch {
    // where the system does not let a process lower itself it runs as it is
  }
}
