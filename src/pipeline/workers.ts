import { extname } from 'node:path';
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

/** Runs check and prepare outside the event loop, under a deadline in milliseconds. */
export class Workers {
  readonly #small: Piscina;
  readonly #options: ConstructorParameters<typeof Piscina>[0];
  readonly #deadline: number;
  #large: Piscina | undefined;
  #largeTasks = 0;

  constructor(mappings: string | undefined, deadline = 120_000) {
    // a checkout runs from .ts, the package from .js: the worker has the extension of this file
    const filename = new URL(`./worker${extname(import.meta.url)}`, import.meta.url).href;
    this.#options = { filename, workerData: { mappings }, minThreads: 1, maxThreads: 2, idleTimeout: 60_000 };
    this.#small = new Piscina(this.#options);
    this.#deadline = deadline;
  }

  check(task: CheckTask): Promise<CheckResult> {
    return this.#run(task, task.bytes.length, 'check');
  }

  prepare(task: PrepareTask): Promise<Prepared> {
    return this.#run(task, Math.max(task.bytes.length, task.gathered?.length ?? 0), 'prepare');
  }

  async close(): Promise<void> {
    await Promise.all([this.#small.destroy(), this.#large?.destroy()]);
  }

  #run<T>(task: CheckTask | PrepareTask, size: number, name: 'check' | 'prepare'): Promise<T> {
    return size < largeFrom ? this.#within(this.#small, task, name) : this.#runLarge(task, name);
  }

  async #runLarge<T>(task: CheckTask | PrepareTask, name: 'check' | 'prepare'): Promise<T> {
    this.#large ??= new Piscina({ ...this.#options, minThreads: 0, maxThreads: 1 });
    const pool = this.#large;
    this.#largeTasks += 1;
    try {
      return await this.#within(pool, task, name);
    } finally {
      this.#largeTasks -= 1;
      if (this.#largeTasks === 0) {
        this.#large = undefined;
        await pool.destroy();
      }
    }
  }

  async #within<T>(pool: Piscina, task: CheckTask | PrepareTask, name: 'check' | 'prepare'): Promise<T> {
    const signal = AbortSignal.timeout(this.#deadline);
    try {
      return await pool.run(task, { name, signal });
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new DeadlineExceeded(`${name} did not end within ${this.#deadline / 1000} s.`, { cause });
    }
  }
}
