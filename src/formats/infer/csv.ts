import { decodeText, type Encoding } from '../../encodings.ts';
import { sameHeading } from '../describe/nodes.ts';
import type { NumberMarks } from '../text/types.ts';
import { guessEncoding } from './encoding.ts';
import { guessTable, looksLikeHeadings, type Table, widthOf } from './table.ts';
import { guessMarks, guessType } from './values.ts';
import { elementName, type Meaning, meaningOf } from './words.ts';
import { yamlText } from './yaml-text.ts';

/** A column as far as samples show it. */
export interface Column {
  readonly name: string;
  readonly heading: string;
  /** Its number (1 is the first), where another column has the same heading. */
  readonly number?: number;
  readonly part: 'order' | 'line';
  readonly type: string;
  readonly required: boolean;
  readonly empty: readonly string[];
  readonly meaning?: Meaning;
}

export interface InferredCsv {
  readonly encoding: Encoding;
  readonly separator: string;
  /** Row of the headings. */
  readonly headings: number;
  readonly marks: NumberMarks;
  /** Headings of what one document has in common; none: the file is one document. */
  readonly key: readonly string[];
  readonly columns: readonly Column[];
}

/** Undefined: no table with headings. */
export function inferCsv(files: readonly Uint8Array[]): InferredCsv | undefined {
  const [first] = files;
  if (first === undefined) return undefined;
  const encoding = guessEncoding(Buffer.concat(files));
  const tables = files.flatMap(
    (bytes) => guessTable((decodeText(bytes, encoding).text ?? '').replace(/^\ufeff/, '')) ?? [],
  );
  const [table] = tables;
  const at = table?.rows.findIndex((row) => row.length === widthOf(table) && looksLikeHeadings(row)) ?? -1;
  if (table === undefined || at === -1) return undefined;
  const headings = table.rows[at] ?? [];
  const rows = tables.flatMap(({ rows: all }) => all.slice(at + 1));
  const marks = guessMarks(rows.flat());
  const key = keyOf(headings, rows);
  const columns = columnsOf(headings, rows, key, marks);
  return {
    encoding,
    separator: table.separator,
    headings: at + 1,
    marks,
    key: key === -1 ? [] : [headings[key] ?? ''],
    columns,
  };
}

type Rows = Table['rows'];

/** The column that is known as an order's number; else the first one whose values come several times, one after the other. */
function keyOf(headings: readonly string[], rows: Rows): number {
  const known = headings.findIndex((heading) => meaningOf(heading)?.name === 'number');
  if (known !== -1) return known;
  return headings.findIndex((_, column) => {
    const values = rows.map((row) => row[column] ?? '');
    const blocks = values.filter((value, n) => value !== values[n - 1]).length;
    return blocks > 0 && blocks < values.length && blocks === new Set(values).size && !values.includes('');
  });
}

function columnsOf(
  headings: readonly string[],
  rows: Rows,
  key: number,
  marks: NumberMarks,
): readonly Column[] {
  const names = new Set<string>();
  return headings.flatMap((heading, column) => {
    if (heading === '') return [];
    const meaning = meaningOf(heading);
    const values = rows.map((row) => row[column] ?? '');
    const guess = guessType(values, marks);
    const isKnown = meaning?.type !== undefined && (meaning.type !== 'decimal' || guess.type === 'decimal');
    const plain = names.has(meaning?.name ?? '') ? undefined : meaning?.name;
    const name = free(plain ?? elementName(heading), names);
    return [
      {
        name,
        heading,
        ...(isTwice(headings, column) ? { number: column + 1 } : {}),
        part: partOf(column, key, rows, meaning),
        type: isKnown ? (meaning?.type ?? guess.type) : guess.type,
        required: rows.length > 0 && values.every((value) => value !== '' && !guess.empty.includes(value)),
        empty: guess.empty,
        ...(meaning === undefined ? {} : { meaning }),
      },
    ];
  });
}

const isTwice = (headings: readonly string[], column: number): boolean =>
  headings.filter((one) => sameHeading(one) === sameHeading(headings[column] ?? '')).length > 1;

function free(name: string, names: Set<string>): string {
  let made = name;
  for (let n = 2; names.has(made); n += 1) made = `${name}${n}`;
  names.add(made);
  return made;
}

/** What differs within one key is the line's; else what its heading means. */
function partOf(column: number, key: number, rows: Rows, meaning: Meaning | undefined): 'order' | 'line' {
  if (column === key) return 'order';
  if (key === -1) return 'line';
  const groups = Map.groupBy(rows, (row) => row[key] ?? '');
  const differs = [...groups.values()].some((same) => new Set(same.map((row) => row[column] ?? '')).size > 1);
  if (differs) return 'line';
  const isShown = [...groups.values()].some(({ length }) => length > 1);
  return meaning?.part ?? (isShown ? 'order' : 'line');
}

/** The text of a format file. */
export function csvYaml(name: string, inferred: InferredCsv): string {
  const { separator, marks, headings, key, columns } = inferred;
  const members = (part: Column['part']) =>
    Object.fromEntries(
      columns
        .filter((one) => one.part === part)
        .map((one) => [`${one.name}${one.required ? '!' : ''}`, fieldOf(one)]),
    );
  const description = {
    format: name,
    syntax: 'csv',
    encoding: inferred.encoding,
    csv: { separator: separator === '\t' ? 'tab' : separator, headings, ...marks },
    documents: key.length === 0 ? 'file' : { key },
    tree: { 'order!': { ...members('order'), 'lines[]!': members('line') } },
  };
  return yamlText(description, (map) => map.has('column') || map.has('separator') || map.has('key'));
}

function fieldOf({ heading, number, type, empty }: Column) {
  return {
    column: number ?? heading,
    ...(type === 'text' ? {} : { type }),
    ...(empty.length === 0 ? {} : { empty }),
  };
}
