import { limits } from '../limits.ts';
import type { Finding } from '../types.ts';
import type { CreateFinding } from './create-finding.ts';

/** Findings on one document, in bounded memory: of each code the first thousand, and how many more there are. */
export class FindingList implements Iterable<Finding> {
  readonly #tell: CreateFinding;
  readonly #kept: Finding[] = [];
  readonly #counts = new Map<string, number>();
  #length = 0;
  #isFatal = false;
  #hasError = false;

  constructor(tell: CreateFinding) {
    this.#tell = tell;
  }

  push(...found: readonly Finding[]): void {
    for (const one of found) this.add(one.code, () => one);
  }

  /** Makes the finding only where it is kept. */
  add(code: string, make: () => Finding): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    this.#length += 1;
    if (count > limits.findings) return;
    const found = make();
    this.#kept.push(found);
    this.#isFatal ||= found.severity !== 'warning';
    this.#hasError ||= found.severity === 'error';
  }

  /** All that were found, also those that are not kept. */
  get length(): number {
    return this.#length;
  }

  /** Whether one of them is more than a warning. */
  get isFatal(): boolean {
    return this.#isFatal;
  }

  /** Whether one of them refuses the document. */
  get hasError(): boolean {
    return this.#hasError;
  }

  *[Symbol.iterator](): Iterator<Finding> {
    yield* this.#kept;
    for (const [code, count] of this.#counts)
      if (count > limits.findings)
        yield this.#tell('findings-more', { count: count - limits.findings, code });
  }
}
