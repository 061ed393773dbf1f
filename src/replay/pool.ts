import { setPriority } from 'node:os';
import { systemCode } from '../folders/error.ts';
import { threadProgram } from '../package.ts';
import { closePool, type Pool, poolOf, runTimed, TooLate } from '../pipeline/workers/pool.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';

/** One message took longer than its deadline, or more memory than a thread may, and its thread was stopped. */
export class DoesNotEnd extends Error {
  readonly code = 'replay-does-not-end';
}

/** Somebody has ended it: what runs was stopped, and nothing else begins. */
export class Stopped extends Error {
  readonly code = 'replay-stopped';
}

/** Milliseconds that one message may take, from when its thread has loaded the mappings. */
const patience = 20_000;

/** MB for the objects of a thread: documents of 48 MB with a file inside and of 200,000 elements were compared in it. */
const memory = 600;

/** What its threads do. */
type Step = 'again' | 'trace' | 'compared' | 'used';

/** Threads that run messages again with some versions, by their names. */
export class ReplayPool {
  readonly #pool: Pool;
  readonly #patience: number;
  readonly #stop: AbortSignal | undefined;
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** `stop`: ends all that runs. */
  constructor(
    versions: Readonly<{ [name: string]: Snapshot }>,
    threads = 2,
    longest = patience,
    stop?: AbortSignal,
  ) {
    this.#patience = longest;
    this.#stop = stop;
    this.#free = threads;
    const limits = { minThreads: threads, maxThreads: threads, idleTimeout: 60_000, memory };
    this.#pool = poolOf(threadProgram('replay').href, { versions }, limits);
  }

  /** As the step ends. Rejects with DoesNotEnd, Stopped. */
  async run<T>(name: Step, task: unknown): Promise<T> {
    await this.#turn();
    try {
      return await runTimed<T>(this.#pool, { name, task, deadline: this.#patience, stop: this.#stop });
    } catch (cause) {
      throw this.#stop?.aborted ? new Stopped('It was stopped.', { cause }) : this.#endOf(cause);
    } finally {
      this.#free += 1;
      this.#queue.shift()?.();
    }
  }

  #endOf(cause: unknown): unknown {
    if (cause instanceof TooLate)
      return new DoesNotEnd(`It does not end within ${this.#patience / 1000} seconds.`, { cause });
    return systemCode(cause) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? new DoesNotEnd(`It takes more than ${memory} MB of memory.`, { cause })
      : cause;
  }

  async close(): Promise<void> {
    await closePool(this.#pool);
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
export function beNice(): void {
  try {
    setPriority(10);
  } catch {
    // where the system does not let a process lower itself it runs as it is
  }
}
