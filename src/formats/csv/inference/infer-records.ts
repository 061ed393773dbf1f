import type { Encoding } from '../../../text/encodings.ts';
import type { DraftedKind } from '../../infer/drafted-kinds.ts';
import { detectDateForms, guessMarks } from '../../infer/guess-type.ts';
import type { SampleRows } from '../../infer/infer-columns.ts';
import {
  type DescribedKind,
  describeKinds,
  type RecordFieldSample,
} from '../../infer/infer-record-fields.ts';
import { inferRecordKinds, type RecordKind, refineRecordKinds } from '../../infer/infer-record-kinds.ts';
import type { SampleCorrections } from '../../infer/sample-corrections.ts';
import { correctMarks } from '../../infer/sample-marks.ts';
import type { NumberMarks } from '../../text/value-type.ts';
import { listBeginnings } from './data-rows.ts';
import { assignHeadings, dataRowsOf, findHeadingRows, type TypedRows } from './heading-rows.ts';
import type { SampleTable } from './sample-table.ts';
import { findTypeColumn } from './type-column.ts';

/** What samples show of a table with rows of several kinds. */
export interface InferredRecords {
  readonly encoding: Encoding;
  readonly separator: string;
  /** 1-based. */
  readonly typeColumn: number;
  readonly marks: NumberMarks;
  /** How rows that are no data begin. */
  readonly skip: readonly string[];
  readonly kinds: readonly DescribedKind<RecordFieldSample>[];
  /** What the documents are. */
  readonly document: DraftedKind;
  /** The first sample, and the rows of it that hold headings, 1-based. */
  readonly table: SampleTable;
  readonly headingRows: readonly number[];
}

/** Longer ones are values. */
const longestType = 20;

/** Undefined: its rows are all alike, or nothing in them says what they are. */
export function inferRecords(
  tables: readonly SampleTable[],
  encoding: Encoding,
  corrections: SampleCorrections,
): InferredRecords | undefined {
  const [table] = tables;
  const typed = table && findTypedRows(tables, corrections);
  if (table === undefined || typed === undefined) return undefined;
  const { typeColumn, headingRows } = typed;
  const rows = dataRowsOf(typed).filter((row) => isType(row[typeColumn]));
  const cells = rows.flatMap((row) => row.filter((_, column) => column !== typeColumn));
  const marks = correctMarks(guessMarks(cells), corrections);
  const { kind: document = 'order', fields } = corrections;
  const known = { marks, days: detectDateForms(cells), document, corrections: fields };
  const kinds = inferKinds(rows, typeColumn, corrections);
  const samples = listSamples(kinds, rows, typeColumn, assignHeadings(typed));
  return {
    ...{ encoding, separator: table.separator, typeColumn: typeColumn + 1, marks, table, document },
    kinds: describeKinds(kinds, samples, known),
    skip: listSkipped(tables, typed),
    headingRows: [...headingRows].map((n) => n + 1).filter((n) => n <= table.rows.length),
  };
}

const isType = (text = ''): boolean => text !== '' && text.length <= longestType;

/** As a person says, else as the rows show it. */
function findTypedRows(
  tables: readonly SampleTable[],
  { typeColumn, headingRows, headings, key }: SampleCorrections,
): TypedRows | undefined {
  const isTable = typeColumn === undefined && (headings !== undefined || key !== undefined);
  if (typeColumn === 0 || isTable) return undefined;
  // what is no data stays, so that rows keep their numbers
  const all = tables.flatMap(({ rows }) => {
    const beginnings = listBeginnings(rows);
    return rows.map((row, n) => (beginnings[n] === undefined ? row : []));
  });
  const found = typeColumn === undefined ? findTypeColumn(all.filter(isRow)) : undefined;
  const column = typeColumn === undefined ? found?.typeColumn : typeColumn - 1;
  if (column === undefined) return undefined;
  const said = headingRows && new Set(headingRows.map((n) => n - 1));
  const typed = { rows: all, typeColumn: column, headingRows: said ?? findHeadingRows(all, column) };
  const hasKinds =
    new Set(dataRowsOf(typed).flatMap((row) => (isType(row[column]) ? row[column] : []))).size > 1;
  return hasKinds ? typed : undefined;
}

