/** Milliseconds after which an unfinished call counts as hanging. */
const silence = 30_000;

/** Calls under way, and how long the oldest has been. */
export class PendingCalls {
  /** When each began; monotonic, the oldest first. */
  readonly #begun = new Map<symbol, number>();

  async track<T>(call: () => Promise<T>): Promise<T> {
    const one = Symbol();
    this.#begun.set(one, performance.now());
    try {
      return await call();
    } finally {
      this.#begun.delete(one);
    }
  }

  /** Seconds that the oldest has been under way, when that is too long (`most` in milliseconds). */
  hangingSeconds(most = silence): number | undefined {
    const [oldest = performance.now()] = this.#begun.values();
    const waited = performance.now() - oldest;
    return waited < most ? undefined : Math.round(waited / 1000);
  }
}
