/** The least item first, without sorting the rest: of 100,000 files only those are put in order that are claimed. */
export class PriorityQueue<T> {
  readonly #items: T[] = [];
  readonly #compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get least(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    let at = this.#items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfLower(at, parent)) return;
      at = parent;
    }
  }

  pop(): T | undefined {
    const least = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) {
      this.#items[0] = last;
      this.#sink();
    }
    return least;
  }

  clear(): void {
    this.#items.length = 0;
  }

  #sink(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const child = this.#isBefore(right, left) ? right : left;
      if (!this.#swapIfLower(child, at)) return;
      at = child;
    }
  }

  /** Exchanges the two when the first belongs before the second. */
  #swapIfLower(lower: number, upper: number): boolean {
    const [a, b] = [this.#items[lower], this.#items[upper]];
    if (a === undefined || b === undefined || this.#compare(a, b) >= 0) return false;
    this.#items[lower] = b;
    this.#items[upper] = a;
    return true;
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#items[one], this.#items[other]];
    return a !== undefined && b !== undefined && this.#compare(a, b) < 0;
  }
}
