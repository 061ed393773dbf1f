/** Wakes a loop early. A nudge that comes while nobody waits is kept for the next wait. */
export class Nudge {
  #nudged = false;
  #wake: (() => void) | undefined;

  nudge(): void {
    this.#nudged = true;
    this.#wake?.();
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
        this.#wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
    });
  }
}
