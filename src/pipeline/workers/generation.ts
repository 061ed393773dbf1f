import { setImmediate } from 'node:timers/promises';
import { releaseBuildTables } from '../../system/build-table.ts';
import { collectGarbage } from '../../system/collect-garbage.ts';
import { hasFewProcessors } from '../../system/few-processors.ts';
import type { Finding } from '../../types.ts';
import type { EmbeddedFile } from '../check/embedded-files.ts';
import type { PrepareTask } from '../prepare/prepare-task.ts';
import type { DistinctChannel } from '../runtime/distinct-channels.ts';
import type { RuntimeSnapshot } from '../runtime/runtime-snapshot.ts';
import type { CheckReply, CheckTask, EmbeddedTask, JoinTask, PrepareReply } from './step-worker.ts';
import { listTransferable } from './transfer.ts';
import { readAvailableMemory, shareMemory, type WorkerMemory } from './worker-memory.ts';
import {
  closeThreadPool,
  openWorkerPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
  type TimedRun,
} from './worker-pool.ts';

/** A step did not end within its deadline, which begins when a thread takes it up; the thread was stopped. */
export class DeadlineExceeded extends Error {
  readonly code = 'deadline-exceeded';
  readonly seconds: number;
  constructor(step: WorkerStep, seconds: number, cause: unknown) {
    super(`${step} did not end within ${seconds} s.`, { cause });
    this.seconds = seconds;
  }
}

type WorkerStep = 'check' | 'embedded' | 'prepare' | 'join' | 'prove' | 'rest';

/** Milliseconds without work after which memory is given back, and between two times of that; what does it on this thread. */
const usualRest = { after: 5_000, apart: 300_000, collect: collectGarbage };

/** Those that the function `batch` of the threads knows. */
const batchedSteps: readonly WorkerStep[] = ['check', 'prepare'];

/** Twenty documents of 10 kB take 35 ms as XML, and ten that are mapped 50. */
const batchLimits = { count: 20, time: 50 };

/**
 * Of the threads for small documents. `spareAfter`: milliseconds that one waits before the second thread is used beside the first, each of
 * which holds 70 MB, and compiles and collects all for itself.
 */
const smallThreadLimits = {
  ...{ minThreads: 1, idleTimeout: 60_000, batch: batchLimits },
  ...(hasFewProcessors ? { spareAfter: 3000 } : {}),
};

interface StepRun extends Omit<TimedRun, 'deadline'> {
  readonly name: WorkerStep;
}

/** The worker threads of one state of schemas, mappings and tables. */
export class Generation {
  readonly #small: ThreadPool;
  readonly #deadline: number;
  readonly #running = new Set<Promise<unknown>>();
  /** WASM memory never shrinks, so this one goes away again. Where there is no memory for it, it is that for small ones. */
  readonly #large: ThreadPool;

  readonly #memory: WorkerMemory;
  readonly #rest: typeof usualRest;
  #resting: NodeJS.Timeout | undefined;
  /** Monotonic. */
  #rested = Number.NEGATIVE_INFINITY;

  /** What it works with. */
  readonly snapshot: RuntimeSnapshot;

  /** `deadline` of a step in milliseconds. */
  constructor(
    start: RuntimeSnapshot,
    deadline: number,
    memory = shareMemory(readAvailableMemory()),
    rest = usualRest,
  ) {
    this.snapshot = start;
    this.#memory = memory;
    this.#rest = rest;
    const { small, smallThreads: maxThreads, large } = memory;
    this.#small = openWorkerPool(start, { ...smallThreadLimits, maxThreads, memory: small });
    this.#large =
      large === undefined
        ? this.#small
        : openWorkerPool(start, { minThreads: 0, maxThreads: 1, idleTimeout: 2000, memory: large });
    this.#deadline = deadline;
  }

  check(task: CheckTask): Promise<CheckReply> {
    return this.#run(task, 'check', [task.bytes], task.channel.name);
  }

  embedded(task: EmbeddedTask): Promise<readonly EmbeddedFile[]> {
    return this.#run(task, 'embedded', [task.bytes], task.channel.name);
  }

  join(task: JoinTask): Promise<Uint8Array> {
    return this.#run(task, 'join', [], task.channel.name);
  }

  prepare(task: PrepareTask): Promise<PrepareReply> {
    const bytes = [task.bytes, task.gathered, ...Object.values(task.bodies)];
    return this.#run(task, 'prepare', bytes, task.channel.name);
  }

  /** What is wrong with its mappings and XSDs. */
  prove(used: readonly DistinctChannel[]): Promise<readonly Finding[]> {
    return this.#run(used, 'prove', []);
  }

  /** Waits for what is under way, and for what was about to begin. */
  async close(): Promise<void> {
    await setImmediate();
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
    clearTimeout(this.#resting);
    await Promise.all([...new Set([this.#small, this.#large])].map(closeThreadPool));
  }

  #run<T>(
    task: unknown,
    name: WorkerStep,
    bytes: readonly (Uint8Array | undefined)[],
    channel = '',
  ): Promise<T> {
    const sizes = bytes.map((one) => one?.length ?? 0);
    const pool = Math.max(0, ...sizes) < this.#memory.largeFrom ? this.#small : this.#large;
    const transferList = listTransferable(...bytes);
    const size = sizes.reduce((sum, one) => sum + one, 0);
    const shared = batchedSteps.includes(name) ? { size } : {};
    const work = this.#within<T>(pool, { task, name, channel, transferList, ...shared });
    const done = work.then(
      () => undefined,
      () => undefined,
    );
    clearTimeout(this.#resting);
    this.#running.add(done);
    void done.then(() => {
      this.#running.delete(done);
      if (this.#running.size === 0) this.#restLater();
    });
    return work;
  }

  #restLater(): void {
    const { after, apart } = this.#rest;
    const pause = Math.max(after, this.#rested + apart - performance.now());
    this.#resting = setTimeout(() => void this.#giveBack(), pause).unref();
  }

  /** Of this thread and of the one that stays. */
  async #giveBack(): Promise<void> {
    this.#rested = performance.now();
    releaseBuildTables();
    this.#rest.collect();
    // one that ends meanwhile gives back all it has
    const run: StepRun = { name: 'rest', task: undefined, channel: '', transferList: [] };
    await this.#within(this.#small, run).catch(() => undefined);
  }

  async #within<T>(pool: ThreadPool, run: StepRun): Promise<T> {
    try {
      return await runWithDeadline<T>(pool, { ...run, deadline: this.#deadline });
    } catch (cause) {
      throw cause instanceof TaskTimeout
        ? new DeadlineExceeded(run.name, this.#deadline / 1000, cause)
        : cause;
    }
  }
}
