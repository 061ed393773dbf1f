import type { Finding } from '../../types.ts';
import { type FieldNode, namesOf, normalizeHeading } from '../describe/description-nodes.ts';
import type { RawCell } from '../records/value-reader.ts';
import type { CreateCsvFinding } from './findings/catalogue.ts';
import { HeadingColumns } from './heading-columns.ts';
import type { CsvLayout } from './layout.ts';
import type { TextRows } from './lexical/text-rows.ts';

/** What stands above the documents of a file. */
export interface FileHead {
  readonly columns: HeadingColumns;
  /** Values of the block above the table by their labels. */
  readonly labels: ReadonlyMap<string, RawCell>;
  /** The row of headings as it stands there. */
  readonly headingRow?: string;
  /** Of the record before all documents. */
  readonly header?: readonly RawCell[];
  readonly findings: readonly Finding[];
}

/** Reads the first rows. Fewer than there must be: a finding. */
export function readHead(rows: TextRows, layout: CsvLayout, tell: CreateCsvFinding): FileHead {
  const labels = new LabelReader(layout, tell);
  let headings: readonly RawCell[] = [];
  let headingRow: string | undefined;
  let header: readonly RawCell[] | undefined;
  for (let row = 1; row <= layout.headRows; row += 1) {
    if (!rows.next()) {
      const findings = [tell('csv-headings-none', { count: layout.headRows }, { line: 1, column: 1 })];
      return { columns: new HeadingColumns([]), labels: labels.values, findings };
    }
    const cells = Array.from({ length: rows.count }, (_, index) => rows.cell(index));
    if (row <= layout.labelRows) labels.add(cells);
    else if (row === layout.headingRow) {
      headings = cells;
      headingRow = rows.rowText;
    } else if (row === layout.headRows && layout.header !== undefined) header = cells;
  }
  const columns = new HeadingColumns(headings);
  const findings = [
    ...(headings.length > 0 ? columns.findings(layout, tell) : []),
    ...labels.findings,
    ...labels.missing(),
  ];
  return {
    columns,
    labels: labels.values,
    findings,
    ...(headingRow === undefined ? {} : { headingRow }),
    ...(header === undefined ? {} : { header }),
  };
}

/** The block above the table. */
class LabelReader {
  readonly values = new Map<string, RawCell>();
  readonly findings: Finding[] = [];
  readonly #wanted: ReadonlySet<string>;
  readonly #ignored: ReadonlySet<string>;
  readonly #fields: readonly FieldNode[];
  readonly #tell: CreateCsvFinding;

  constructor(layout: CsvLayout, tell: CreateCsvFinding) {
    const { labels, description } = layout;
    const ignored = description.ignore.filter((one) => typeof one === 'string');
    this.#fields = labels;
    this.#wanted = new Set(labels.flatMap(({ at }) => namesOf(at).map(normalizeHeading)));
    this.#ignored = new Set(ignored.map(normalizeHeading));
    this.#tell = tell;
  }

  /** A row holds labels, each with its value behind it: the next cell, else the next one that is filled and no label itself. */
  add(cells: readonly RawCell[]): void {
    let label: RawCell | undefined;
    let labelAt = -1;
    let isOpen = false;
    for (const [at, cell] of cells.entries()) {
      if (cell.text.trim() === '') continue;
      const isNext = label !== undefined && this.#knows(label) && at === labelAt + 1;
      if (label !== undefined && isOpen && (isNext || !this.#knows(cell))) {
        this.#set(label, cell);
        isOpen = false;
      } else if (label === undefined || this.#knows(cell)) {
        label = cell;
        labelAt = at;
        isOpen = true;
        this.#begin(label, cells[at + 1]);
      } else if (this.#knows(label)) this.#more(label, cell);
    }
  }

  missing(): readonly Finding[] {
    return this.#fields.flatMap(({ at, required }) => {
      const [name = ''] = namesOf(at);
      if (!required || namesOf(at).some((one) => this.values.has(normalizeHeading(one)))) return [];
      return [this.#tell('csv-label-missing', { name }, { line: 1, column: 1 })];
    });
  }

  /** Its value is empty until one is found. */
  #begin(label: RawCell, next: RawCell = label): void {
    this.#set(label, next, '');
    if (this.#knows(label) || this.#ignored.has(normalizeHeading(label.text))) return;
    this.findings.push(this.#tell('csv-label-unknown', { name: label.text.trim() }, positionOf(label)));
  }

  #set(label: RawCell, value: RawCell, text = value.text): void {
    this.values.set(normalizeHeading(label.text), { ...value, text, field: label.text.trim() });
  }

  #more(label: RawCell, { text, ...cell }: RawCell): void {
    const values = { name: label.text.trim(), value: text.trim() };
    this.findings.push(this.#tell('csv-label-more', values, positionOf(cell)));
  }

  #knows({ text }: RawCell): boolean {
    return this.#wanted.has(normalizeHeading(text));
  }
}

const positionOf = ({ line, column, record }: Omit<RawCell, 'text'>) => ({ line, column, record });
