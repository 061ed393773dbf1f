/** Work by key that several may share: whoever asks while it is under way gets the next one, which begins after that. */
export class SharedWork {
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  run(key: string, work: () => Promise<void>): Promise<void> {
    const running = this.#running.get(key);
    if (running === undefined) return this.#begin(key, work);
    const next = this.#next.get(key) ?? this.#after(running, key, work);
    this.#next.set(key, next);
    return next;
  }

  async #after(running: Promise<void>, key: string, work: () => Promise<void>): Promise<void> {
    await Promise.allSettled([running]);
    this.#next.delete(key);
    await this.#begin(key, work);
  }

  async #begin(key: string, work: () => Promise<void>): Promise<void> {
    const running = work();
    this.#running.set(key, running);
    try {
      await running;
    } finally {
      if (this.#running.get(key) === running) this.#running.delete(key);
    }
  }
}
