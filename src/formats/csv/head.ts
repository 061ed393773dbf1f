import type { Tell } from '../../findings/messages.ts';
import type { Finding } from '../../types.ts';
import { allFields, sameHeading } from '../describe/nodes.ts';
import type { RawCell } from '../records/values.ts';
import { Columns } from './columns.ts';
import type { CsvLayout } from './layout.ts';
import type { TextRows } from './rows.ts';

/** What stands above the documents of a file. */
export interface Head {
  readonly columns: Columns;
  /** Values of the block above the table by their labels. */
  readonly labels: ReadonlyMap<string, RawCell>;
  /** Of the record before all documents. */
  readonly header?: readonly RawCell[];
  readonly findings: readonly Finding[];
}

/** Reads the first rows. Fewer than there must be: a finding. */
export function readHead(rows: TextRows, layout: CsvLayout, tell: Tell): Head {
  const labels = new Map<string, RawCell>();
  let headings: readonly RawCell[] = [];
  let header: readonly RawCell[] | undefined;
  const { headings: headingRow } = layout.description.csv;
  for (let row = 1; row <= layout.headRows; row += 1) {
    if (!rows.next()) {
      const findings = [tell('csv-headings-none', { count: layout.headRows }, { line: 1, column: 1 })];
      return { columns: new Columns([]), labels, findings };
    }
    const cells = Array.from({ length: rows.count }, (_, index) => rows.cell(index));
    if (row <= layout.labelRows) addLabel(labels, cells);
    else if (row === headingRow && layout.typeColumn === undefined) headings = cells;
    else if (row === layout.headRows && layout.header !== undefined) header = cells;
  }
  const columns = new Columns(headings);
  const findings = [
    ...(headings.length > 0 ? columns.findings(layout, tell) : []),
    ...missingLabels(labels, layout, tell),
  ];
  return { columns, labels, findings, ...(header === undefined ? {} : { header }) };
}

/** The first filled cell is the label, the next filled one its value. */
function addLabel(labels: Map<string, RawCell>, cells: readonly RawCell[]): void {
  const [label, value] = cells.filter(({ text }) => text.trim() !== '');
  const at = label === undefined ? -1 : cells.indexOf(label);
  const empty = cells[at + 1];
  const cell = value ?? (empty === undefined ? label && { ...label, text: '' } : empty);
  if (label !== undefined && cell !== undefined)
    labels.set(sameHeading(label.text), { ...cell, field: label.text.trim() });
}

function missingLabels(
  labels: ReadonlyMap<string, RawCell>,
  { root }: CsvLayout,
  tell: Tell,
): readonly Finding[] {
  return allFields(root).flatMap(({ at, required }) => {
    if (at.by !== 'label' || !required || at.names.some((name) => labels.has(sameHeading(name)))) return [];
    return [tell('csv-label-missing', { name: at.names[0] ?? '' }, { line: 1, column: 1 })];
  });
}
