import { limits } from '../../../limits.ts';
import type { RowPosition, Units } from '../../records/open-bytes.ts';

export interface LexicalSettings {
  readonly separator: string;
  /** Absent: a quote is a character as any other. */
  readonly quote?: string;
  /** Rows whose first text begins so are left out, as empty ones are; in units of the file. */
  readonly skip?: readonly string[];
}

/** Where a file cannot be cut into fields any further. */
export interface LexicalFault extends UnitPosition {
  /** unclosed: a quote that is opened here has no end. junk: something stands behind a closing quote. wide: no row has so many fields. */
  readonly kind: 'unclosed' | 'junk' | 'nul' | 'wide';
}

export interface UnitPosition {
  /** In units. */
  readonly offset: number;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in units. */
  readonly column: number;
}

const firstRow: RowPosition = { line: 1, row: 1 };
const lf = 10;
const cr = 13;
const blank = 32;

/**
 * Rows and fields of CSV as they are met (RFC 4180, and what is written beside it): a field is quoted when it begins with the
 * quote; a quote elsewhere is data (`5" pipe`). CRLF, LF and CR end a row, mixed as they come; inside quotes they are data.
 * Empty lines are left out. One row at a time: the fields are those of the last `next()`.
 */
export class RowLexer {
  /** Offset of the row's first unit, and behind its last one with its line break. */
  start = 0;
  end = 0;
  /** 1-based, of the row's first line. */
  line: number;
  /** 1-based; empty lines count, as a spreadsheet counts them. */
  row: number;
  /** How many fields the row has. */
  count = 0;
  fault: LexicalFault | undefined;
  readonly #units: Units;
  readonly #quote: number;
  readonly #skip: readonly string[];
  /** The units that end an unquoted field: 1 the separator, 2 line breaks and NUL. */
  readonly #ends = new Uint8Array(128);
  readonly #from: number[] = [];
  readonly #to: number[] = [];
  readonly #quoted: boolean[] = [];
  #nextLine: number;
  /** The last place of this row that was asked for. */
  #placed = { offset: 0, line: 1, lineStart: 0 };

  constructor(
    units: Units,
    { separator, quote, skip = [] }: LexicalSettings,
    { offset = 0, line, row }: RowPosition = firstRow,
  ) {
    this.#units = units;
    this.#quote = quote === undefined ? -1 : quote.charCodeAt(0);
    for (const unit of [lf, cr, 0]) this.#ends[unit] = 2;
    this.#ends[separator.charCodeAt(0)] = 1;
    this.#skip = skip;
    this.end = offset;
    this.line = line;
    this.#nextLine = line;
    this.row = row - 1;
  }

