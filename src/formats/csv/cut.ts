import { buildPhrase } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import { type Encoding, encodeText } from '../../text/encodings.ts';
import { TokenCount } from '../../tree/nodes/tree-limits.ts';
import type { Finding, Language } from '../../types.ts';
import { type FieldNode, fieldLabel } from '../describe/description-nodes.ts';
import type { CutResult, FileDocument } from '../document-format.ts';
import { checkTrailer } from '../records/check-trailer.ts';
import { checkByteOrderMark, decodeBytes } from '../records/decode-bytes.ts';
import {
  type DocumentPiece,
  PieceList,
  packDocuments,
  reportRepeatedKeys,
  type UnitRange,
} from '../records/document-pieces.ts';
import { type OpenedFile, openBytes, readRoughText } from '../records/open-bytes.ts';
import { cutWithinLimits } from '../records/open-document.ts';
import { type FileHead, readHead } from './file-head.ts';
import { type CreateCsvFinding, csvFindingCreator } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';
import { RowLexer } from './lexical/lexer.ts';
import { buildFaultFinding, TextRows } from './lexical/text-rows.ts';

/**
 * The documents of a file: rows of one key, or from one record to the next of its kind. Looks at quotes and keys alone. A quote
 * that is opened and never closed, a heading that is missing, a trailer that counts otherwise: the file cannot be cut.
 */
export function cutCsv(bytes: Uint8Array, layout: CsvLayout, language: Language = 'en'): CutResult {
  const tell = csvFindingCreator(language);
  return cutWithinLimits(() => new Cutter(bytes, layout, tell).cut(), tell);
}

class Cutter {
  readonly #bytes: Uint8Array;
  readonly #layout: CsvLayout;
  readonly #tell: CreateCsvFinding;
  readonly #file: OpenedFile;
  readonly #lexer: RowLexer;
  readonly #pieces = new PieceList();
  readonly #parts = new TokenCount();
  readonly #byKey = new Map<string, DocumentPiece>();
  readonly #findings: FindingList;
  /** The row of headings, which some exports repeat on every page. */
  #headings: readonly [from: number, to: number] | undefined;
  /** Where the last key was read. */
  #last: readonly (readonly [from: number, to: number])[] = [];
  /** Rows between header and trailer. */
  #rows = 0;
  #trailer: UnitRange | undefined;

  constructor(bytes: Uint8Array, layout: CsvLayout, tell: CreateCsvFinding) {
    this.#bytes = bytes;
    this.#layout = layout;
    this.#tell = tell;
    this.#findings = new FindingList(tell);
    this.#file = openBytes(bytes, layout.description.encoding);
    const { encoding } = this.#file;
    const skip = layout.lexical.skip?.map((text) => encodeUnits(text, encoding)) ?? [];
    this.#lexer = new RowLexer(this.#file.units, { ...layout.lexical, skip }, this.#file.first);
  }

