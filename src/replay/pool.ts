import { setPriority } from 'node:os';
import { closePool, type Pool, poolOf, workerBeside } from '../pipeline/workers/pool.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';

/** One message took longer than its deadline, and its thread was stopped. */
export class DoesNotEnd extends Error {
  readonly code = 'replay-does-not-end';
}

/** Somebody has ended it: what runs was stopped, and nothing else begins. */
export class Stopped extends Error {
  readonly code = 'replay-stopped';
}

/** Milliseconds that one message may take; the first of a thread loads schemas and mappings before. */
const patience = 20_000;

/** Threads that run messages again with some versions, by their names. */
export class ReplayPool {
  readonly #pool: Pool;
  readonly #patience: number;
  readonly #stop: AbortSignal | undefined;
  #free: number;
  readonly #queue: (() => void)[] = [];

  /** `stop`: ends all that runs. */
  constructor(
    versions: Readonly<Record<string, Snapshot>>,
    threads = 2,
    longest = patience,
    stop?: AbortSignal,
  ) {
    this.#patience = longest;
    this.#stop = stop;
    this.#free = threads;
    const limits = { minThreads: threads, maxThreads: threads, idleTimeout: 60_000 };
    this.#pool = poolOf(workerBeside(import.meta.url), { versions }, limits);
  }

  /** As the step ends. The deadline begins when a thread is free for it. Rejects with DoesNotEnd, Stopped. */
  async run<T>(name: 'again' | 'trace' | 'compared' | 'used', task: unknown): Promise<T> {
    await this.#turn();
    const late = AbortSignal.timeout(this.#patience);
    const signal = this.#stop ? AbortSignal.any([late, this.#stop]) : late;
    try {
      return await this.#pool.piscina.run(task, { name, signal });
    } catch (cause) {
      if (this.#stop?.aborted) throw new Stopped('It was stopped.', { cause });
      if (!late.aborted) throw cause;
      throw new DoesNotEnd(`It does not end within ${this.#patience / 1000} seconds.`, { cause });
    } finally {
      this.#free += 1;
      this.#queue.shift()?.();
    }
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
