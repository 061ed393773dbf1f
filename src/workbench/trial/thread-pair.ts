import type { TrialReply } from './trial-reply.ts';
import type { ThreadCall, TrialThread } from './trial-thread.ts';

/** What is needed of a thread. */
type Thread = Pick<TrialThread, 'run' | 'close' | 'isWarm'>;

/**
 * The thread that tries edits, and a spare one as long as some trial may not end: whoever types on while a thread is stopped finds the other
 * one warm. A trial that is slow brings the spare; the thread that was stopped is the next spare. Who types nothing odd pays for one.
 */
export class ThreadPair {
  readonly #open: () => Thread;
  readonly #isAwaited: () => boolean;
  #current: Thread | undefined;
  #spare: Thread | undefined;
  /** How a thread is warmed. */
  #warming: ThreadCall | undefined;
  /** Of those that were open before. */
  #closing: Promise<unknown> = Promise.resolve();

  /** `isAwaited`: somebody waits whose trial warms the thread as well. */
  constructor(open: () => Thread, isAwaited: () => boolean) {
    [this.#open, this.#isAwaited] = [open, isAwaited];
  }

  get isOpen(): boolean {
    return this.#current !== undefined;
  }

  /** The next trial needs load nothing. */
  get isWarm(): boolean {
    return this.#current?.isWarm ?? false;
  }

  get hasSpare(): boolean {
    return this.#spare !== undefined;
  }

  /** A trial of which nobody hears, with which a thread that takes the place of another is warmed. */
  warmBy(call: ThreadCall): void {
    this.#warming = call;
  }

  async run<T>(call: ThreadCall): Promise<TrialReply<T>> {
    this.#current ??= this.#open();
    const thread = this.#current;
    const reply = await thread.run<T>({ ...call, onSlow: () => this.#prepareSpare() });
    if (reply.kind !== 'answer') this.#swap(thread);
    return reply;
  }

  #prepareSpare(): void {
    if (this.#spare !== undefined || this.#warming === undefined) return;
    this.#spare = this.#open();
    this.#warm(this.#spare);
  }

  /** The thread begins anew: until it has loaded everything the spare one answers. */
  #swap(stopped: Thread): void {
    if (this.#current !== stopped) return;
    const spare = this.#spare;
    if (spare) [this.#current, this.#spare] = [spare, stopped];
    if (spare || !this.#isAwaited()) this.#warm(stopped);
  }

  /** What keeps it from starting is told to who asks next. */
  #warm(thread: Thread): void {
    if (this.#warming) thread.run(this.#warming).catch(() => undefined);
  }

  /** Resolves when no thread is left, one that was being closed neither. */
  async close(): Promise<void> {
    const threads = [this.#current, this.#spare];
    [this.#current, this.#spare, this.#warming] = [undefined, undefined, undefined];
    this.#closing = Promise.all([this.#closing, ...threads.map((one) => one?.close())]);
    await this.#closing;
  }
}
