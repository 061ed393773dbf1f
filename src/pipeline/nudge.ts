/** Wakes loops early: all that wait. A nudge that comes while nobody waits is kept for the next wait. */
export class Nudge {
  #nudged = false;
  readonly #waiting = new Set<() => void>();

  nudge(): void {
    this.#nudged = this.#waiting.size === 0;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves on a nudge, or after `ms`. */
  async wait(ms: number): Promise<void> {
    if (!this.#nudged) await this.#sleep(ms);
    this.#nudged = false;
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
