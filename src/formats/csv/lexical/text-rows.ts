import { limits } from '../../../limits.ts';
import type { Finding } from '../../../types.ts';
import type { RowPosition } from '../../records/open-bytes.ts';
import type { CellPosition, RawCell } from '../../records/value-reader.ts';
import type { CreateCsvFinding } from '../findings/catalogue.ts';
import { type LexicalFault, type LexicalSettings, RowLexer } from './lexer.ts';

/** The rows of a decoded text, one at a time. Rows without anything, and those that are no data, are left out. */
export class TextRows {
  readonly #text: string;
  readonly #lexer: RowLexer;
  readonly #quote: string;

  constructor(text: string, lexical: LexicalSettings, start?: RowPosition) {
    const units = new Uint16Array(text.length);
    for (let at = 0; at < text.length; at += 1) units[at] = text.charCodeAt(at);
    this.#text = text;
    this.#lexer = new RowLexer(units, lexical, start);
    this.#quote = lexical.quote ?? '';
  }

  /** False at the end, and where a fault stands. */
  next(): boolean {
    while (this.#lexer.next()) if (!this.#lexer.isLeftOut()) return true;
    return false;
  }

  get fault(): LexicalFault | undefined {
    return this.#lexer.fault;
  }

  /** Of the row, in characters. */
  get start(): number {
    return this.#lexer.start;
  }

  /** The whole row as it stands there, without its line break. */
  get rowText(): string {
    return this.#text.slice(this.#lexer.start, this.#lexer.textEnd);
  }

  isRow(text: string): boolean {
    return this.#text.startsWith(text, this.#lexer.start) && this.rowText.length === text.length;
  }

  get count(): number {
    return this.#lexer.count;
  }

  get record(): number {
    return this.#lexer.row;
  }

  /** A cell by its number (0-based); behind the last one, an empty one at the row's end. */
  cell(index: number, field?: string): RawCell {
    const from = this.#lexer.from(index);
    const { line, column } = this.#lexer.place(index < this.count ? from : this.#end());
    const place = { line, column, record: this.record, ...(field === undefined ? {} : { field }) };
    if (index >= this.count) return { ...place, text: '', quoted: false };
    return { ...place, text: this.text(index), quoted: this.#lexer.isQuoted(index) };
  }

  /** The text of a cell, empty behind the last one. */
  text(index: number): string {
    if (index >= this.count) return '';
    const text = this.#text.slice(this.#lexer.from(index), this.#lexer.to(index));
    const isDoubled = this.#lexer.isQuoted(index) && text.includes(this.#quote);
    return isDoubled ? collapseQuotes(text, this.#quote) : text;
  }

  /** Of the row. */
  place(): CellPosition {
    const { line, column } = this.#lexer.place(this.#lexer.start);
    return { line, column, record: this.record };
  }

  /** The text from a fault on. */
  behindFault(): string {
    return this.#text.slice(this.#lexer.fault?.offset ?? this.#text.length);
  }

  #end(): number {
    return this.#lexer.to(this.count - 1);
  }
}

/** A piece at a time: what `replaceAll` gives V8 keeps as a tree with two nodes for each place, 64 bytes for two. */
const pieceLength = 65_536;

/** Doubled quotes as one. */
function collapseQuotes(text: string, quote: string): string {
  let made = '';
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + pieceLength);
    let quotes = 0;
    while (to - quotes > from && text[to - quotes - 1] === quote) quotes += 1;
    if (to < text.length && quotes % 2 === 1) to -= 1;
    made += text
      .slice(from, to)
      .split(quote + quote)
      .join(quote);
    from = to;
  }
  return made;
}

const faultCodes = {
  unclosed: 'csv-quote-open',
  junk: 'csv-quote-junk',
  nul: 'csv-nul',
  wide: 'csv-row-wide',
} as const;

/** What ends the reading of rows, in words. `behind`: the text from there on. */
export function buildFaultFinding(
  fault: LexicalFault,
  behind: string,
  record: number,
  tell: CreateCsvFinding,
): Finding {
  const { kind, line, column } = fault;
  const code = faultCodes[kind];
  const value = kind === 'junk' ? { value: behind.split(/[\r\n]/, 1)[0]?.slice(0, 30) ?? '' } : {};
  const most = limits.rowFields.toLocaleString('en-US');
  return tell(code, { ...value, most }, { line, column, record });
}
