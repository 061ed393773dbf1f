import { setImmediate } from 'node:timers/promises';
import type { Finding } from '../../types.ts';
import type { EmbeddedFile } from '../check/embedded.ts';
import type { PrepareTask } from '../prepare/prepare.ts';
import { memoryOf } from './hand-over.ts';
import { memoryAtHand, shareMemory, type WorkerMemory } from './memory.ts';
import { closePool, openPool, type Pool, runTimed, TooLate } from './pool.ts';
import type { Snapshot } from './snapshot.ts';
import type { UsedTools } from './used-tools.ts';
import type { Checked, CheckTask, EmbeddedTask, JoinTask, PreparedWith } from './worker.ts';

/** A step did not end within its deadline, which begins when a thread takes it up; the thread was stopped. */
export class DeadlineExceeded extends Error {
  readonly code = 'deadline-exceeded';
  readonly seconds: number;
  constructor(step: Step, seconds: number, cause: unknown) {
    super(`${step} did not end within ${seconds} s.`, { cause });
    this.seconds = seconds;
  }
}

type Step = 'check' | 'embedded' | 'prepare' | 'join' | 'prove';

/** The worker threads of one state of schemas, mappings and tables. */
export class Generation {
  readonly #small: Pool;
  readonly #deadline: number;
  readonly #running = new Set<Promise<unknown>>();
  /** WASM memory never shrinks, so this one goes away again. */
  readonly #large: Pool;

  readonly #memory: WorkerMemory;

  /** What it works with. */
  readonly snapshot: Snapshot;

  /** `deadline` of a step in milliseconds. */
  constructor(start: Snapshot, deadline: number, memory = shareMemory(memoryAtHand())) {
    this.snapshot = start;
    this.#memory = memory;
    const { small, large } = memory;
    this.#small = openPool(start, { minThreads: 1, maxThreads: 2, idleTimeout: 60_000, memory: small });
    this.#large = openPool(start, { minThreads: 0, maxThreads: 1, idleTimeout: 2000, memory: large });
    this.#deadline = deadline;
  }

  check(task: CheckTask): Promise<Checked> {
    return this.#run(task, 'check', [task.bytes]);
  }

  embedded(task: EmbeddedTask): Promise<readonly EmbeddedFile[]> {
    return this.#run(task, 'embedded', [task.bytes]);
  }

  join(task: JoinTask): Promise<Uint8Array> {
    return this.#run(task, 'join', []);
  }

  prepare(task: PrepareTask): Promise<PreparedWith> {
    return this.#run(task, 'prepare', [task.bytes, task.gathered, ...Object.values(task.bodies)]);
  }

  /** What is wrong with its mappings and XSDs. */
  prove(used: readonly UsedTools[]): Promise<readonly Finding[]> {
    return this.#run(used, 'prove', []);
  }

  /** Waits for what is under way, and for what was about to begin. */
  async close(): Promise<void> {
    await setImmediate();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    await Promise.all([closePool(this.#small), closePool(this.#large)]);
  }

  #run<T>(task: unknown, name: Step, bytes: readonly (Uint8Array | undefined)[]): Promise<T> {
    const largest = Math.max(0, ...bytes.map((one) => one?.length ?? 0));
    const work = this.#within<T>(
      largest < this.#memory.largeFrom ? this.#small : this.#large,
      task,
      name,
      memoryOf(...bytes),
    );
    const done = work.then(
      () => undefined,
      () => undefined,
    );
    this.#running.add(done);
    void done.then(() => this.#running.delete(done));
    return work;
  }

  async #within<T>(pool: Pool, task: unknown, name: Step, transferList: ArrayBuffer[]): Promise<T> {
    try {
      return await runTimed<T>(pool, { name, task, deadline: this.#deadline, transferList });
    } catch (cause) {
      throw cause instanceof TooLate ? new DeadlineExceeded(name, this.#deadline / 1000, cause) : cause;
    }
  }
}
