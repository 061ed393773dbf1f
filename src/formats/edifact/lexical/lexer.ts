import { limits } from '../../../limits.ts';
import { TokenCount } from '../../../tree/nodes/tree-limits.ts';
import type { FilePosition } from '../../document-format.ts';
import type { Separators } from './separators.ts';

/** A component as it was written, and what it says. */
export interface SegmentComponent {
  /** Released. */
  readonly text: string;
  /** As the file has it, where that differs. */
  readonly written?: string;
  /** In the text. */
  readonly offset: number;
}

export interface SegmentElement {
  /** Of the segment, 0-based; several have one number where an element is repeated (syntax version 4). */
  readonly number: number;
  readonly components: readonly SegmentComponent[];
}

export interface Segment {
  readonly tag: string;
  readonly elements: readonly SegmentElement[];
  /** Of its first and behind its last character in the text. */
  readonly offset: number;
  readonly end: number;
}

/** What the signs of a text show to be wrong. */
export interface LexicalFault {
  readonly kind: 'line-break' | 'release' | 'release-end' | 'control' | 'tag';
  readonly offset: number;
  /** Number of the segment that it stands in, 0-based. */
  readonly segment: number;
  readonly value: string;
}

export interface LexedText {
  readonly segments: readonly Segment[];
  readonly faults: readonly LexicalFault[];
}

export interface LexerOptions {
  readonly separators: Separators;
  /** Line breaks within segments are taken out. */
  readonly joinLines: boolean;
}

/**
 * Cuts a text into segments, from the first tag to the last terminator; a text without a terminator is one
 * segment. Throws UnreadableError for too many parts.
 */
export function lex(text: string, options: LexerOptions): LexedText {
  return new Lexer(text, options).lex();
}

class Lexer {
  readonly #text: string;
  readonly #separators: Separators;
  readonly #joinLines: boolean;
  readonly #segments: Segment[] = [];
  readonly #faults: LexicalFault[] = [];
  readonly #tokens = new TokenCount();
  #at = 0;

  constructor(text: string, { separators, joinLines }: LexerOptions) {
    this.#text = text;
    this.#separators = separators;
    this.#joinLines = joinLines;
  }

  lex(): LexedText {
    for (this.#blanks(); this.#at < this.#text.length; this.#blanks()) this.#segment();
    return { segments: this.#segments, faults: this.#faults };
  }

  #blanks(): void {
    while (this.#at < this.#text.length && between.has(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #segment(): void {
    const offset = this.#at;
    const { element, terminator, repetition } = this.#separators;
    const elements: SegmentElement[] = [];
    let number = -1;
    let tag = '';
    for (let sign = element; sign !== terminator && sign !== ''; ) {
      const begin = sign;
      if (begin !== repetition) number += 1;
      const components: SegmentComponent[] = [];
      sign = this.#element(components);
      // an empty one keeps its place where the sign beside it may be text
      const isKept =
        (repetition !== undefined && [begin, sign].includes(repetition)) ||
        components.some(({ text }) => text !== '');
      if (number === 0) tag = components.map(({ text }) => text).join(this.#separators.component);
      else if (isKept) elements.push({ number: number - 1, components });
    }
    if (!/^[A-Z0-9]{3}$/.test(tag)) this.#fault('tag', offset, tag);
    const end = this.#at - (this.#text[this.#at - 1] === terminator ? 1 : 0);
    this.#segments.push({ tag, elements, offset, end });
  }

  /** Up to the sign that ends the element; '' at the end of the text. */
  #element(components: SegmentComponent[]): string {
    const { component } = this.#separators;
    let sign = component;
    while (sign === component) {
      this.#tokens.add();
      const [read, end] = this.#component();
      components.push(read);
      sign = end;
    }
    return sign;
  }

  #component(): readonly [SegmentComponent, string] {
    const { component, element, terminator, release, repetition } = this.#separators;
    const text = this.#text;
    const offset = this.#at;
    // the pieces between what is taken out; most components are one
    let kept = '';
    let from = offset;
    for (; this.#at < text.length; this.#at += 1) {
      const sign = text[this.#at] ?? '';
      if (sign === component || sign === element || sign === terminator || sign === repetition) {
        const read = this.#read(kept + text.slice(from, this.#at), offset);
        this.#at += 1;
        return [read, sign];
      }
      if (sign === release && release !== ' ') {
        this.#tokens.add();
        kept += text.slice(from, this.#at);
        from = this.#at + 1;
        this.#released();
      } else if (sign < ' ') {
        this.#tokens.add();
        kept += text.slice(from, this.#at);
        kept += this.#control(sign);
        from = this.#at + 1;
      }
    }
    return [this.#read(kept + text.slice(from), offset), ''];
  }

  #read(value: string, offset: number): SegmentComponent {
    const written = this.#text.slice(offset, this.#at);
    return written === value ? { text: value, offset } : { text: value, written, offset };
  }

  /** Steps onto the character behind it, which counts as it is; a line break there is met as such. */
  #released(): void {
    const next = this.#text[this.#at + 1];
    const isBreak = next === undefined || next === '\r' || next === '\n';
    if (isBreak) this.#fault('release-end', this.#at, '');
    else if (!Object.values(this.#separators).includes(next)) this.#fault('release', this.#at, next);
    if (!isBreak) this.#at += 1;
  }

  /** What is left of a control character within a value. */
  #control(sign: string): string {
    const isBreak = sign === '\n' || sign === '\r';
    if (isBreak && this.#joinLines) return '';
    this.#fault(isBreak ? 'line-break' : 'control', this.#at, sign);
    return ' ';
  }

  #fault(kind: LexicalFault['kind'], offset: number, value: string): void {
    if (this.#faults.length < limits.findings)
      this.#faults.push({ kind, offset, segment: this.#segments.length, value });
  }
}

/** Between segments. */
const between = new Set([' ', '\r', '\n', '\t', '\0', '\u001a']);

/**
 * A text with the positions of the file that it was cut out of. Throws UnreadableError for too many lines.
 */
export class LocatedText {
  readonly text: string;
  readonly #at: FilePosition;
  readonly #starts: number[] = [0];

  constructor(text: string, at: FilePosition) {
    this.text = text;
    this.#at = at;
    const tokens = new TokenCount();
    for (const { 0: found, index } of text.matchAll(/\r\n|\n|\r/g)) {
      tokens.add();
      this.#starts.push(index + found.length);
    }
  }

  /** Of a character of the text. */
  positionAt(offset: number): { readonly line: number; readonly column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    const column = offset - (this.#starts[low] ?? 0);
    return { line: this.#at.line + low, column: low === 0 ? this.#at.column + column : column + 1 };
  }

  /** Of the segments in it, in the file: its own number for the first. */
  record(index: number): number {
    return (this.#at.record ?? 1) + index;
  }
}