const isRow = (row: readonly string[]): boolean => row.length > 0;

function inferKinds(
  rows: SampleRows,
  typeColumn: number,
  { records }: SampleCorrections,
): readonly RecordKind[] {
  const byType = Map.groupBy(rows, (row) => row[typeColumn] ?? '');
  const widths = new Map(
    [...byType].map(([type, own]) => [type, listFilled(own, typeColumn).length] as const),
  );
  const types = rows.map((row) => row[typeColumn] ?? '');
  const kinds = inferRecordKinds(types, records, widths);
  const valuesOf = (type: string) => {
    const own = byType.get(type) ?? [];
    return listFilled(own, typeColumn).map((column) => own.map((row) => row[column] ?? ''));
  };
  return refineRecordKinds(kinds, types, valuesOf, records);
}

/** Columns in which any of the rows has something. */
function listFilled(rows: SampleRows, typeColumn: number): readonly number[] {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return Array.from({ length: width }, (_, column) => column).filter(
    (column) => column !== typeColumn && rows.some((row) => (row[column] ?? '') !== ''),
  );
}

/** Columns that have a value or a name of their own. */
function listSamples(
  kinds: readonly RecordKind[],
  rows: SampleRows,
  typeColumn: number,
  headings: ReadonlyMap<string, readonly string[]>,
): readonly RecordFieldSample[] {
  const isShared = new Set(headings.values()).size < headings.size;
  return kinds.flatMap((kind) => {
    const own = rows.filter((row) => row[typeColumn] === kind.type);
    const names = headings.get(kind.type) ?? [];
    const named = isShared ? [] : listFilled([names], typeColumn);
    const columns = [...new Set([...listFilled(own, typeColumn), ...named])].sort((a, b) => a - b);
    return columns.map((column) => ({
      ...{ id: `${kind.type}@${column + 1}`, kind, heading: names[column] ?? '', first: column + 1 },
      values: own.map((row) => row[column] ?? ''),
    }));
  });
}

/** How rows begin that are no data: titles, sums, and headings. */
function listSkipped(tables: readonly SampleTable[], { headingRows }: TypedRows): readonly string[] {
  const all = tables.flatMap(({ rows, texts }) => {
    const beginnings = listBeginnings(rows);
    return rows.map((row, n) => ({
      ...{ row, text: cutToFirstText(row, texts[n] ?? '') },
      beginning: beginnings[n],
    }));
  });
  const data = all.flatMap(({ text, beginning }, n) =>
    headingRows.has(n) || beginning !== undefined ? [] : text,
  );
  const skip = all.flatMap(({ row, text, beginning }, n) => {
    if (headingRows.has(n)) return findOwnBeginning(row, text, data);
    if (beginning === undefined) return [];
    return data.some((one) => one.startsWith(beginning)) ? text : beginning;
  });
  return [...new Set(skip)];
}

const cutToFirstText = (row: readonly string[], text: string): string => {
  const first = row.find((cell) => cell !== '') ?? '';
  return text.slice(Math.max(0, text.indexOf(first))).trimEnd();
};

/** Up to the first or second text of a row, if no row of data begins so; else all of it. */
function findOwnBeginning(row: readonly string[], text: string, data: readonly string[]): string {
  const [first = '', second = ''] = row.filter((cell) => cell !== '');
  const at = text.indexOf(second, first.length);
  const beginnings = [first, ...(at === -1 ? [] : [text.slice(0, at + second.length)])];
  return beginnings.find((one) => data.every((other) => !other.startsWith(one))) ?? text;
}
