import { join } from 'node:path';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { readFileStamp } from '../../mapping/files/file-stamps.ts';
import type { MappingEnds } from '../../mapping/files/mapping-ends.ts';
import { threadProgram } from '../../package.ts';
import { WorkersNotStarted } from '../../pipeline/workers/task-clock.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
} from '../../pipeline/workers/worker-pool.ts';
import type { MappingEndsTask } from './mapping-ends-thread.ts';

/** Of the thread: MB of objects, and milliseconds after which it goes away. */
const limits = { megabytes: 400, idle: 10_000 };

/** Milliseconds for one mapping. */
const usualPatience = 30_000;

interface KnownEnds {
  /** Of the files, when they were read. */
  readonly stamp: string;
  readonly ends: Promise<MappingEnds | undefined>;
}

/**
 * What mappings read and make, as their files say it. To read a file of YAML takes up to a second, so that is done
 * in a thread of its own, and kept for as long as the file is the same.
 */
export class MappingEndsReader {
  readonly #known = new Map<string, KnownEnds>();
  readonly #patience: number;
  #pool: ThreadPool | undefined;

  constructor(patience = usualPatience) {
    this.#patience = patience;
  }

  /** Undefined where no folder has that mapping, or its file does not say it, or cannot be read in time. `name` is no path. */
  read(name: string, folders: readonly string[]): Promise<MappingEnds | undefined> {
    const stamp = folders.map((folder) => readFileStamp(join(folder, `${name}.yaml`))).join('\n');
    if (stamp.trim() === '') return Promise.resolve(undefined);
    const known = this.#known.get(name);
    if (known?.stamp === stamp) return known.ends;
    const ends = this.#readInThread({ name, folders }).catch((error: unknown) => {
      this.#known.delete(name);
      if (error instanceof TaskTimeout) return undefined;
      throw error;
    });
    this.#known.set(name, { stamp, ends });
    return ends;
  }

  async close(): Promise<void> {
    const pool = this.#pool;
    this.#pool = undefined;
    if (pool) await closeThreadPool(pool);
  }

  async #readInThread(task: MappingEndsTask, mayRetry = true): Promise<MappingEnds | undefined> {
    this.#pool ??= this.#open();
    try {
      return await runWithDeadline<MappingEnds | undefined>(this.#pool, {
        ...{ name: 'readEnds', task, deadline: this.#patience },
      });
    } catch (error) {
      if (systemCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return undefined;
      // piscina tells the end of a thread that ran out of memory to the task behind it, too
      if (error instanceof WorkersNotStarted && mayRetry) return await this.#readInThread(task, false);
      throw error;
    }
  }

  #open(): ThreadPool {
    return openThreadPool(
      threadProgram('mapping-ends').href,
      {},
      { minThreads: 0, maxThreads: 1, idleTimeout: limits.idle, memory: limits.megabytes },
    );
  }
}