  cut(): CutResult {
    this.#findings.push(...checkByteOrderMark(this.#file, this.#layout.description.encoding, this.#tell));
    const head = this.#head();
    if (head === undefined) return this.#failed();
    const headEnd = this.#lexer.end;
    if (this.#layout.key !== undefined)
      this.#byKeys(this.#layout.key.map((at) => head.columns.index(at) ?? 0));
    else if (this.#layout.typeColumn !== undefined) this.#byRecords(this.#layout.typeColumn);
    else this.#whole(headEnd);
    if (this.#lexer.fault !== undefined) this.#fault();
    else this.#checkTrailer();
    return this.#isWrong()
      ? this.#failed()
      : { documents: this.#documents(headEnd), findings: [...this.#findings] };
  }

  #isWrong(): boolean {
    return this.#findings.hasError;
  }

  /** What makes the file one that cannot be cut; warnings besides would only hide it. */
  #failed(): CutResult {
    return { documents: [], findings: [...this.#findings] };
  }

  #head(): FileHead | undefined {
    for (let row = 1; row <= this.#layout.headRows; row += 1)
      if (this.#next() && row === this.#layout.headingRow)
        this.#headings = [this.#lexer.start, this.#lexer.textEnd];
    if (this.#lexer.fault !== undefined) {
      this.#fault();
      return undefined;
    }
    const bytes = this.#bytes.subarray(this.#file.markLength, this.#offset(this.#lexer.end));
    const { text, problem } = decodeBytes(bytes, this.#file, this.#tell);
    if (problem !== undefined) this.#findings.push(problem);
    if (text === undefined) return undefined;
    const head = readHead(
      new TextRows(text, this.#layout.lexical, this.#file.first),
      this.#layout,
      this.#tell,
    );
    this.#findings.push(...head.findings);
    return this.#isWrong() ? undefined : head;
  }

  /** The next row that holds something, and is not the headings once more. */
  #next(): boolean {
    while (this.#lexer.next()) if (!this.#lexer.isLeftOut() && !this.#isHeadings()) return true;
    return false;
  }

  #isHeadings(): boolean {
    return this.#headings !== undefined && this.#lexer.isTextAt(...this.#headings);
  }

  #byKeys(columns: readonly number[]): void {
    let last: DocumentPiece | undefined;
    let part: DocumentPiece['parts'][number] | undefined;
    while (this.#next()) {
      if (part !== undefined && (this.#isSame(columns) || this.#isAbove(columns))) part.end = this.#lexer.end;
      else {
        const key = columns.map((column) => this.#field(column)).join('\0');
        if (last?.key !== key) last = this.#begin(key);
        part = last.parts.at(-1);
        if (part !== undefined) part.end = this.#lexer.end;
        this.#last = columns.map((column) => [this.#lexer.from(column), this.#lexer.to(column)] as const);
      }
    }
  }

  /** The very units of the last key that was read: most rows need no more. */
  #isSame(columns: readonly number[]): boolean {
    const { units } = this.#file;
    return columns.every((column, n) => {
      const [start = 0, end = 0] = this.#last[n] ?? [];
      const from = this.#lexer.from(column);
      if (column >= this.#lexer.count || this.#lexer.to(column) - from !== end - start) return false;
      for (let at = 0; at < end - start; at += 1) if (units[start + at] !== units[from + at]) return false;
      return true;
    });
  }

  /** A row that leaves its key out, where the format says that it is the one above. */
  #isAbove(columns: readonly number[]): boolean {
    return this.#layout.blanksAbove && columns.every((column) => this.#field(column) === '');
  }

  #begin(key: string): DocumentPiece {
    const known = this.#byKey.get(key);
    const part = this.#part();
    if (known !== undefined) {
      known.parts.push(part);
      return known;
    }
    const piece: DocumentPiece = { key, parts: [part], findings: [] };
    if (/^\0*$/.test(key)) piece.findings.push(this.#withoutKey());
    else this.#byKey.set(key, piece);
    this.#pieces.push(piece);
    return piece;
  }

  #withoutKey(): Finding {
    const name = (this.#layout.key ?? []).map(fieldLabel).join(', ');
    return this.#tell('row-without-key', { name }, this.#place());
  }

  #byRecords(column: number): void {
    const { starts, trailer } = this.#layout;
    while (this.#next()) {
      const type = this.#field(column);
      if (this.#trailer !== undefined) {
        this.#findings.push(this.#tell('record-unexpected', { name: type }, this.#place()));
        return;
      }
      this.#rows += 1;
      if (type === trailer?.type) this.#trailer = { start: this.#lexer.start, end: this.#lexer.end };
      else this.#record(type, starts);
    }
  }

  #record(type: string, starts: string | undefined): void {
    const last = this.#pieces.last?.parts[0];
    if (last !== undefined && type !== starts) last.end = this.#lexer.end;
    else if (starts === undefined || type === starts)
      this.#pieces.push({ key: '', parts: [this.#part()], findings: [] });
    else this.#findings.push(this.#tell('record-unexpected', { name: type }, this.#place()));
  }

  /** All of it is one document, where there is anything. */
  #whole(headEnd: number): void {
    const hasLabels = this.#layout.labelRows > 0;
    if (!this.#next() && !hasLabels) return;
    const start = Math.min(headEnd, this.#lexer.start);
    this.#pieces.push({
      key: '',
      parts: [{ start, end: this.#file.units.length, line: 1, row: 1 }],
      findings: [],
    });
  }

  #field(column: number): string {
    if (column >= this.#lexer.count) return '';
    return readRoughText(this.#file.units, this.#lexer.from(column), this.#lexer.to(column)).trim();
  }

  #part(): DocumentPiece['parts'][number] {
    this.#parts.add();
    const { start, end, line, row } = this.#lexer;
    return { start, end, line, row };
  }

  #place(): { readonly line: number; readonly column: number; readonly record: number } {
    return { line: this.#lexer.line, column: 1, record: this.#lexer.row };
  }

  #fault(): void {
    const { fault, row } = this.#lexer;
    if (fault === undefined) return;
    const behind = readRoughText(this.#file.units, fault.offset, fault.offset + 60);
    this.#findings.push(buildFaultFinding(fault, behind, row, this.#tell));
  }

  #checkTrailer(): void {
    const { trailer } = this.#layout;
    if (trailer === undefined) return;
    if (this.#trailer === undefined) {
      const values = { name: trailer.name, where: buildPhrase('at-the-end') };
      this.#findings.push(this.#tell('file-record-missing', values, this.#place()));
      return;
    }
    const text = readRoughText(this.#file.units, this.#trailer.start, this.#trailer.end);
    const rows = new TextRows(text, this.#layout.lexical);
    rows.next();
    const textOf = ({ at }: FieldNode) => (at.by === 'position' ? rows.text(at.column) : '');
    const counts = { documents: this.#pieces.all.length, rows: this.#rows - 1 };
    this.#findings.push(...checkTrailer(textOf, this.#layout, counts, this.#tell, this.#place()));
  }

  #documents(headEnd: number): readonly FileDocument[] {
    const { documents } = this.#layout.description;
    const isKeyed = typeof documents === 'object' && 'rows' in documents;
    if (isKeyed && documents.rows !== 'anywhere') reportRepeatedKeys(this.#pieces.all, this.#tell);
    const [bytes, file, trailer] = [this.#bytes, this.#file, this.#trailer];
    return packDocuments(this.#pieces.all, { bytes, file, headEnd, trailer });
  }

  /** In bytes of the file. */
  #offset(unit: number): number {
    return this.#file.markLength + unit * this.#file.unitSize;
  }
}

/** A text as its units stand in a file. */
function encodeUnits(text: string, encoding: Encoding): string {
  if (encoding.startsWith('utf-16')) return text;
  return Buffer.from(encodeText(text, encoding).bytes ?? []).toString('latin1') || text;
}
