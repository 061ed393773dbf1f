/** Wakes loops early: all that wait. A call that comes while nobody waits is kept for the next wait. */
export class WakeSignal {
  #called = false;
  readonly #waiting = new Set<() => void>();

  call(): void {
    this.#called = this.#waiting.size === 0;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves on a call, or after `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#called) await this.#sleep(ms);
    this.#called = false;
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
    });
  }
}
