/** At most so many calls under way at once; the others wait, first come, first served. */
export class Slots {
  #running = 0;
  readonly #count: number;
  readonly #queue: (() => void)[] = [];

  constructor(count: number) {
    this.#count = count;
  }

  async run<T>(call: () => Promise<T>): Promise<T> {
    if (this.#running < this.#count) this.#running += 1;
    else await new Promise<void>((resolve) => this.#queue.push(resolve));
    try {
      return await call();
    } finally {
      // whoever comes next takes the slot over
      const next = this.#queue.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
