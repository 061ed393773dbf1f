import { buildMarkPattern, type Gap, markLength } from './abridge.ts';

interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A gap at its place in the text. */
interface PlacedGap extends Gap {
  /** Offset behind its mark. */
  readonly end: number;
  /** Line feeds in this gap and those before it. */
  readonly linesSoFar: number;
}

/** A text that may be abridged: what was cut out is known, and every place is that of the whole document. */
export class SourceText {
  /** With marks instead of what was cut out. */
  readonly text: string;
  readonly #gaps: readonly PlacedGap[];
  readonly #byMark: ReadonlyMap<string, Gap>;
  readonly #bytes: Uint8Array | undefined;

  /** `bytes`: the whole text, where they are UTF-8. */
  constructor(text: string, gaps: readonly Gap[] = [], bytes?: Uint8Array) {
    this.text = text;
    this.#byMark = new Map(gaps.map((gap) => [gap.mark, gap]));
    this.#gaps = this.#placed();
    this.#bytes = bytes;
  }

  /** Another text that was made from this one. */
  withText(text: string): SourceText {
    return text === this.text ? this : new SourceText(text, [...this.#byMark.values()]);
  }

  /** Texts and gaps in turn; undefined when nothing was cut out of this part of the text. */
  pieces(part: string): readonly (string | Gap)[] | undefined {
    const marks = this.#marks();
    if (marks === undefined || part.length < markLength) return undefined;
    const pieces = part.split(marks);
    return pieces.length === 1 ? undefined : pieces.map((piece) => this.#byMark.get(piece) ?? piece);
  }

  /** This text, or one made from it, as UTF-8 with everything that was cut out. */
  utf8(text: string): Uint8Array {
    if (this.#bytes !== undefined && text === this.text) return this.#bytes;
    const pieces = this.pieces(text) ?? [text];
    return Buffer.concat(
      pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece.bytes)),
    );
  }

  /** All of it, as one text: for documents that are not large. */
  whole(): string {
    return this.pieces(this.text) === undefined ? this.text : new TextDecoder().decode(this.utf8(this.text));
  }

  /** Where something is in the document, by its offset in the text and its line and column there. */
  positionAt(offset: number, { line, column }: TextPosition): TextPosition {
    let last = this.#gapsBefore(offset) - 1;
    const lines = line + (this.#gaps[last]?.linesSoFar ?? 0);
    const lineStart = offset - column + 1;
    let longer = 0;
    for (; last >= 0; last -= 1) {
      const gap = this.#gaps[last];
      if (gap === undefined || gap.end <= lineStart) break;
      if (gap.lines > 0) return { line: lines, column: offset - gap.end + gap.tail + 1 + longer };
      longer += gap.bytes.length - markLength;
    }
    return { line: lines, column: column + longer };
  }

  /** How many gaps lie before an offset. */
  #gapsBefore(offset: number): number {
    let low = 0;
    let high = this.#gaps.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#gaps[middle]?.end ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  #placed(): readonly PlacedGap[] {
    const marks = this.#marks();
    let linesSoFar = 0;
    return [...(marks ? this.text.matchAll(marks) : [])].flatMap(({ 0: mark, index }) => {
      const gap = this.#byMark.get(mark);
      linesSoFar += gap?.lines ?? 0;
      return gap ? { ...gap, end: index + markLength, linesSoFar } : [];
    });
  }

  /** Finds the marks, if there are any. */
  #marks(): RegExp | undefined {
    const [first] = this.#byMark.keys();
    return first === undefined ? undefined : buildMarkPattern(first);
  }
}
