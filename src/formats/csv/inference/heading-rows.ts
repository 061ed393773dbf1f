import { isKnownHeading } from '../../infer/heading-meanings.ts';
import type { SampleRows } from '../../infer/infer-columns.ts';

/** Rows of several kinds. */
export interface TypedRows {
  readonly rows: SampleRows;
  /** Where a row says what it is, 0-based. */
  readonly typeColumn: number;
  /** Numbers of the rows that hold headings, 0-based. */
  readonly headingRows: ReadonlySet<number>;
}

type Row = readonly string[];

const isNumeric = (cell: string): boolean => /^[\d.,:/' +-]+$/.test(cell) && /\d/.test(cell);

/** `H` of `H`, `#H` and `*H`: rows of headings may say whose they are in another way than rows of data. */
export const plainTypeOf = (row: Row, typeColumn: number): string =>
  (row[typeColumn] ?? '').replace(/^[^A-Za-z0-9]+/, '');

/** Rows that name what stands below them: words that are known, or words where other rows of their kind have numbers. */
export function findHeadingRows(rows: SampleRows, typeColumn: number): ReadonlySet<number> {
  const byType = Map.groupBy(rows, (row) => plainTypeOf(row, typeColumn));
  const known = new Map<string, boolean>();
  const isHeadings = (row: Row): boolean => {
    const text = row.join('\0');
    const found = known.get(text) ?? isLikeHeadings(row, typeColumn, byType);
    known.set(text, found);
    return found;
  };
  return new Set(rows.flatMap((row, n) => (isHeadings(row) ? [n] : [])));
}

function isLikeHeadings(row: Row, typeColumn: number, byType: ReadonlyMap<string, SampleRows>): boolean {
  const cells = row.filter((cell, column) => cell !== '' && column !== typeColumn);
  const areNames = cells.length > 1 && !cells.some(isNumeric) && new Set(cells).size === cells.length;
  if (!areNames) return false;
  const known = cells.filter(isKnownHeading).length;
  if (known * 2 >= cells.length) return true;
  const text = row.join('\0');
  const others = byType.get(plainTypeOf(row, typeColumn)) ?? [];
  return hasNumbersInstead(
    row,
    typeColumn,
    others.filter((other) => other.join('\0') !== text),
  );
}

/** In half of its columns all other rows of its kind have numbers or days. */
function hasNumbersInstead(row: Row, typeColumn: number, others: SampleRows): boolean {
  const columns = row.flatMap((cell, column) => (cell !== '' && column !== typeColumn ? [column] : []));
  const numeric = columns.filter((column) => others.every((other) => isNumeric(other[column] ?? '')));
  return others.length > 0 && numeric.length * 2 >= columns.length;
}

/** The rows that are no headings. */
export const dataRowsOf = ({ rows, headingRows }: TypedRows): SampleRows =>
  rows.filter((_, n) => !headingRows.has(n));

/** What the columns of each kind are called. Kinds without headings are not in it. */
export function assignHeadings(typed: TypedRows): ReadonlyMap<string, Row> {
  const { rows, typeColumn, headingRows } = typed;
  const kinds = new Set(dataRowsOf(typed).map((row) => row[typeColumn] ?? ''));
  const assigned = new Map<string, Row>();
  const known = new Set<string>();
  for (const n of headingRows) {
    const row = rows[n] ?? [];
    const text = row.join('\0');
    const own = plainTypeOf(row, typeColumn);
    const kind = kinds.has(own) ? own : findNextKind(typed, n, assigned);
    if (!known.has(text) && kind !== undefined && !assigned.has(kind)) assigned.set(kind, row);
    known.add(text);
  }
  const [[kind, row] = []] = [...assigned];
  const isShared = assigned.size === 1 && row !== undefined && !kinds.has(plainTypeOf(row, typeColumn));
  return isShared && namesOthers(typed, kind ?? '', row)
    ? new Map([...kinds].map((one) => [one, row]))
    : assigned;
}

/** The first kind behind that row which has no headings yet: those of several kinds may stand above all of them. */
function findNextKind(
  { rows, typeColumn, headingRows }: TypedRows,
  from: number,
  assigned: ReadonlyMap<string, Row>,
): string | undefined {
  const next = rows.find((row, n) => n > from && !headingRows.has(n) && !assigned.has(row[typeColumn] ?? ''));
  return next?.[typeColumn];
}

/** Whether headings name columns in which rows of that kind have nothing, and others have something. */
function namesOthers(typed: TypedRows, kind: string, headings: Row): boolean {
  const [own, others] = [true, false].map((isOwn) =>
    dataRowsOf(typed).filter((row) => (row[typed.typeColumn] === kind) === isOwn),
  );
  const isFilled = (some: SampleRows | undefined, column: number) =>
    some?.some((row) => (row[column] ?? '') !== '') === true;
  return headings.some((name, column) => name !== '' && !isFilled(own, column) && isFilled(others, column));
}
