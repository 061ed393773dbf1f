import type { SourceText } from '../nodes/source-text.ts';
import type { Place } from '../nodes/tree-builder.ts';

/** Line and column of rising offsets, both 1-based, in one pass over the text. */
export class PositionCounter {
  readonly #source: SourceText;
  readonly #text: string;
  #line = 1;
  #lineStart = 0;
  #next: number;

  constructor(source: SourceText) {
    this.#source = source;
    this.#text = source.text;
    if (this.#text.startsWith('\uFEFF')) this.#lineStart = 1;
    this.#next = this.#text.indexOf('\n');
  }

  of(offset: number): Place {
    while (this.#next !== -1 && this.#next < offset) {
      this.#line += 1;
      this.#lineStart = this.#next + 1;
      this.#next = this.#text.indexOf('\n', this.#lineStart);
    }
    return this.#source.positionAt(offset, { line: this.#line, column: offset - this.#lineStart + 1 });
  }
}
