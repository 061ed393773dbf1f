import { buildPhrase } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import type { Language } from '../../types.ts';
import type { FieldNode, CharacterRange as Place } from '../describe/description-nodes.ts';
import type { CutResult } from '../document-format.ts';
import { checkTrailer } from '../records/check-trailer.ts';
import { checkByteOrderMark } from '../records/decode-bytes.ts';
import { type DocumentPiece, PieceList, packDocuments, type UnitRange } from '../records/document-pieces.ts';
import { type OpenedFile, openBytes, readRoughText } from '../records/open-bytes.ts';
import { cutWithinLimits } from '../records/open-document.ts';
import { CharacterCount, RecordScanner } from '../records/record-scanner.ts';
import type { CellPosition } from '../records/value-reader.ts';
import { type CreateFixedFinding, fixedFindingCreator } from './findings/catalogue.ts';
import { type FixedLayout, scanLengthOf } from './layout.ts';

/**
 * The documents of a file: from one record to the next of its kind. Looks at line breaks and types alone. A NUL, a record before the
 * first document, a trailer that is missing or counts otherwise: the file cannot be cut.
 */
export function cutFixed(bytes: Uint8Array, layout: FixedLayout, language: Language = 'en'): CutResult {
  const tell = fixedFindingCreator(language);
  return cutWithinLimits(() => new Cutter(bytes, layout, tell).cut(), tell);
}

const blank = 32;

class Cutter {
  readonly #bytes: Uint8Array;
  readonly #layout: FixedLayout;
  readonly #tell: CreateFixedFinding;
  readonly #file: OpenedFile;
  readonly #scanner: RecordScanner;
  readonly #pieces = new PieceList();
  readonly #findings: FindingList;
  readonly #before: CharacterCount;
  #headEnd = 0;
  /** Between header and trailer. */
  #rows = 0;
  #trailer: UnitRange | undefined;

  constructor(bytes: Uint8Array, layout: FixedLayout, tell: CreateFixedFinding) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#tell = tell;
    this.#findings = new FindingList(tell);
    this.#file = openBytes(bytes, layout.description.encoding);
    this.#before = new CharacterCount((at) => this.#file.units[at] ?? 0);
    this.#scanner = new RecordScanner(this.#file.units, scanLengthOf(layout), { line: 1, row: 1 });
  }

  cut(): CutResult {
    this.#findings.push(...checkByteOrderMark(this.#file, this.#layout.description.encoding, this.#tell));
    if (this.#hasNul()) return { documents: [], findings: [...this.#findings] };
    this.#header();
    while (!this.#isWrong() && this.#scanner.next()) this.#record();
    if (!this.#isWrong()) this.#checkTrailer();
    if (this.#isWrong()) return { documents: [], findings: [...this.#findings] };
    const around = { bytes: this.#bytes, file: this.#file, headEnd: this.#headEnd, trailer: this.#trailer };
    return { documents: packDocuments(this.#pieces.all, around), findings: [...this.#findings] };
  }

  #isWrong(): boolean {
    return this.#findings.hasError;
  }

  #hasNul(): boolean {
    const nul = this.#file.units.indexOf(0);
    if (nul === -1) return false;
    while (this.#scanner.next() && this.#scanner.end <= nul);
    const { line, record } = this.#place();
    const column = 1 + Math.max(0, nul - this.#scanner.start);
    this.#findings.push(this.#tell('csv-nul', {}, { line, column, record }));
    return true;
  }

  #header(): void {
    const { header } = this.#layout;
    if (header === undefined) return;
    if (this.#scanner.next() && this.#type() === header.type) {
      this.#headEnd = this.#scanner.end;
      return;
    }
    const values = { name: header.name, where: buildPhrase('at-the-beginning') };
    if (this.#file.units.length > 0)
      this.#findings.push(this.#tell('file-record-missing', values, { line: 1, column: 1, record: 1 }));
  }

  #record(): void {
    const { start, end } = this.#scanner;
    const { trailer } = this.#layout;
    if (this.#trailer !== undefined) this.#unexpected();
    else if (trailer !== undefined && this.#isOf(trailer.type)) this.#trailer = { start, end };
    else this.#ofDocument();
  }

  #ofDocument(): void {
    const { starts } = this.#layout;
    const last = this.#pieces.last?.parts[0];
    const isStart = starts !== undefined && this.#isOf(starts);
    this.#rows += 1;
    if (last !== undefined && !isStart) last.end = this.#scanner.end;
    else if (starts === undefined || isStart)
      this.#pieces.push({ key: '', parts: [this.#part()], findings: [] });
    else this.#unexpected();
  }

  #unexpected(): void {
    this.#findings.push(this.#tell('record-unexpected', { name: this.#type() }, this.#place()));
  }

  /** The first unit rules out most records without building a text. */
  #isOf(type: string): boolean {
    const { first } = this.#layout.type;
    const unit = this.#file.units[this.#scanner.start + first];
    const isPlain = first === 0 && unit !== blank;
    return (!isPlain || unit === type.charCodeAt(0)) && this.#type() === type;
  }

  #type(): string {
    return this.#text(this.#layout.type);
  }

  /** Letters with accents before it count as one, unless the format counts bytes. */
  #text({ first, length }: Place): string {
    const { start, stop } = this.#scanner;
    const isUtf8 = this.#file.encoding === 'utf-8' && !this.#layout.countsBytes;
    if (!isUtf8 || first === 0)
      return readRoughText(
        this.#file.units,
        Math.min(stop, start + first),
        Math.min(stop, start + first + length),
      ).trim();
    const whole = readRoughText(this.#file.units, start, stop);
    return Buffer.from(whole, 'latin1')
      .toString()
      .slice(first, first + length)
      .trim();
  }

  #part(): DocumentPiece['parts'][number] {
    const { start, end } = this.#scanner;
    const { line, record: row, column } = this.#place();
    return { start, end, line, row, column };
  }

  #place(): CellPosition {
    const { line, record, start } = this.#scanner;
    const isLine = this.#layout.description.record.ends === 'newline';
    return { line, column: isLine ? 1 : this.#characters(start) + 1, record };
  }

  /** Before a unit of a file without lines. */
  #characters(unit: number): number {
    if (!this.#layout.countsBytes) return unit;
    return this.#before.count(unit);
  }

  #checkTrailer(): void {
    const { trailer } = this.#layout;
    if (trailer === undefined || this.#pieces.all.length + this.#headEnd === 0) return;
    if (this.#trailer === undefined) {
      const values = { name: trailer.name, where: buildPhrase('at-the-end') };
      this.#findings.push(this.#tell('file-record-missing', values, this.#place()));
      return;
    }
    const textOf = ({ at }: FieldNode) => (at.by === 'place' ? this.#text(at) : '');
    const counts = { documents: this.#pieces.all.length, rows: this.#rows };
    this.#findings.push(...checkTrailer(textOf, this.#layout, counts, this.#tell, this.#place()));
  }
}
