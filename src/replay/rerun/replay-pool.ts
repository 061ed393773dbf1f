import { setPriority } from 'node:os';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { TaskTimeout } from '../../pipeline/workers/worker-pool.ts';
import { type NamedVersions, runInThreads, settleThreads, threadMegabytes } from './replay-threads.ts';

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

/** After so many tasks a second thread is worth what it loads. */
const worthAnother = 50;

/** What its threads do. */
type ReplayStep =
  | 'replayStep'
  | 'explainStep'
  | 'compareStep'
  | 'listUsage'
  | 'readGenerations'
  | 'readMappingsInUse'
  | 'listMappingParts'
  | 'proveVersion'
  | 'makeFixture'
  | 'makeTrial'
  | 'makeFile';

/** Runs messages again with some versions, by their names. */
export class ReplayPool {
  readonly #versions: NamedVersions;
  readonly #patience: number;
  readonly #stop: AbortSignal | undefined;
  readonly #threads: number;
  /** Tasks that have begun, and those under way. */
  #begun = 0;
  #running = 0;
  readonly #queue: (() => void)[] = [];

  /** `threads`: at most so many at once. `stop`: ends all that runs. */
  constructor(versions: NamedVersions, threads = 2, longest = messagePatience, stop?: AbortSignal) {
    this.#versions = versions;
    this.#threads = threads;
    this.#patience = longest;
    this.#stop = stop;
  }

  /** As the step ends. Rejects with ReplayTimeout, ReplayStopped. */
  async run<T>(name: ReplayStep, task: unknown): Promise<T> {
    await this.#turn();
    try {
      const timed = { name, task, deadline: this.#patience, stop: this.#stop };
      return await runInThreads<T>(this.#versions, timed);
    } catch (cause) {
      throw this.#stop?.aborted ? new ReplayStopped('It was stopped.', { cause }) : this.#endOf(cause);
    } finally {
      this.#running -= 1;
      for (const next of this.#queue.splice(0, this.#free)) next();
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
    await settleThreads();
  }

  get #free(): number {
    return (this.#begun < worthAnother ? 1 : this.#threads) - this.#running;
  }

  async #turn(): Promise<void> {
    while (this.#free <= 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#queue.push(resolve);
      await promise;
    }
    this.#begun += 1;
    this.#running += 1;
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
