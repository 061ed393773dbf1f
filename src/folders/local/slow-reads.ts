/**
 * Of so many reads one after the other, how many took how long (milliseconds)? Where it is half of them, files are opened under the eyes of
 * a virus scanner, or the disk is slow.
 */
const slow = { of: 20, many: 10, took: 5 };

/** Milliseconds after which it may be otherwise. */
const believedFor = 600_000;

/** How long files take to be read on one disk: whether the event loop may wait for them. */
export class SlowReads {
  #last: readonly boolean[] = [];
  #until = 0;

  get areSlow(): boolean {
    return performance.now() < this.#until;
  }

  /** What `read` answers; it is timed. */
  time<T>(read: () => T): T {
    const began = performance.now();
    try {
      return read();
    } finally {
      this.#note(performance.now() - began);
    }
  }

  #note(took: number): void {
    this.#last = [...this.#last.slice(1 - slow.of), took >= slow.took];
    if (this.#last.filter(Boolean).length < slow.many) return;
    this.#last = [];
    this.#until = performance.now() + believedFor;
  }
}
