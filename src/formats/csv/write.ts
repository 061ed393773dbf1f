import { byteOrderMarkOf, encodeText } from '../../text/encodings.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { Finding, Language } from '../../types.ts';
import {
  type FieldNode,
  fieldLabel,
  isList,
  listAllFields,
  listRowFields,
} from '../describe/description-nodes.ts';
import type { WriteResult } from '../document-format.ts';
import { type FilledGroup, TargetReader } from '../records/target-reader.ts';
import { type CreateCsvFinding, csvFindingCreator } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';
import { needsQuotes, writeRow } from './lexical/row-text.ts';
import { listWriteColumns } from './write-columns.ts';

/** The file with this document. What does not fit is a finding, never cut or replaced. */
export function writeCsv(target: TargetObject, layout: CsvLayout, language: Language = 'en'): WriteResult {
  const tell = csvFindingCreator(language);
  const reader = new TargetReader(layout.marks, tell);
  const filled = reader.read(target, layout.root);
  const writer = new Writer(layout, tell);
  const rows = layout.typeColumn === undefined ? writer.table(filled) : writer.records(filled);
  return { bytes: writer.bytes(rows), findings: [...reader.findings, ...writer.findings] };
}

type Row = readonly string[];
type Texts = ReadonlyMap<FieldNode, string>;

class Writer {
  readonly findings: Finding[] = [];
  readonly #layout: CsvLayout;
  readonly #tell: CreateCsvFinding;

  constructor(layout: CsvLayout, tell: CreateCsvFinding) {
    this.#layout = layout;
    this.#tell = tell;
  }

