import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Piscina } from 'piscina';
import type { CheckResult } from './check.ts';
import type { Prepared, PrepareTask } from './prepare.ts';
import type { CheckTask } from './worker.ts';

/** A step did not end within its deadline; its worker was stopped. */
export class DeadlineExceeded extends Error {
  readonly code = 'deadline-exceeded';
}

/** Documents above this many bytes go to the second pool: WASM memory never shrinks, so that pool goes away again. */
const largeFrom = 5_000_000;

/** A worker that is still loading must not be stopped: Node (24) crashes the whole process. Milliseconds. */
const loading = { patience: 20_000, look: 10 };

/** Runs check and prepare outside the event loop, under a deadline in milliseconds. */
export class Workers {
  readonly #mappings: string | undefined;
  readonly #small: Pool;
  readonly #deadline: number;
  #large: Pool | undefined;
  #largeTasks = 0;

  constructor(mappings: string | undefined, deadline = 120_000) {
    this.#mappings = mappings;
    this.#small = openPool(mappings, { minThreads: 1, maxThreads: 2 });
    this.#deadline = deadline;
  }

  check(task: CheckTask): Promise<CheckResult> {
    return this.#run(task, task.bytes.length, 'check');
  }

  prepare(task: PrepareTask): Promise<Prepared> {
    return this.#run(task, Math.max(task.bytes.length, task.gathered?.length ?? 0), 'prepare');
  }

  async close(): Promise<void> {
    await Promise.all([closePool(this.#small), this.#large && closePool(this.#large)]);
  }

  #run<T>(task: CheckTask | PrepareTask, size: number, name: 'check' | 'prepare'): Promise<T> {
    return size < largeFrom ? this.#within(this.#small, task, name) : this.#runLarge(task, name);
  }

  async #runLarge<T>(task: CheckTask | PrepareTask, name: 'check' | 'prepare'): Promise<T> {
    this.#large ??= openPool(this.#mappings, { minThreads: 0, maxThreads: 1 });
    const pool = this.#large;
    this.#largeTasks += 1;
    try {
      return await this.#within(pool, task, name);
    } finally {
      this.#largeTasks -= 1;
      if (this.#largeTasks === 0) {
        this.#large = undefined;
        await closePool(pool);
      }
    }
  }

  async #within<T>({ piscina }: Pool, task: CheckTask | PrepareTask, name: 'check' | 'prepare'): Promise<T> {
    const signal = AbortSignal.timeout(this.#deadline);
    try {
      return await piscina.run(task, { name, signal });
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new DeadlineExceeded(`${name} did not end within ${this.#deadline / 1000} s.`, { cause });
    }
  }
}

interface Pool {
  readonly piscina: Piscina;
  /** Thread ids of the workers that have loaded everything, a ring; the first member counts them. */
  readonly loaded: Int32Array;
}

function openPool(mappings: string | undefined, threads: { minThreads: number; maxThreads: number }): Pool {
  // a checkout runs from .ts, the package from .js: the worker has the extension of this file
  const filename = new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href;
  const loaded = new Int32Array(new SharedArrayBuffer(32 * Int32Array.BYTES_PER_ELEMENT));
  const workerData = { mappings, loaded };
  return { piscina: new Piscina({ filename, workerData, idleTimeout: 60_000, ...threads }), loaded };
}

async function closePool({ piscina, loaded }: Pool): Promise<void> {
  const end = performance.now() + loading.patience;
  const allLoaded = (): boolean => piscina.threads.every(({ threadId }) => loaded.indexOf(threadId, 1) > 0);
  while (!allLoaded() && performance.now() < end) await setTimeout(loading.look);
  await piscina.destroy();
}
