/** What waits, and for whom: they take turns, and what waits for one of them keeps its order. */
export class TurnQueue<T> {
  /** Whose turn is next stands first. */
  readonly #waiting = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  get size(): number {
    let size = 0;
    for (const items of this.#waiting.values()) size += items.length;
    return size;
  }

  /** What `shift` gives; undefined when nothing waits. */
  get next(): T | undefined {
    const [items] = this.#waiting.values();
    return items?.[0];
  }

  push(turn: string, item: T): void {
    const items = this.#waiting.get(turn);
    if (items) items.push(item);
    else this.#waiting.set(turn, [item]);
  }

  /** The next one; undefined when nothing waits. */
  shift(): T | undefined {
    const [next] = this.#waiting;
    if (next === undefined) return undefined;
    const [turn, [item, ...rest]] = next;
    this.#waiting.delete(turn);
    if (rest.length > 0) this.#waiting.set(turn, rest);
    return item;
  }

  /** It does not wait any more. */
  remove(turn: string, item: T): void {
    const rest = (this.#waiting.get(turn) ?? []).filter((one) => one !== item);
    if (rest.length > 0) this.#waiting.set(turn, rest);
    else this.#waiting.delete(turn);
  }
}
