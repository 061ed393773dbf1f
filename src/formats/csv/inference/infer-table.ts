import type { Encoding } from '../../../text/encodings.ts';
import { type DraftedKind, describeKind } from '../../infer/drafted-kinds.ts';
import { areZeroPadded, type DateForms, detectDateForms, guessMarks } from '../../infer/guess-type.ts';
import {
  findKey,
  findMeaningNamed,
  findMeanings,
  isPlaceable,
  toElementName,
} from '../../infer/heading-meanings.ts';
import {
  applyType,
  type ColumnPart,
  columnId,
  inferColumns,
  judgeCertainty,
  type SampledColumn,
  type SampleRows,
} from '../../infer/infer-columns.ts';
import type { FieldCorrections, SampleCorrections } from '../../infer/sample-corrections.ts';
import { correctMarks } from '../../infer/sample-marks.ts';
import { areGlns, mostShownRows, pickExamples, type SampleProposal } from '../../infer/sample-proposal.ts';
import type { SampledValue } from '../../infer/sampled-document.ts';
import { renderYaml, tidyRemark } from '../../infer/yaml-text.ts';
import type { NumberMarks } from '../../text/value-type.ts';
import { type BlockLabel, findLabels, inferLabelType } from './block-labels.ts';
import { fillDown, findBeginning, selectDataRows } from './data-rows.ts';
import { findHeadings, type SampleTable, widthOf } from './sample-table.ts';

/** What samples show of a table. */
export interface InferredCsv {
  readonly encoding: Encoding;
  readonly separator: string;
  /** Row of the headings, rows that are left out not counted; 0: there are none. */
  readonly headings: number;
  /** The same with those that are left out. */
  readonly headingRow: number;
  readonly labels: readonly BlockLabel[];
  readonly marks: NumberMarks;
  readonly skip: readonly string[];
  /** The column that the rows of one document have in common; none: the file is one document. */
  readonly key?: { readonly column: number; readonly heading: string | number };
  /** Whether its rows lie apart, and whether only the first of them has it. */
  readonly isAnywhere: boolean;
  readonly isAbove: boolean;
  readonly days: DateForms;
  readonly columns: readonly SampledColumn[];
  /** The first sample. */
  readonly table: SampleTable;
  /** What the documents are. */
  readonly kind: DraftedKind;
  readonly corrections: FieldCorrections;
}

/** Undefined: no table with headings. */
export function inferCsv(
  tables: readonly SampleTable[],
  encoding: Encoding,
  corrections: SampleCorrections,
): InferredCsv | undefined {
  const [table] = tables;
  if (table === undefined) return undefined;
  const at = corrections.headings === undefined ? findHeadings(table) : corrections.headings - 1;
  if (at === -1 && corrections.headings !== 0) return undefined;
  return { encoding, ...inferFromTable(table, at, tables, corrections) };
}

/** For columns without any: `c3` is the third. */
const makeHeadings = (table: SampleTable): readonly string[] =>
  Array.from({ length: widthOf(table) }, (_, column) => `c${columnId(column)}`);

function inferFromTable(
  table: SampleTable,
  at: number,
  tables: readonly SampleTable[],
  corrections: SampleCorrections,
): Omit<InferredCsv, 'encoding'> {
  const { kind = 'order' } = corrections;
  const isNumbered = at === -1;
  const headings = isNumbered ? makeHeadings(table) : (table.rows[at] ?? []);
  const above = table.rows.slice(0, Math.max(0, at));
  const titles = above.filter((row) => findBeginning(row) === undefined);
  const files = tables.map(({ rows }) => selectDataRows(rows.slice(at + 1), headings));
  const found = files.flatMap(({ rows }) => rows);
  const skip = files.flatMap((file) => file.skip);
  const key = keyOf(headings, found, corrections);
  const isAbove = key !== -1 && isFirstRowOnly(found.map((row) => row[key] ?? ''));
  const rows = isAbove ? fillDown(found, key) : found;
  const marks = correctMarks(guessMarks(numbersIn(headings, rows, kind)), corrections);
  const days = detectDateForms(rows.flat());
  return {
    table,
    separator: table.separator,
    headings: isNumbered ? 0 : titles.length + 1,
    headingRow: at + 1,
    labels: findLabels(titles),
    marks,
    skip: [...new Set([...above.flatMap((row) => findBeginning(row) ?? []), ...skip])],
    ...(key === -1 ? {} : { key: { column: key, heading: isNumbered ? key + 1 : (headings[key] ?? '') } }),
    isAnywhere:
      !isAbove && key !== -1 && files.some((file) => isInterrupted(file.rows.map((row) => row[key] ?? ''))),
    isAbove,
    days,
    kind,
    corrections: corrections.fields ?? {},
    columns: inferColumns({
      ...{ headings, rows, key, marks, days, isAbove, isNumbered, kind },
      corrections: corrections.fields,
    }),
  };
}