  /** Block above the table, headings, and a row for each group that has no list in it. */
  table(filled: FilledGroup): readonly Row[] {
    const columns = listWriteColumns(this.#layout);
    const { headings } = this.#layout.description.csv;
    const labels = this.#labels(filled);
    const above = Math.max(0, Math.max(this.#layout.labelRows, headings - 1) - labels.length);
    const title: Row = [this.#layout.description.format];
    const head = headings === 0 ? [] : [columns.map(({ heading }) => heading)];
    const rows = this.#rows(filled, new Map());
    const body = rows.map((texts) => columns.map(({ field }) => this.#cell(field, texts, filled.path)));
    return [...labels, ...Array.from({ length: above }, () => title), ...head, ...body];
  }

  /** A row for each record, the header's first; the trailer with its counts last. */
  records(filled: FilledGroup): readonly Row[] {
    const rows = this.#recordRows(filled);
    const { trailer, header, typeColumn = 0, description } = this.#layout;
    if (trailer === undefined) return rows;
    const counted = { documents: 1, rows: rows.length - (header === undefined ? 0 : 1) };
    const cells: string[] = [];
    cells[typeColumn] = trailer.type;
    for (const field of trailer.members) {
      const what = description.file.counts[field.name];
      if (field.kind !== 'field' || field.at.by !== 'position') continue;
      cells[field.at.column] = what === undefined ? '' : String(counted[what]);
    }
    return [...rows, Array.from(cells, (cell) => cell ?? '')];
  }

  bytes(rows: readonly Row[]): Uint8Array {
    const { write, encoding } = this.#layout.description;
    const lineEnd = write.lineEnd === 'crlf' ? '\r\n' : '\n';
    const always = write.quote === 'always';
    this.#checkLeftOut(rows);
    const text = rows.map((row) => writeRow(row, this.#layout.lexical, always) + lineEnd).join('');
    const mark =
      write.byteOrderMark && encoding.startsWith('utf') ? byteOrderMarkOf(encoding) : new Uint8Array();
    // a character that does not fit was told where it stands
    return Buffer.concat([mark, encodeText(text, encoding).bytes ?? new Uint8Array()]);
  }

  /** A row that reading would take for none, or for the headings once more. */
  #checkLeftOut(rows: readonly Row[]): void {
    const { lexical, headingRow } = this.#layout;
    const headings = headingRow === undefined ? undefined : rows[headingRow - 1];
    for (const row of rows) {
      const first = row.find((cell) => cell.trim() !== '')?.trim() ?? '';
      const isSkipped = lexical.skip?.some((text) => first.startsWith(text)) === true;
      const isHeadings = row !== headings && row.every((cell, n) => cell === headings?.[n]);
      if (isSkipped || (isHeadings && headings !== undefined))
        this.findings.push(this.#tell('write-left-out', { value: first }, {}));
    }
  }

  #labels(filled: FilledGroup): readonly Row[] {
    const texts = this.#own(filled, new Map());
    return this.#layout.labels.map((field) => [fieldLabel(field.at), this.#cell(field, texts, filled.path)]);
  }

  /** What is above is repeated in each row. */
  #rows(filled: FilledGroup, above: Texts): readonly Texts[] {
    const own = this.#own(filled, above);
    const items = listsOf(filled);
    this.#checkKeys(items);
    return items.length === 0 ? [own] : items.flatMap((item) => this.#rows(item, own));
  }

  /** With the values of groups that are no lists. */
  #own(filled: FilledGroup, above: Texts): Texts {
    const all = new Map([...above, ...filled.texts]);
    for (const inner of filled.groups)
      if (!isList(inner.group)) for (const [field, text] of this.#own(inner, new Map())) all.set(field, text);
    return all;
  }

  /** Rows of two groups with one key would come back as one. */
  #checkKeys(items: readonly FilledGroup[]): void {
    const seen = new Set<string>();
    for (const { group, texts, path } of items) {
      if (group.key === undefined) continue;
      const fields = listAllFields(group).filter(({ at }) =>
        group.key?.some((one) => fieldLabel(one) === fieldLabel(at)),
      );
      const key = fields.map((field) => texts.get(field) ?? '').join(', ');
      const name = fields.map(({ at }) => fieldLabel(at)).join(', ');
      if (seen.has(key)) this.findings.push(this.#tell('write-key-twice', { value: key, name }, { path }));
      seen.add(key);
    }
  }

  #recordRows(filled: FilledGroup): readonly Row[] {
    const { record } = filled.group;
    const rows = filled.groups.filter(({ group }) => group.record !== undefined);
    const inside = rows.flatMap((one) => this.#recordRows(one));
    if (record === undefined) return inside;
    const cells: string[] = [];
    cells[this.#layout.typeColumn ?? 0] = record;
    for (const { at } of listRowFields(filled.group)) if (at.by === 'position') cells[at.column] ??= '';
    for (const [field, text] of this.#own(filled, new Map()))
      if (field.at.by === 'position')
        cells[field.at.column] = this.#cell(field, new Map([[field, text]]), filled.path);
    return [Array.from(cells, (cell) => cell ?? ''), ...inside];
  }

  #cell(field: FieldNode | undefined, texts: Texts, path: string): string {
    const text = field === undefined ? undefined : texts.get(field);
    if (field === undefined || text === undefined) return '';
    const name = fieldLabel(field.at);
    const place = { path: `${path}/${field.name}` };
    const { encoding } = this.#layout.description;
    const { unfitAt: unfit = text.indexOf('\0') } = encodeText(text, encoding);
    if (unfit >= 0) {
      const character = String.fromCodePoint(text.codePointAt(unfit) ?? 0);
      const values = { character, name, encoding: encoding.toUpperCase() };
      this.findings.push(this.#tell('write-character', values, place));
      return '';
    }
    const { separator, quote } = this.#layout.lexical;
    if (quote === undefined && needsQuotes(text, separator, separator))
      this.findings.push(this.#tell('write-quote', { name, value: text }, place));
    return text;
  }
}

/** The items of the one list, also of one in a group that is no list. */
function listsOf(filled: FilledGroup): readonly FilledGroup[] {
  return filled.groups.flatMap((inner) => (isList(inner.group) ? [inner] : listsOf(inner)));
}
