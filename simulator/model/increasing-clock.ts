/** Timestamps with milliseconds, each later than the one before, so that no two changes share one. */
export class Clock {
  #last = 0;

  next(): string {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return new Date(this.#last).toISOString();
  }
}
