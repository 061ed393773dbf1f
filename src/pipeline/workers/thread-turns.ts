import { TurnQueue } from '../../time/turn-queue.ts';

/**
 * Gives a pool no more tasks than it has threads. The others wait here, those of one channel in their order and the channels in turn.
 * (Of the tasks in a queue of its own, piscina 5.3 puts the second one behind all others whenever a thread becomes free: one may stay
 * there for seconds.)
 */
export class ThreadTurns {
  readonly #waiting = new TurnQueue<() => void>();
  readonly #threads: number;
  readonly #spareAfter: number;
  #free: number;
  #isClosed = false;

  /** `spareAfter`: milliseconds that something waits before a further thread is used beside one that works. */
  constructor(threads: number, spareAfter = 0) {
    this.#threads = threads;
    this.#spareAfter = spareAfter;
    this.#free = threads;
  }

  /** Runs it when a thread can take it up. Rejects when `signal` aborts first. */
  async run<T>(channel: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(channel, signal);
    try {
      if (this.#isClosed) throw new Error('The threads have ended.');
      return await work();
    } finally {
      this.#leave();
    }
  }

  /** Nothing is begun any more. */
  close(): void {
    this.#isClosed = true;
  }

  #enter(channel: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0 && (this.#spareAfter === 0 || this.#free === this.#threads)) {
      this.#free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const late = this.#free > 0 ? setTimeout(() => this.#beginBeside(), this.#spareAfter) : undefined;
      const begin = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = (): void => {
        clearTimeout(late);
        this.#waiting.remove(channel, begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(channel, begin);
    });
  }

  /** By a thread that was spared so far. */
  #beginBeside(): void {
    if (this.#free === 0) return;
    this.#free -= 1;
    this.#leave();
  }

  #leave(): void {
    const begin = this.#waiting.shift();
    if (begin) begin();
    else this.#free += 1;
  }
}
