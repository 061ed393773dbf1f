import { FindingList } from '../../findings/finding-list.ts';
import { type FieldNode, fieldLabel, normalizeHeading } from '../describe/description-nodes.ts';
import type { Cell, CellValueReader, RawCell } from '../records/value-reader.ts';
import type { FileHead } from './file-head.ts';
import type { CreateCsvFinding } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';
import type { TextRows } from './lexical/text-rows.ts';

/** Finds the cells of fields in rows; reports rows of the wrong width and stray quotes. */
export class CellReader {
  readonly findings: FindingList;
  readonly #layout: CsvLayout;
  readonly #head: FileHead;
  readonly #values: CellValueReader;
  readonly #tell: CreateCsvFinding;
  readonly #indexes = new Map<FieldNode, number | undefined>();
  /** The last row that was reported as short. */
  #short = 0;

  constructor(layout: CsvLayout, head: FileHead, values: CellValueReader, tell: CreateCsvFinding) {
    this.#layout = layout;
    this.#head = head;
    this.#values = values;
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  /** Undefined where the file has no such column or label. */
  read(field: FieldNode, rows: TextRows): Cell | undefined {
    const raw = this.#raw(field, rows);
    return raw && this.#values.read(field, raw);
  }

  /** Of a row that was read before. */
  readFrom(field: FieldNode, row: readonly RawCell[]): Cell | undefined {
    const index = this.index(field);
    const raw = index === undefined ? undefined : row[index];
    return raw && this.#values.read(field, raw);
  }

  /** The text of a field in this row, blanks around it gone; undefined for a cell above the table. */
  text(field: FieldNode, rows: TextRows): string | undefined {
    const index = this.index(field);
    return index === undefined ? undefined : rows.text(index).trim();
  }

  isEmpty(field: FieldNode, rows: TextRows): boolean {
    const text = this.text(field, rows) ?? '';
    return text === '' || field.empty.includes(text);
  }

  index(field: FieldNode): number | undefined {
    if (!this.#indexes.has(field)) this.#indexes.set(field, this.#head.columns.index(field.at));
    return field.at.by === 'label' ? undefined : this.#indexes.get(field);
  }

  /** Fields behind the last one that is known. `known`: how many are. */
  checkWidth(rows: TextRows, known: number): void {
    const ignored = this.#layout.description.ignore;
    for (let index = known; index < rows.count; index += 1) {
      const value = rows.text(index).trim();
      if (value === '' || ignored.includes(index + 1)) continue;
      const { line, column, record } = rows.cell(index);
      const values = { count: rows.count, most: known, other: index + 1, value };
      this.findings.push(this.#tell('row-long', values, { line, column, record }));
      return;
    }
  }

  #raw(field: FieldNode, rows: TextRows): RawCell | undefined {
    const { at } = field;
    if (at.by === 'label')
      return at.names.flatMap((name) => this.#head.labels.get(normalizeHeading(name)) ?? [])[0];
    const index = this.index(field);
    if (index === undefined) return undefined;
    const name = this.#head.columns.heading(index) || fieldLabel(at);
    const cell = rows.cell(index, name);
    if (index >= rows.count && field.required) this.#tellShort(rows, cell, index, name);
    if (cell.quoted) this.#checkQuoted(cell, name);
    return cell;
  }

  #tellShort({ count, record }: TextRows, cell: RawCell, index: number, name: string): void {
    if (this.#short === record) return;
    this.#short = record;
    const { line, column } = cell;
    this.findings.push(this.#tell('row-short', { count, name, other: index + 1 }, { line, column, record }));
  }

  /** A quote that was opened by mistake ends at the next one, rows later. */
  #checkQuoted({ text, line, column, record }: RawCell, name: string): void {
    if (!/[\r\n]/.test(text)) return;
    const most = Math.max(1, this.#head.columns.count - 1);
    if (!hasRepeated(text, this.#layout.lexical.separator, most)) return;
    this.findings.push(this.#tell('csv-quote-rows', { name }, { line, column, record, field: name }));
  }
}

function hasRepeated(text: string, sign: string, times: number): boolean {
  let at = -1;
  for (let n = 0; n < times; n += 1) {
    at = text.indexOf(sign, at + 1);
    if (at === -1) return false;
  }
  return true;
}
