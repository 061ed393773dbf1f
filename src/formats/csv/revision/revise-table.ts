import { isMap, isScalar, isSeq, type Node, visit } from 'yaml';
import { normalizeHeading } from '../../describe/description-nodes.ts';
import { detectDateForms } from '../../infer/guess-type.ts';
import { findMeaning, toElementName } from '../../infer/heading-meanings.ts';
import { columnId, inferColumnType, type SampleRows } from '../../infer/infer-columns.ts';
import type { FieldCorrections } from '../../infer/sample-corrections.ts';
import { mostShownRows, type ProposedField, pickExamples } from '../../infer/sample-proposal.ts';
import { type DescribedField, textsOf } from '../../revise/described-fields.ts';
import { type DescriptionChanges, findFreeName } from '../../revise/description-changes.ts';
import { marksOf } from '../../revise/description-settings.ts';
import {
  type DescriptionText,
  findDescriptionEntry,
  listEntries,
  renderScalar,
} from '../../revise/description-text.ts';
import type { RevisedFields, RevisedValue } from '../../revise/revised-fields.ts';
import type { NumberMarks } from '../../text/value-type.ts';
import type { CsvDescription } from '../description.ts';
import { openTables, type SampleTable } from '../inference/sample-table.ts';

/** A sample as its description cuts it. */
export interface KeptTable {
  readonly table: SampleTable;
  /** Row of its headings, with rows that are left out; 0: there are none. */
  readonly headingRow: number;
  readonly headings: readonly string[];
  /** The rows of data. */
  readonly rows: SampleRows;
  readonly marks: NumberMarks;
}

/** Undefined: it is no table. */
export function openKeptTable(bytes: Uint8Array, description: CsvDescription): KeptTable | undefined {
  const { encoding, csv } = description;
  const separator = csv.separator === 'tab' ? '\t' : csv.separator;
  const [table] = openTables([bytes], {
    encoding: encoding === 'utf-16' ? undefined : encoding,
    separator,
  }).tables;
  if (table === undefined) return undefined;
  const isData = (row: readonly string[]) => !isSkipped(row, csv.skip);
  const counted = table.rows.flatMap((row, n) => (isData(row) ? [n + 1] : []));
  const headingRow = csv.headings === 0 ? 0 : (counted[csv.headings - 1] ?? 0);
  const rows = table.rows.slice(headingRow).filter(isData);
  return {
    ...{ table, headingRow, rows, headings: headingRow === 0 ? [] : (table.rows[headingRow - 1] ?? []) },
    marks: marksOf(csv),
  };
}

const isSkipped = (row: readonly string[], skip: readonly string[]): boolean => {
  const first = row.find((cell) => cell !== '') ?? '';
  return skip.some((beginning) => first.startsWith(beginning));
};

/** As a description counts it: rows that are left out are none. */
export const countHeadingRow = (
  { table }: Pick<KeptTable, 'table'>,
  row: number,
  { csv: { skip } }: CsvDescription,
): number => table.rows.slice(0, row).filter((cells) => !isSkipped(cells, skip)).length;

interface TableTask {
  readonly kept: KeptTable;
  readonly description: CsvDescription;
  readonly fields: readonly DescribedField[];
  readonly said: FieldCorrections;
}

