import { decodeWithEncoding, type Encoding } from '../../../text/encodings.ts';
import type { SampledValue } from '../../infer/draft-mapping.ts';
import { guessEncoding } from '../../infer/guess-encoding.ts';
import { type DateForms, detectDateForms, guessMarks } from '../../infer/guess-type.ts';
import { findMeaning, toElementName } from '../../infer/heading-meanings.ts';
import {
  type ColumnPart,
  inferColumns,
  type SampledColumn,
  type SampleRows,
} from '../../infer/infer-columns.ts';
import { renderYaml } from '../../infer/yaml-text.ts';
import type { NumberMarks } from '../../text/value-type.ts';
import { type BlockLabel, findLabels, inferLabelType } from './block-labels.ts';
import { fillDown, findBeginning, selectDataRows } from './data-rows.ts';
import { findHeadings, guessTable, type SampleTable } from './sample-table.ts';

/** What samples show of a table. */
export interface InferredCsv {
  readonly encoding: Encoding;
  readonly separator: string;
  /** Row of the headings, rows that are left out not counted. */
  readonly headings: number;
  readonly labels: readonly BlockLabel[];
  readonly marks: NumberMarks;
  readonly skip: readonly string[];
  /** Heading of what the rows of one document have in common; none: the file is one document. */
  readonly key?: string;
  /** Whether its rows lie apart, and whether only the first of them has it. */
  readonly isAnywhere: boolean;
  readonly isAbove: boolean;
  readonly days: DateForms;
  readonly columns: readonly SampledColumn[];
}

/** Undefined: no table with headings. */
export function inferCsv(files: readonly Uint8Array[]): InferredCsv | undefined {
  const encoding = guessEncoding(Buffer.concat(files));
  const tables = files.flatMap(
    (bytes) => guessTable((decodeWithEncoding(bytes, encoding).text ?? '').replace(/^\ufeff/, '')) ?? [],
  );
  const [table] = tables;
  const at = table === undefined ? -1 : findHeadings(table);
  if (table === undefined || at === -1) return undefined;
  return { encoding, ...inferFromTable(table, at, tables) };
}

function inferFromTable(
  table: SampleTable,
  at: number,
  tables: readonly SampleTable[],
): Omit<InferredCsv, 'encoding'> {
  const headings = table.rows[at] ?? [];
  const above = table.rows.slice(0, at);
  const titles = above.filter((row) => findBeginning(row) === undefined);
  const files = tables.map(({ rows }) => selectDataRows(rows.slice(at + 1), headings));
  const found = files.flatMap(({ rows }) => rows);
  const skip = files.flatMap((file) => file.skip);
  const key = keyOf(headings, found);
  const isAbove = key !== -1 && isFirstRowOnly(found.map((row) => row[key] ?? ''));
  const rows = isAbove ? fillDown(found, key) : found;
  const marks = guessMarks(numbersIn(headings, rows));
  const days = detectDateForms(rows.flat());
  return {
    separator: table.separator,
    headings: titles.length + 1,
    labels: findLabels(titles),
    marks,
    skip: [...new Set([...above.flatMap((row) => findBeginning(row) ?? []), ...skip])],
    ...(key === -1 ? {} : { key: headings[key] ?? '' }),
    isAnywhere:
      !isAbove && key !== -1 && files.some((file) => isInterrupted(file.rows.map((row) => row[key] ?? ''))),
    isAbove,
    days,
    columns: inferColumns({ headings, rows, key, marks, days, isAbove }),
  };
}

/** The column that is known as an order's number; else the first one with digits whose values come several times, one after the other. */
function keyOf(headings: readonly string[], rows: SampleRows): number {
  const known = headings.findIndex((heading) => findMeaning(heading)?.name === 'number');
  if (known !== -1) return known;
  return headings.findIndex((heading, column) => {
    const values = rows.map((row) => row[column] ?? '');
    const blocks = blocksIn(values);
    const isNumber = findMeaning(heading) === undefined && values.every((value) => /\d/.test(value));
    return isNumber && blocks > 0 && blocks < values.length && blocks === new Set(values).size;
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
function numbersIn(headings: readonly string[], rows: SampleRows): readonly string[] {
  const known = headings.flatMap((heading, n) => (findMeaning(heading)?.type === 'decimal' ? [n] : []));
  const values = rows.flatMap((row) => known.map((n) => row[n] ?? ''));
  return values.some((value) => /[.,]/.test(value)) ? values : rows.flat();
}

/** The text of a format file. */
export function renderCsvYaml(name: string, inferred: InferredCsv): string {
  const { separator, marks, headings, key, columns, labels, skip, isAbove, isAnywhere } = inferred;
  const members = (part: ColumnPart) =>
    Object.fromEntries(
      columns
        .filter((one) => one.part === part)
        .map((one) => [`${one.name}${one.required ? '!' : ''}`, fieldOf(one)]),
    );
  const header = labels.length === 0 ? {} : { header: { rows: `1-${headings - 1}` } };
  const description = {
    format: name,
    syntax: 'csv',
    encoding: inferred.encoding,
    csv: {
      separator: separator === '\t' ? 'tab' : separator,
      headings,
      ...marks,
      ...(skip.length === 0 ? {} : { skip }),
      ...header,
    },
    documents:
      key === undefined
        ? 'file'
        : {
            key: [key],
            ...(isAnywhere ? { rows: 'anywhere' } : {}),
            ...(isAbove ? { blanks: 'above' } : {}),
          },
    tree: {
      'order!': {
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

/** Remarks on what samples cannot show. */
function renderRemarks({ columns, days }: InferredCsv): string {
  const unclear = columns.filter(({ type }) => /^date(time)? d+\/M/.test(type));
  if (days.isMonthFirst || unclear.length === 0) return '';
  const names = unclear.map(({ heading }) => heading).join(', ');
  return `# Nothing shows whether the day or the month stands first (${names}): look at the dates.\n`;
}

/** The values with their paths in the tree. */
export const listSampledValues = (inferred: InferredCsv): readonly SampledValue[] =>
  [...listLabelColumns(inferred), ...inferred.columns].map((one) => ({ ...one, path: one.name }));

/** The labels of the block above the table, as columns of the order. */
const listLabelColumns = ({ labels, marks }: InferredCsv): readonly SampledColumn[] =>
  labels.map((one) => {
    const meaning = findMeaning(one.label);
    return {
      name: meaning?.name ?? toElementName(one.label),
      heading: one.label.replace(/\s*:$/, ''),
      part: 'order',
      type: meaning?.type === 'identifier' ? meaning.type : inferLabelType(one, marks),
      required: meaning?.name === 'number',
      empty: [],
      ...(meaning === undefined ? {} : { meaning }),
    };
  });

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
  return { $key: [position.heading], ...line, 'deliveries[]!': deliveries };
}

function fieldOf({ heading, number, type, empty }: SampledColumn) {
  return {
    column: number ?? heading,
    ...(type === 'text' ? {} : { type }),
    ...(empty.length === 0 ? {} : { empty }),
  };
}
