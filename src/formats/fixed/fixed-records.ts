import { FindingList } from '../../findings/finding-list.ts';
import { decodeWithEncoding } from '../../text/encodings.ts';
import {
  type CharacterRange,
  type FieldNode,
  fieldLabel,
  type GroupNode,
} from '../describe/description-nodes.ts';
import type { RowPosition } from '../records/open-bytes.ts';
import { CharacterCount, encodeUnits, RecordScanner } from '../records/record-scanner.ts';
import type { FileRecord } from '../records/record-tree.ts';
import type { Cell, CellPosition, CellValueReader } from '../records/value-reader.ts';
import type { CreateFixedFinding } from './findings/catalogue.ts';
import { type FixedLayout, listRecordRanges, scanLengthOf } from './layout.ts';

/** The records of a decoded text. */
export class FixedRecords {
  readonly findings: FindingList;
  readonly #layout: FixedLayout;
  readonly #values: CellValueReader;
  readonly #tell: CreateFixedFinding;
  /** Of the text, or its bytes each as a character where places count bytes. */
  readonly #text: string;
  readonly #scanner: RecordScanner;
  /** Kinds of records whose unread characters were reported already. */
  readonly #told: Set<string>;

  readonly #characters: CharacterCount;
  /** Characters of the file before this text, where it has no lines. */
  readonly #before: number;

  constructor(
    text: string,
    layout: FixedLayout,
    start: RowPosition & { readonly column?: number },
    {
      values,
      tell,
      told,
    }: { readonly values: CellValueReader; readonly tell: CreateFixedFinding; readonly told: Set<string> },
  ) {
    this.#layout = layout;
    this.#values = values;
    this.#tell = tell;
    this.findings = new FindingList(tell);
    this.#told = told;
    this.#before = (start.column ?? 1) - 1;
    this.#text = layout.countsBytes ? Buffer.from(text).toString('latin1') : text;
    this.#characters = new CharacterCount((at) => this.#text.charCodeAt(at));
    this.#scanner = new RecordScanner(encodeUnits(this.#text), scanLengthOf(layout), start);
  }

  /** Undefined at the end. */
  next(): FileRecord | undefined {
    if (!this.#scanner.next()) return undefined;
    const place = this.#place(this.#scanner.start);
    const type = this.#slice(this.#layout.type).trim();
    const [start, stop] = [this.#scanner.start, this.#scanner.stop];
    return {
      type,
      place,
      read: (field) => this.#cell(field, start, stop, place),
      check: (group) => this.#check(group, type, place),
    };
  }

  #slice({ first, length }: CharacterRange): string {
    const { start, stop } = this.#scanner;
    return this.#text.slice(Math.min(stop, start + first), Math.min(stop, start + first + length));
  }

  #cell(field: FieldNode, start: number, stop: number, { line, record }: CellPosition): Cell | undefined {
    const { at } = field;
    if (at.by !== 'place') return undefined;
    const from = Math.min(stop, start + at.first);
    const written = this.#text.slice(from, Math.min(stop, from + at.length));
    const text = this.#decoded(written);
    const lead = written.length - written.trimStart().length;
    const shown = written.trim() === '' ? from : from + lead;
    const place = { line, column: this.#column(shown), record, field: fieldLabel(at) };
    if (this.#isCutNumber(field, written, from)) {
      const values = { name: at.name, value: written.trim() };
      this.findings.push(this.#tell('record-cut', values, place));
    }
    if (text !== undefined) return this.#values.read(field, { ...place, text: text.trim(), quoted: false });
    this.findings.push(this.#tell('record-character', { name: at.name }, place));
    return { ...place, text: '', written: '', isWrong: true };
  }

  /** Blanks that were cut off behind a number look the same, but for the line break that follows them. */
  #isCutNumber({ at, type }: FieldNode, written: string, from: number): boolean {
    const isNumber = type.kind === 'integer' || type.kind === 'decimal';
    const isEnd = from + written.length === this.#text.length;
    return isNumber && isEnd && at.by === 'place' && written.length < at.length && written.trim() !== '';
  }

  /** Undefined where bytes of a character are cut. */
  #decoded(written: string): string | undefined {
    return this.#layout.countsBytes
      ? decodeWithEncoding(Buffer.from(written, 'latin1'), 'utf-8').text
      : written;
  }

  #place(at: number): CellPosition {
    return { line: this.#scanner.line, column: this.#column(at), record: this.#scanner.record };
  }

  /** In records without line breaks, of the file. */
  #column(at: number): number {
    const isLine = this.#layout.description.record.ends === 'newline';
    const from = isLine ? this.#scanner.start : 0;
    const inFile = isLine ? 0 : this.#before;
    return 1 + inFile + (this.#layout.countsBytes ? this.#charactersIn(from, at) : at - from);
  }

  /** Up to the record they are counted once. */
  #charactersIn(from: number, at: number): number {
    const { start } = this.#scanner;
    const begin = Math.max(from, Math.min(at, start));
    const before = begin === from ? 0 : this.#characters.count(begin);
    return before + countCharacters(this.#text.slice(begin, at));
  }

  #check(group: GroupNode, type: string, place: CellPosition): void {
    const { length, short, ends } = this.#layout.description.record;
    const count = this.#scanner.stop - this.#scanner.start;
    const value = this.#text.slice(this.#scanner.start + (length ?? count), this.#scanner.stop).trim();
    if (value !== '')
      this.findings.push(this.#tell('record-long', { count, most: length ?? 0, value }, place));
    if (length !== undefined && count < length && short === 'error')
      this.findings.push(this.#tell('record-short', { count, most: length }, place));
    if (ends === 'length' && /[\r\n]/.test(this.#text.slice(this.#scanner.start, this.#scanner.stop)))
      this.findings.push(this.#tell('record-line-break', {}, place));
    this.#between(group, type, place);
  }

  /** Characters that no field takes, reported once per kind of record. */
  #between(group: GroupNode, type: string, { line, record }: CellPosition): void {
    if (this.#told.has(type)) return;
    const { start, stop } = this.#scanner;
    const end = Math.min(stop, start + (this.#layout.description.record.length ?? stop));
    const places = [this.#layout.type, ...listRecordRanges(group.members)].toSorted(
      (a, b) => a.first - b.first,
    );
    let at = start;
    for (const { first, length } of [...places, { first: end - start, length: 0 }]) {
      const value = this.#text.slice(at, Math.max(at, Math.min(end, start + first)));
      if (value.trim() !== '') {
        this.#told.add(type);
        const from = at + value.length - value.trimStart().length;
        const values = { name: type, value: this.#decoded(value.trim()) ?? '', first: from - start + 1 };
        this.findings.push(this.#tell('record-rest', values, { line, column: this.#column(from), record }));
        return;
      }
      at = Math.max(at, start + first + length);
    }
  }
}

/** Of UTF-8 as bytes: those that begin a character. */
const countCharacters = (bytes: string): number => bytes.replace(/[\x80-\xbf]/g, '').length;
