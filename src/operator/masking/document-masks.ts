import { threadProgram } from '../../package.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
} from '../../pipeline/workers/worker-pool.ts';
import type { MaskTask } from './masking-thread.ts';

/** Milliseconds that one document may take, and after which a thread without work goes away. */
const times = { patience: 20_000, idle: 300_000 };

/** The thread in which documents are masked: it is there while somebody looks at them. */
export class DocumentMasks {
  readonly #readSeed: () => Promise<string>;
  #seed: string | undefined;
  #pool: ThreadPool | undefined;

  /** `readSeed`: whoever knows the seed can try which word became which. The same one gives the same words. */
  constructor(readSeed: () => Promise<string>) {
    this.#readSeed = readSeed;
  }

  /** Undefined: it cannot be masked, and must not be shown. */
  async mask(task: MaskTask): Promise<Uint8Array | undefined> {
    const seed = this.#seed ?? (await this.#readSeed());
    this.#seed = seed;
    this.#pool ??= openThreadPool(
      threadProgram('masking').href,
      { seed },
      { minThreads: 0, maxThreads: 1, idleTimeout: times.idle, memory: 800 },
    );
    try {
      return await runWithDeadline<Uint8Array | undefined>(this.#pool, {
        ...{ name: 'maskDocument', task, deadline: times.patience },
      });
    } catch (error) {
      if (error instanceof TaskTimeout) return undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    if (pool) await closeThreadPool(pool);
  }
}
