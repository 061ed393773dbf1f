import type { Worker } from 'node:worker_threads';
import { systemCodeOf } from '../../folders/folder-error.ts';
import { threadProgram } from '../../package.ts';
import { WorkersNotStarted } from '../../pipeline/workers/task-clock.ts';
import {
  closeThreadPool,
  openThreadPool,
  runWithDeadline,
  TaskTimeout,
  type ThreadPool,
} from '../../pipeline/workers/worker-pool.ts';
import { pause } from '../../time/pause.ts';
import type { PreviewFolders, ThreadTask, ThreadTaskName } from './preview-thread.ts';
import type { TrialReply } from './trial-reply.ts';
import { watchThreadTime } from './watch-thread-time.ts';

/** What a thread is asked to do. */
export interface ThreadCall {
  readonly name: ThreadTaskName;
  readonly task: ThreadTask;
  /** Milliseconds of its own time on a core. */
  readonly patience: number;
  /** Called when it has used so much of them that it may well be stopped. */
  onSlow?(): void;
}

interface ThreadLimits {
  /** MB for the objects of the thread. */
  readonly megabytes: number;
  /** Milliseconds after which a thread that nobody used goes away. */
  readonly idle: number;
}

/** A thread in which edits are tried, with limits of time and memory. One that was stopped begins anew. */
export class TrialThread {
  readonly #limits: ThreadLimits;
  readonly #pool: ThreadPool;
  /** It has run nothing yet: its first trial also compiles the code of everything. */
  #isCold = true;
  #working: Promise<unknown> = Promise.resolve();

  constructor(folders: PreviewFolders, limits: ThreadLimits) {
    this.#limits = limits;
    this.#pool = openThreadPool(threadProgram('preview').href, folders, {
      ...{ minThreads: 1, maxThreads: 1, idleTimeout: limits.idle },
      ...{ memory: limits.megabytes, young: youngMegabytes },
    });
  }

  /** It has run something: the next trial needs load nothing. */
  get isWarm(): boolean {
    return !this.#isCold;
  }

  /** One at a time: each is watched by the time of the thread. */
  run<T>(call: ThreadCall): Promise<TrialReply<T>> {
    const turn = this.#working.then(() => this.#run<T>(call));
    this.#working = turn.catch(() => undefined);
    return turn;
  }

  async #run<T>(call: ThreadCall, mayRetry = true): Promise<TrialReply<T>> {
    const { name, task, patience, onSlow } = call;
    const cold = this.#isCold ? coldPatience : 0;
    const time = cold + patience;
    const [late, ended] = [new AbortController(), new AbortController()];
    try {
      await this.#pool.first;
      void this.#worksFor(time, ended.signal).then((isOver) => isOver && late.abort());
      void this.#worksFor(cold + patience * slowShare, ended.signal).then((isOver) => isOver && onSlow?.());
      const deadline = time * mostWaiting;
      const answer = await runWithDeadline<T>(this.#pool, { name, task, deadline, stop: late.signal });
      this.#isCold = false;
      return { kind: 'answer', answer };
    } catch (error) {
      this.#isCold = true;
      if (late.signal.aborted || error instanceof TaskTimeout)
        return { kind: 'too-long', milliseconds: Math.round(time) };
      if (systemCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY')
        return { kind: 'too-large', megabytes: this.#limits.megabytes };
      // piscina tells the end of a thread that ran out of memory to the trial behind it, too
      if (error instanceof WorkersNotStarted && mayRetry) return await this.#run(call, false);
      throw error;
    } finally {
      ended.abort();
    }
  }

  /** By its own time: resolves to whether it has worked for so long before the call ended. One that still loads has not begun it. */
  async #worksFor(milliseconds: number, ended: AbortSignal): Promise<boolean> {
    try {
      await watchThreadTime(await this.#loaded(ended), milliseconds, ended);
      return true;
    } catch {
      // it ended in time, or the thread has gone by itself
      return false;
    }
  }

  async #loaded(ended: AbortSignal): Promise<Worker> {
    const { piscina, ready } = this.#pool;
    for (;;) {
      const thread = piscina.threads.find(({ threadId }) => ready.has(threadId));
      if (thread) return thread;
      await pause(loadingLook, ended);
      ended.throwIfAborted();
    }
  }

  async close(): Promise<void> {
    await closeThreadPool(this.#pool);
    await this.#working;
  }
}

/** A trial of thousands of lines holds on to most of what it makes: with the room of other threads a fifth of it went into moving that. */
const youngMegabytes = 96;

/** Times as long on the clock it may take where other work has the cores. */
const mostWaiting = 10;

/** Milliseconds between looks whether the thread has loaded. */
const loadingLook = 20;

/** Milliseconds more for the first trial of a thread. */
const coldPatience = 3000;

/** A trial that has used such a part of its time is not one of those that end at once. */
const slowShare = 0.2;