/**
 * The column that a person says, or that is known as an order's number; else the first one with digits whose values come several times, one
 * after the other.
 */
function keyOf(headings: readonly string[], rows: SampleRows, corrections: SampleCorrections): number {
  if (corrections.key !== undefined) return Number(corrections.key) - 1;
  const isNumber = (column: number) => corrections.fields?.[columnId(column)]?.meaning === 'number';
  const said = headings.findIndex((_, column) => isNumber(column));
  if (said !== -1) return said;
  const meanings = findMeanings(headings, corrections.kind);
  const known = findKey(meanings);
  if (known !== -1) return known;
  return headings.findIndex((_, column) => {
    const values = rows.map((row) => row[column] ?? '');
    const blocks = blocksIn(values);
    const hasDigits = meanings[column] === undefined && values.every((value) => /\d/.test(value));
    return hasDigits && blocks > 0 && blocks < values.length && blocks === new Set(values).size;
  });
}

const isInterrupted = (keys: readonly string[]): boolean => blocksIn(keys) > new Set(keys).size;

const blocksIn = (values: readonly string[]): number =>
  values.filter((value, n) => value !== values[n - 1]).length;

/** In the first row of each order alone: no value comes twice, and rows without one stand behind it. */
function isFirstRowOnly(values: readonly string[]): boolean {
  const filled = values.filter((value) => value !== '');
  return values[0] !== '' && filled.length < values.length && new Set(filled).size === filled.length;
}

/** The values that show how numbers are written: of columns that are known as such, else all. */
function numbersIn(headings: readonly string[], rows: SampleRows, kind: DraftedKind): readonly string[] {
  const known = findMeanings(headings, kind).flatMap((meaning, n) =>
    meaning?.type === 'decimal' ? [n] : [],
  );
  const values = rows.flatMap((row) => known.map((n) => row[n] ?? ''));
  return values.some((value) => /[.,]/.test(value)) ? values : rows.flat();
}

/** The text of a format file. */
export function renderCsvYaml(name: string, inferred: InferredCsv): string {
  const { columns } = inferred;
  const members = (part: ColumnPart) =>
    Object.fromEntries(
      columns
        .filter((one) => one.part === part)
        .map((one) => [`${one.name}${one.required ? '!' : ''}`, fieldOf(one)]),
    );
  const description = {
    format: name,
    syntax: 'csv',
    ...describeKind(inferred.kind),
    encoding: inferred.encoding,
    csv: describeTable(inferred),
    documents: describeDocuments(inferred),
    tree: {
      [`${inferred.kind}!`]: {
        ...buildLabelMembers(inferred),
        ...members('order'),
        'lines[]!': linesOf(members, columns),
      },
    },
  };
  const text = renderYaml(
    description,
    (map) => ['column', 'label', 'separator', 'key', 'rows'].some((one) => map.has(one)) && !map.has('$key'),
  );
  return `${renderRemarks(inferred)}${text}`;
}

const describeTable = ({ separator, headings, marks, skip, labels }: InferredCsv) => ({
  separator: separator === '\t' ? 'tab' : separator,
  headings,
  ...marks,
  ...(skip.length === 0 ? {} : { skip }),
  ...(labels.length === 0 ? {} : { header: { rows: `1-${headings - 1}` } }),
});