/** The columns of the file, then what the description reads and the file does not have. */
export function reviseColumns(task: TableTask, changes: DescriptionChanges): RevisedFields {
  const { kept, fields } = task;
  const width = Math.max(kept.headings.length, ...kept.rows.map(({ length }) => length), 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  const byColumn = Map.groupBy(fields, (field) => findColumn(field, kept));
  const missing = byColumn.get(undefined) ?? [];
  const found = columns.flatMap((column): readonly RevisedValue[] => {
    const own = byColumn.get(column) ?? [];
    if (own.length > 0) return own.map((field, n) => reviseColumn(task, changes, { field, column, n }));
    const open = proposeColumn(task, column);
    return open === undefined ? [] : [takeColumn(task, changes, { open, column, missing })];
  });
  ignoreUnread(task, changes, found);
  const taken = new Set(found.flatMap(({ field }) => field ?? []));
  const left = missing.filter((field) => !taken.has(field));
  return {
    values: [...found, ...left.map((field) => reviseMissing(task, changes, field))],
    rows: kept.table.rows
      .slice(0, mostShownRows)
      .map((cells, n) => ({ line: kept.table.lines[n] ?? 0, cells })),
    records: [],
  };
}

/** Nothing is to be said about a column that a person leaves unread, but about one that is read again. */
function ignoreUnread(
  { description, said }: TableTask,
  { text }: DescriptionChanges,
  values: readonly RevisedValue[],
): void {
  const asked = values.filter(({ proposed }) => said[proposed.id]?.isRead !== undefined);
  const isNamed = asked.filter(({ proposed }) => proposed.heading !== '');
  const headingsOf = (isUnread: boolean) =>
    isNamed
      .filter(({ proposed }) => (proposed.state === 'unread') === isUnread)
      .map(({ proposed }) => proposed.heading);
  const read = headingsOf(false).map(normalizeHeading);
  const before = description.ignore.map(String);
  const ignored = [
    ...before.filter((one) => !read.includes(normalizeHeading(one))),
    ...headingsOf(true).filter((one) => !before.map(normalizeHeading).includes(normalizeHeading(one))),
  ];
  const { root } = text;
  if (root === undefined || ignored.join('\0') === before.join('\0')) return;
  const entry = findDescriptionEntry(root, 'ignore');
  if (entry?.value !== undefined) text.replaceNode(entry.value, renderNames(ignored));
  else text.insert(root, listEntries(root).at(-1), 'ignore', renderNames(ignored));
}

/** 0-based. */
function findColumn({ at }: DescribedField, { headings }: KeptTable): number | undefined {
  if (at.by === 'column') return at.column - 1;
  if (at.by !== 'heading') return undefined;
  const names = at.names.map(normalizeHeading);
  const column = headings.findIndex((heading) => names.includes(normalizeHeading(heading)));
  return column === -1 ? undefined : column;
}

const valuesIn = ({ rows }: KeptTable, column: number): readonly string[] =>
  rows.map((row) => row[column] ?? '');

const partOf = ({ map }: DescribedField, { fields }: Pick<TableTask, 'fields'>): ProposedField['part'] =>
  map === fields[0]?.map ? 'order' : 'line';

/** Of several that read one column each has an id of its own. */
function reviseColumn(
  task: TableTask,
  changes: DescriptionChanges,
  { field, column, n }: { readonly field: DescribedField; readonly column: number; readonly n: number },
): RevisedValue {
  const { kept, said } = task;
  const id = n === 0 ? columnId(column) : `${columnId(column)}:${field.name}`;
  const correction = said[id] ?? {};
  const name = changes.apply(field, correction);
  return {
    field,
    proposed: {
      ...{ id, heading: kept.headings[column] ?? '', name: name ?? field.name, part: partOf(field, task) },
      type: correction.type ?? field.type,
      certainty: Object.keys(correction).length === 0 ? 'known' : 'corrected',
      examples: pickExamples(valuesIn(kept, column)),
      ...(name === undefined ? { state: 'unread' } : {}),
    },
  };
}

function reviseMissing(task: TableTask, changes: DescriptionChanges, field: DescribedField): RevisedValue {
  const { at } = field;
  const heading = 'names' in at ? (at.names[0] ?? '') : at.by === 'column' ? `${at.column}` : '';
  const id = `${at.by}:${heading}`;
  const correction = task.said[id] ?? {};
  const name = changes.apply(field, correction);
  const isLabel = at.by === 'label';
  const state = name === undefined ? 'unread' : isLabel ? undefined : 'missing';
  return {
    field,
    proposed: {
      ...{ id, heading, name: name ?? field.name, part: partOf(field, task) },
      ...{ type: correction.type ?? field.type, certainty: 'known', examples: [] },
      ...(state === undefined ? {} : { state }),
    },
  };
}

/** What a column is that the description does not read; undefined: nothing stands in it. */
function proposeColumn({ kept, fields, said }: TableTask, column: number): ProposedField | undefined {
  const heading = kept.headings[column] ?? '';
  const values = valuesIn(kept, column);
  if (heading === '' && values.every((value) => value === '')) return undefined;
  const meaning = findMeaning(heading);
  const wanted = meaning?.name ?? (heading === '' ? `c${columnId(column)}` : toElementName(heading));
  const { type } = inferColumnType(values, meaning, { marks: kept.marks, days: detectDateForms(values) });
  const { name, type: saidType } = said[columnId(column)] ?? {};
  return {
    ...{ id: columnId(column), heading, part: 'line', type: saidType ?? type, certainty: 'open' },
    name: name ?? findFreeName(wanted, new Set(fields.map((one) => one.name))),
    ...{ examples: pickExamples(values), state: 'unread' },
  };
}

interface OpenColumn {
  readonly open: ProposedField;
  readonly column: number;
  readonly missing: readonly DescribedField[];
}

/** As a person says: it stays unread, it becomes a value, or it is what another column was. */
function takeColumn(
  task: TableTask,
  changes: DescriptionChanges,
  { open, column, missing }: OpenColumn,
): RevisedValue {
  const { kept, said, fields } = task;
  const correction = said[open.id] ?? {};
  const { state: _, ...read } = { ...open, certainty: 'corrected' as const };
  if (correction.isRead !== true) return { proposed: open };
  const field = missing.find(({ name }) => name === correction.name);
  if (field !== undefined) {
    addHeading(changes, field, open.heading, column);
    changes.apply(field, { type: correction.type });
    return { field, proposed: { ...read, part: partOf(field, task), type: correction.type ?? field.type } };
  }
  const place = kept.headings[column] ? renderScalar(open.heading) : columnId(column);
  const type = open.type === 'text' ? '' : `, type: ${renderScalar(open.type)}`;
  const beside = findBeside(task, column);
  if (beside === undefined) return { proposed: open };
  changes.text.insert(beside.map, beside, open.name, `{ column: ${place}${type} }`);
  return { holder: beside.holder, proposed: { ...read, part: partOf(beside, { fields }) } };
}

/** A column that is called otherwise now: files of before are read as well. */
function addHeading(
  { text }: DescriptionChanges,
  { value, at }: DescribedField,
  heading: string,
  column: number,
): void {
  if (!isMap(value)) return;
  const old = findDescriptionEntry(value, 'column')?.value;
  if (at.by !== 'heading' || old === undefined) {
    text.setMember(value, 'column', column + 1);
    return;
  }
  text.replaceNode(old, renderNames([...at.names, heading]));
  for (const key of listKeyColumns(text))
    if (textsOf(key).some((one) => at.names.map(normalizeHeading).includes(normalizeHeading(one))))
      text.replaceNode(key, renderNames([...textsOf(key), heading]));
}

const renderNames = (names: readonly string[]): string =>
  `[ ${names.map((name) => renderScalar(name)).join(', ')} ]`;

/** Columns by which rows belong together. */
function listKeyColumns({ document }: DescriptionText): readonly Node[] {
  const found: Node[] = [];
  visit(document, {
    Pair: (_, { key, value }) => {
      const isKey = isScalar(key) && (key.value === 'key' || key.value === '$key');
      if (isKey && isSeq<Node>(value)) found.push(...value.items);
    },
  });
  return found;
}

/** Beside what it is put: of the order where it is the same in all rows of one, else of the line. */
function findBeside(
  { kept, fields, description, said }: TableTask,
  column: number,
): DescribedField | undefined {
  const { documents } = description;
  const keys = documents !== 'file' && 'key' in documents ? documents.key.flat().map(String) : [];
  const names = keys.map(normalizeHeading);
  const keyColumns = kept.headings.flatMap((one, n) => (names.includes(normalizeHeading(one)) ? [n] : []));
  const groups = Map.groupBy(kept.rows, (row) => keyColumns.map((one) => row[one]).join('\0'));
  const isSame = [...groups.values()].every((rows) => new Set(rows.map((row) => row[column])).size === 1);
  const isOfOrder = isSame && groups.size < kept.rows.length;
  const isReadOn = (field: DescribedField) => {
    const at = findColumn(field, kept);
    return at !== undefined && said[columnId(at)]?.isRead !== false;
  };
  const readOn = fields.filter(isReadOn);
  const among = readOn.filter((field) => (partOf(field, { fields }) === 'order') === isOfOrder);
  const before = among.filter((field) => (findColumn(field, kept) ?? column) < column);
  return before.at(-1) ?? among.at(-1) ?? readOn.at(-1);
}
