import type { Tell } from '../findings/messages.ts';
import { limits } from '../limits.ts';
import type { Finding } from '../types.ts';

/** Findings on one document, in bounded memory: of each code the first thousand, and how many more there are. */
export class FindingList implements Iterable<Finding> {
  readonly #tell: Tell;
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<string, number>();

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  push(...found: readonly Finding[]): void {
    for (const one of found) this.add(one.code, () => one);
  }

  /** Makes the finding only where it is kept. */
  add(code: string, make: () => Finding): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= limits.findings) this.#kept.push(make());
  }

  /** Whether one of them refuses the document. */
  get hasError(): boolean {
    return this.#kept.some(({ severity }) => severity === 'error');
  }

  *[Symbol.iterator](): Iterator<Finding> {
    yield* this.#kept;
    for (const [code, count] of this.#counts)
      if (count > limits.findings)
        yield this.#tell('findings-more', { count: count - limits.findings, code });
  }
}