function describeDocuments({ key, isAnywhere, isAbove }: InferredCsv) {
  if (key === undefined) return 'file';
  return {
    key: [key.heading],
    ...(isAnywhere ? { rows: 'anywhere' } : {}),
    ...(isAbove ? { blanks: 'above' } : {}),
  };
}

/** Remarks on what samples cannot show. */
function renderRemarks({ columns, days }: InferredCsv): string {
  const unclear = columns.filter(({ type }) => /^date(time)? d+\/M/.test(type));
  if (days.isMonthFirst || unclear.length === 0) return '';
  const names = unclear.map(({ heading }) => tidyRemark(heading)).join(', ');
  return `# Nothing shows whether the day or the month stands first (${names}): look at the dates.\n`;
}

/** The values with their paths in the tree. */
export const listSampledValues = (inferred: InferredCsv): readonly SampledValue[] =>
  [...listLabelColumns(inferred), ...inferred.columns].map((one) => ({
    ...one,
    path: one.name,
    isGln: areGlns(one.examples),
    isPadded: areZeroPadded(one.examples),
  }));

/** The labels of the block above the table, as columns of the order. */
const listLabelColumns = ({ labels, marks, kind, corrections }: InferredCsv): readonly SampledColumn[] => {
  const meanings = findMeanings(
    labels.map(({ label }) => label),
    kind,
  );
  return labels.map((one, n) => {
    const id = `label:${one.label}`;
    const correction = corrections[id] ?? {};
    const meaning = correction.meaning === undefined ? meanings[n] : findMeaningNamed(correction.meaning);
    const guess = meaning?.type === 'identifier' ? meaning.type : inferLabelType(one, marks);
    return {
      id,
      name: correction.name ?? meaning?.name ?? toElementName(one.label),
      heading: one.label.replace(/\s*:$/, ''),
      part: 'order',
      ...applyType(correction, { type: guess, empty: [] }),
      required: meaning?.name === 'number',
      ...(meaning === undefined ? {} : { meaning }),
      certainty: judgeCertainty(correction, { meaning, values: [one.value] }),
      examples: pickExamples([one.value]),
    };
  });
};

const buildLabelMembers = (inferred: InferredCsv) =>
  Object.fromEntries(
    listLabelColumns(inferred).map(({ name, heading, type, required }) => [
      `${name}${required ? '!' : ''}`,
      { label: heading, ...(type === 'text' ? {} : { type }) },
    ]),
  );

function linesOf(members: (part: ColumnPart) => object, columns: readonly SampledColumn[]) {
  const line = members('line');
  const deliveries = members('delivery');
  const position = columns.find(({ meaning }) => meaning?.name === 'position');
  if (position === undefined || Object.keys(deliveries).length === 0) return line;
  return { $key: [position.number ?? position.heading], ...line, 'deliveries[]!': deliveries };
}

function fieldOf({ heading, number, type, empty }: SampledColumn) {
  return {
    column: number ?? heading,
    ...(type === 'text' ? {} : { type }),
    ...(empty.length === 0 ? {} : { empty }),
  };
}

/** What a person looks at. */
export const proposeTable = (inferred: InferredCsv): SampleProposal => ({
  ...{ encoding: inferred.encoding, marks: inferred.marks, separator: inferred.separator },
  ...{ headings: inferred.headingRow, typeColumn: 0 },
  key: inferred.key === undefined ? '' : columnId(inferred.key.column),
  records: [],
  fields: [...listLabelColumns(inferred), ...inferred.columns].map(
    ({ id, heading, name, part, type, meaning, certainty, examples }) => ({
      ...{ id, heading: inferred.headings === 0 ? '' : heading, name, part, type, certainty, examples },
      // an order's value that differs in its rows has no place there
      ...(meaning !== undefined && isPlaceable({ meaning, part }, inferred.kind)
        ? { meaning: meaning.name }
        : {}),
    }),
  ),
  rows: inferred.table.rows
    .slice(0, mostShownRows)
    .map((cells, n) => ({ line: inferred.table.lines[n] ?? 0, cells })),
});
