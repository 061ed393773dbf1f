/** Milliseconds, of a task as no other one was yet. */
const unknown = 20;

/** How much the last one says beside those before it: where a thread has just begun with a mapping, each takes less than the one before. */
const weight = 0.5;

/** How long tasks take a thread, by what those like them took last. */
export class TaskPace {
  /** Milliseconds a byte, by what they are alike in. */
  readonly #paces = new Map<string, number>();

  /** Milliseconds that one of so many bytes will take. */
  expect(kind: string, size: number): number {
    const pace = this.#paces.get(kind);
    return pace === undefined ? unknown : pace * size;
  }

  /** `took`: milliseconds. */
  note(kind: string, size: number, took: number): void {
    const pace = took / Math.max(1, size);
    const before = this.#paces.get(kind) ?? pace;
    this.#paces.set(kind, before + weight * (pace - before));
  }
}
