/** No thread could be had for a task: this is no fault of its document. */
export class WorkersNotStarted extends Error {
  readonly code = 'workers-not-started';
}

/** Milliseconds in which some thread must work: loading takes a second. */
const startPatience = 60_000;

/**
 * The time of one task, which begins when a thread takes it up: however long it waited behind others does not count. The
 * thread notes the moment in memory that both see, by the clock that all threads of a process have in common.
 */
export class TaskClock {
  /** Goes to the thread with the task. */
  readonly begun = new BigInt64Array(new SharedArrayBuffer(BigInt64Array.BYTES_PER_ELEMENT));
  /** Rejects when there is no thread to take it up. */
  readonly waiting: Promise<never>;
  readonly #reject: (error: WorkersNotStarted) => void;
  readonly #late = new AbortController();
  readonly #deadline: number;
  readonly #others: ReadonlySet<TaskClock>;
  /** When some thread of the pool was last seen at work; monotonic. */
  #workedAt = performance.now();
  #timer: NodeJS.Timeout;

  /** `deadline` in milliseconds; `others`: the clocks of the pool. */
  constructor(deadline: number, others: ReadonlySet<TaskClock>) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.waiting = promise;
    this.#reject = reject;
    this.#deadline = deadline;
    this.#others = others;
    this.#timer = setTimeout(() => this.#look(), deadline);
  }

  /** Aborts when its time is over. */
  get signal(): AbortSignal {
    return this.#late.signal;
  }

  get hasBegun(): boolean {
    return Atomics.load(this.begun, 0) !== 0n;
  }

  /** A thread could not be started: it is told to whoever waits for one. */
  unstarted(cause: unknown): void {
    if (!this.hasBegun)
      this.#reject(new WorkersNotStarted('The worker threads could not be started.', { cause }));
  }

  /** It has ended: whoever waits for a thread knows that one works, also if none does when it looks. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.hasBegun) for (const other of this.#others) other.#workedAt = performance.now();
  }

  #look(): void {
    const left = this.hasBegun ? this.#deadline - this.#age() : this.#patience();
    if (left > 0) this.#timer = setTimeout(() => this.#look(), Math.ceil(left));
    else if (this.hasBegun) this.#late.abort();
    else this.unstarted(new Error(`None has worked for ${startPatience / 1000} s.`));
  }

  #age(): number {
    return Number(process.hrtime.bigint() - Atomics.load(this.begun, 0)) / 1e6;
  }

  #patience(): number {
    if ([...this.#others].some(({ hasBegun }) => hasBegun)) this.#workedAt = performance.now();
    return Math.min(this.#deadline, startPatience - (performance.now() - this.#workedAt));
  }
}

/** A task as the pool gives it to a thread, with the memory in which its begin is noted. */
export interface TimedTask<T> {
  readonly task: T;
  readonly begun: BigInt64Array;
}

/** Called in the thread. */
export function markBegun(begun: BigInt64Array): void {
  Atomics.store(begun, 0, process.hrtime.bigint());
}