  /** Goes to the next row that is not empty; false at the end, and where a fault stands. */
  next(): boolean {
    if (this.fault !== undefined) return false;
    this.#skipEmptyLines();
    if (this.end >= this.#units.length) return false;
    this.start = this.end;
    this.line = this.#nextLine;
    this.row += 1;
    this.count = 0;
    this.#placed = { offset: this.start, line: this.line, lineStart: this.start };
    do {
      if (this.#units[this.end] === this.#quote) this.#quotedField();
      else this.#field();
    } while (this.fault === undefined && this.#pass(1) && this.#hasRoom());
    if (this.fault === undefined) this.#lineBreak();
    return this.fault === undefined;
  }

  /** Offsets of a field's text; quotes around it are outside. */
  from(field: number): number {
    return this.#from[field] ?? this.end;
  }

  to(field: number): number {
    return this.#to[field] ?? this.end;
  }

  isQuoted(field: number): boolean {
    return this.#quoted[field] === true;
  }

  /** Whether no field holds anything but blanks, or the first that does begins like a row that is no data. */
  isLeftOut(): boolean {
    const at = this.#firstText();
    return at === -1 || this.#skip.some((text) => this.#standsAt(text, at));
  }

  /** Behind the row's last sign, its line break not counted. */
  get textEnd(): number {
    let at = this.end;
    while (at > this.start && (this.#units[at - 1] === lf || this.#units[at - 1] === cr)) at -= 1;
    return at;
  }

  /** Whether the row is, sign for sign, what stands at this place of the same units. */
  isTextAt(from: number, to: number): boolean {
    for (let n = 0; n < to - from; n += 1)
      if (this.#units[this.start + n] !== this.#units[from + n]) return false;
    return this.textEnd - this.start === to - from;
  }

  /** Line and column of an offset in this row. */
  place(offset: number): UnitPosition {
    const before = this.#placed;
    const isBehind = before.offset >= this.start && before.offset <= offset;
    let { line, lineStart } = isBehind ? before : { line: this.line, lineStart: this.start };
    for (let at = isBehind ? before.offset : this.start; at < offset; at += 1) {
      if (!this.#breaksAt(at)) continue;
      line += 1;
      lineStart = at + 1;
    }
    this.#placed = { offset, line, lineStart };
    return { offset, line, column: offset - lineStart + 1 };
  }

  /** Offset of the first sign that is no blank, -1: there is none. */
  #firstText(): number {
    for (let field = 0; field < this.count; field += 1)
      for (let at = this.from(field); at < this.to(field); at += 1)
        if (this.#units[at] !== blank && this.#units[at] !== 0xa0) return at;
    return -1;
  }

  #standsAt(text: string, offset: number): boolean {
    for (let n = 0; n < text.length; n += 1) if (this.#units[offset + n] !== text.charCodeAt(n)) return false;
    return true;
  }

  #skipEmptyLines(): void {
    while (this.end < this.#units.length) {
      const unit = this.#units[this.end];
      if (unit !== lf && unit !== cr) return;
      this.row += 1;
      this.#lineBreak();
    }
  }

  #lineBreak(): void {
    if (this.end >= this.#units.length) return;
    const two = this.#units[this.end] === cr && this.#units[this.end + 1] === lf;
    this.end += two ? 2 : 1;
    this.#nextLine += 1;
  }

  /** A line break ends here: an LF, or a CR without one. */
  #breaksAt(at: number): boolean {
    const unit = this.#units[at];
    return unit === lf || (unit === cr && this.#units[at + 1] !== lf);
  }

  #hasRoom(): boolean {
    if (this.count < limits.rowFields) return true;
    this.#fail('wide', this.end);
    return false;
  }

  #pass(kind: number): boolean {
    const unit = this.#units[this.end] ?? 0xffff;
    if (unit >= 128 || this.#ends[unit] !== kind) return false;
    this.end += 1;
    return true;
  }

  #field(): void {
    const units = this.#units;
    const ends = this.#ends;
    const { length } = units;
    let at = this.end;
    for (; at < length; at += 1) {
      const unit = units[at] ?? 0;
      if (unit < 128 && ends[unit] !== 0) break;
    }
    this.#add(this.end, at, false);
    this.end = at;
    if (at < length && units[at] === 0) this.#fail('nul', at);
  }

  #quotedField(): void {
    const from = this.end + 1;
    const to = this.#closing(from);
    if (to === -1) {
      this.#fail('unclosed', this.end);
      return;
    }
    this.#add(from, to, true);
    let at = to + 1;
    while (this.#units[at] === blank) at += 1;
    const unit = this.#units[at] ?? lf;
    this.end = at;
    if (unit >= 128 || this.#ends[unit] === 0 || unit === 0) this.#fail(unit === 0 ? 'nul' : 'junk', at);
  }

  /** Offset of the quote that ends the field; a doubled one does not. Counts the lines on the way. */
  #closing(from: number): number {
    const units = this.#units;
    const quote = this.#quote;
    let at = from;
    for (; at < units.length; at += 1) {
      const unit = units[at];
      if (unit === quote) {
        if (units[at + 1] !== quote) return at;
        at += 1;
      } else if (unit === 0) return -1;
      else if ((unit === lf || unit === cr) && this.#breaksAt(at)) this.#nextLine += 1;
    }
    return -1;
  }

  #add(from: number, to: number, quoted: boolean): void {
    this.#from[this.count] = from;
    this.#to[this.count] = to;
    this.#quoted[this.count] = quoted;
    this.count += 1;
  }

  #fail(kind: LexicalFault['kind'], offset: number): void {
    this.fault = { kind, ...this.place(offset) };
  }
}
