/** How many kinds of one list are kept. */
const mostGroups = 2000;

/** Kinds of something by their keys: the first so many are kept, of the others it is known how many there are. */
export class BoundedGroups<T> {
  readonly #kept = new Map<string, T>();
  readonly #others = new Set<string>();
  readonly #most: number;

  constructor(atMost = mostGroups) {
    this.#most = atMost;
  }

  /** Undefined: it is left out. */
  getOrAdd(key: string, make: () => T): T | undefined {
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    if (this.#kept.size >= this.#most) {
      this.#others.add(key);
      return undefined;
    }
    const kind = make();
    this.#kept.set(key, kind);
    return kind;
  }

  get all(): readonly T[] {
    return [...this.#kept.values()];
  }

  get leftOut(): number {
    return this.#others.size;
  }
}
