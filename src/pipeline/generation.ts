import type { Finding } from '../types.ts';
import type { CheckResult } from './check.ts';
import { closePool, openPool, type Pool, type WorkerStart } from './pool.ts';
import type { Prepared, PrepareTask } from './prepare.ts';
import type { UsedMapping } from './prove-mappings.ts';
import type { CheckTask } from './worker.ts';

/** A step did not end within its deadline; its worker was stopped. */
export class DeadlineExceeded extends Error {
  readonly code = 'deadline-exceeded';
  readonly seconds: number;
  constructor(step: Step, seconds: number, cause: unknown) {
    super(`${step} did not end within ${seconds} s.`, { cause });
    this.seconds = seconds;
  }
}

/** Documents above this many bytes go to the second pool: WASM memory never shrinks, so that pool goes away again. */
const largeFrom = 5_000_000;

type Step = 'check' | 'prepare' | 'prove';

/** The worker threads of one state of schemas, mappings and tables. */
export class Generation {
  readonly #start: WorkerStart;
  readonly #small: Pool;
  readonly #deadline: number;
  readonly #running = new Set<Promise<unknown>>();
  #large: Pool | undefined;
  #largeTasks = 0;

  /** `deadline` of a step in milliseconds. */
  constructor(start: WorkerStart, deadline: number) {
    this.#start = start;
    this.#small = openPool(start, { minThreads: 1, maxThreads: 2 });
    this.#deadline = deadline;
  }

  check(task: CheckTask): Promise<CheckResult> {
    return this.#run(task, task.bytes.length, 'check');
  }

  prepare(task: PrepareTask): Promise<Prepared> {
    return this.#run(task, Math.max(task.bytes.length, task.gathered?.length ?? 0), 'prepare');
  }

  /** What is wrong with its mappings. */
  prove(used: readonly UsedMapping[]): Promise<readonly Finding[]> {
    return this.#run(used, 0, 'prove');
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
    await Promise.all([closePool(this.#small), this.#large && closePool(this.#large)]);
  }

  #run<T>(task: unknown, size: number, name: Step): Promise<T> {
    const work: Promise<T> =
      size < largeFrom ? this.#within(this.#small, task, name) : this.#runLarge(task, name);
    const done = work.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(done);
    void done.then(() => this.#running.delete(done));
    return work;
  }

  async #runLarge<T>(task: unknown, name: Step): Promise<T> {
    this.#large ??= openPool(this.#start, { minThreads: 0, maxThreads: 1 });
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

  async #within<T>({ piscina }: Pool, task: unknown, name: Step): Promise<T> {
    const signal = AbortSignal.timeout(this.#deadline);
    try {
      return await piscina.run(task, { name, signal });
    } catch (cause) {
      if (!signal.aborted) throw cause;
      throw new DeadlineExceeded(name, this.#deadline / 1000, cause);
    }
  }
}
