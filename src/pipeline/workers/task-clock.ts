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
  /** Rejects when there is no thread to take it up. */
  readonly waiting: Promise<never>;
  readonly #reject: (error: WorkersNotStarted) => void;
  readonly #deadline: number;
  readonly #others: ReadonlySet<TaskClock>;
  readonly #whenLate: () => void;
  #begun: BeginNote | undefined;
  #behind: BeginNote | undefined;
  #isLate = false;
  /** When some thread of the pool was last seen at work; monotonic. */
  #workedAt = performance.now();
  #timer: NodeJS.Timeout;

  /** `deadline` in milliseconds; `others`: the clocks of the pool; `whenLate` is called when its time is over. */
  constructor(deadline: number, others: ReadonlySet<TaskClock>, whenLate: () => void) {
    const { promise, reject } = Promise.withResolvers<never>();
    promise.catch(() => undefined);
    this.waiting = promise;
    this.#reject = reject;
    this.#deadline = deadline;
    this.#others = others;
    this.#whenLate = whenLate;
    this.#timer = setTimeout(() => this.#look(), deadline);
  }

  /** It goes to a thread, which notes there that it has begun it, and when it has begun the one behind it. */
  dispatch(begun: BeginNote, behind?: BeginNote): void {
    this.#begun = begun;
    this.#behind = behind;
  }

  /** It waits for a thread again. */
  recall(): void {
    this.#begun = undefined;
    this.#behind = undefined;
  }

  get isLate(): boolean {
    return this.#isLate;
  }

  get hasBegun(): boolean {
    return isNoted(this.#begun);
  }

  /** A thread is at it: it has begun it, and not the one behind it. */
  get isRunning(): boolean {
    return this.hasBegun && !isNoted(this.#behind);
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
    const left = this.#computeTimeLeft();
    if (left > 0) this.#timer = setTimeout(() => this.#look(), Math.ceil(left));
    else if (this.hasBegun) this.#end();
    else this.unstarted(new Error(`None has worked for ${startPatience / 1000} s.`));
  }

  /** One that has ended takes no more time: its thread tells that with the end of those behind it. */
  #computeTimeLeft(): number {
    if (!this.hasBegun) return this.#patience();
    return this.isRunning ? this.#deadline - this.#age() : this.#deadline;
  }

  #end(): void {
    this.#isLate = true;
    this.#whenLate();
  }

  #age(): number {
    return this.#begun ? ageOf(this.#begun) : 0;
  }

  #patience(): number {
    if ([...this.#others].some(({ hasBegun }) => hasBegun)) this.#workedAt = performance.now();
    return Math.min(this.#deadline, startPatience - (performance.now() - this.#workedAt));
  }
}

/** Memory that two threads see: when a task was begun; 0 before that. */
export type BeginNote = BigInt64Array<SharedArrayBuffer>;

/** For so many tasks that go to a thread together. */
export function createBeginNotes(count: number): readonly BeginNote[] {
  const { BYTES_PER_ELEMENT: size } = BigInt64Array;
  const memory = new SharedArrayBuffer(count * size);
  return Array.from({ length: count }, (_, n) => new BigInt64Array(memory, n * size, 1));
}

export const isNoted = (note: BeginNote | undefined): boolean =>
  note !== undefined && Atomics.load(note, 0) !== 0n;

/** Milliseconds since what is noted. */
export const ageOf = (note: BeginNote): number =>
  Number(process.hrtime.bigint() - Atomics.load(note, 0)) / 1e6;

/** A task as the pool gives it to a thread, with the memory in which its begin is noted. */
export interface TimedTask<T> {
  readonly task: T;
  readonly begun: BeginNote;
}

/** Called in the thread. */
export function markBegun(begun: BeginNote): void {
  Atomics.store(begun, 0, process.hrtime.bigint());
}
