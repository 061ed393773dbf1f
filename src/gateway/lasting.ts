/** When something was first seen, by the wall's clock and by one that does not jump. */
interface Begun {
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Monotonic milliseconds. */
  readonly mono: number;
}

/** Remembers since when things are as they are: what is not seen in one look begins anew in the next. */
export class Lasting {
  readonly #now: () => number;
  #begun: ReadonlyMap<string, Begun> = new Map();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Takes what is seen now. */
  see(keys: Iterable<string>): void {
    const begins = { at: new Date().toISOString(), mono: this.#now() };
    this.#begun = new Map([...keys].map((key) => [key, this.#begun.get(key) ?? begins]));
  }

  /** Since when, and for how many milliseconds, what was seen in the last look has been so. */
  of(key: string): { readonly since: string; readonly lasts: number } {
    const begun = this.#begun.get(key);
    return { since: begun?.at ?? new Date().toISOString(), lasts: begun ? this.#now() - begun.mono : 0 };
  }
}
