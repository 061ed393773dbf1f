import { rejectAfter } from '../../time/deadline.ts';

/**
 * How many connections may be in use at once. Whoever finds none free waits here, and not in the pool: there the time for which one waits
 * counts as time in which the server did not answer.
 */
export class ConnectionSlots {
  readonly #patience: number;
  #limit: number;
  #used = 0;
  readonly #waiting: (() => void)[] = [];

  /** `patience`: milliseconds for which one that is free is waited for. */
  constructor(limit: number, patience: number) {
    this.#limit = limit;
    this.#patience = patience;
  }

  /** Those in use beyond it end their work. */
  set limit(limit: number) {
    this.#limit = limit;
    this.#next();
  }

  /** Runs the work when a connection is free, the first to come first. */
  async use<T>(work: () => Promise<T>): Promise<T> {
    await this.#take();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    this.#used -= 1;
    this.#next();
  }

  async #take(): Promise<void> {
    if (this.#used < this.#limit) {
      this.#used += 1;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    try {
      await rejectAfter(this.#patience, promise, () => new Error('no connection was free in time'));
    } catch (error) {
      const at = this.#waiting.indexOf(resolve);
      if (at >= 0) this.#waiting.splice(at, 1);
      else this.#leave();
      throw error;
    }
  }

  #next(): void {
    while (this.#used < this.#limit && this.#waiting.length > 0) {
      this.#used += 1;
      this.#waiting.shift()?.();
    }
  }
}
