import { guessMarks, guessType } from '../../infer/guess-type.ts';
import { isKnownHeading } from '../../infer/heading-meanings.ts';
import type { SampleRows } from '../../infer/infer-columns.ts';
import { inferRecordKinds } from '../../infer/infer-record-kinds.ts';
import { dataRowsOf, findHeadingRows, plainTypeOf, type TypedRows } from './heading-rows.ts';

/** Columns that are looked at, from the first on; kinds of rows that one file has at the most. */
const most = { columns: 5, kinds: 12 };

/** The column in which rows say what they are, if rows of its kinds differ from one another. Undefined: all rows are alike. */
export function findTypeColumn(rows: SampleRows): TypedRows | undefined {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  const columns = Array.from({ length: Math.min(most.columns, width) }, (_, column) => column);
  return columns
    .map((typeColumn) => ({ rows, typeColumn, headingRows: findHeadingRows(rows, typeColumn) }))
    .find((typed) => areKinds(typed) && areDifferent(typed));
}

/** A few words or codes, of which some come again. */
function areKinds(typed: TypedRows): boolean {
  const types = dataRowsOf(typed).map((row) => row[typed.typeColumn] ?? '');
  const names = new Set(types);
  const isName = (type: string): boolean => /^[A-Za-z0-9][\w.-]{0,9}$/.test(type);
  const hasOwnHeadings = listHeadingTypes(typed).some((type) => names.has(type));
  return (
    names.size > 1 &&
    names.size <= most.kinds &&
    [...names].every(isName) &&
    (names.size < types.length || hasOwnHeadings)
  );
}

const listHeadingTypes = ({ rows, typeColumn, headingRows }: TypedRows): readonly string[] =>
  [...headingRows].map((n) => plainTypeOf(rows[n] ?? [], typeColumn));

/** Whether what begins an order and what is its line have other values in the same columns. */
function areDifferent(typed: TypedRows): boolean {
  const { typeColumn } = typed;
  const rows = dataRowsOf(typed);
  const kinds = inferRecordKinds(rows.map((row) => row[typeColumn] ?? ''));
  const rowsOf = (role: string) => {
    const type = kinds.find((kind) => kind.role === role)?.type;
    return rows.filter((row) => row[typeColumn] === type);
  };
  const [orders, lines] = [rowsOf('order'), rowsOf('line')];
  const width = Math.max(...[...orders, ...lines].map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, column) => column).filter((one) => one !== typeColumn);
  const differing = columns.filter((column) => differs(orders, lines, column)).length;
  return differing >= leastDifferences(typed, columns.length);
}

/** Codes of letters in the first column are kinds where anything shows it; a code of an item or a unit might be one by chance. */
function leastDifferences(typed: TypedRows, columns: number): number {
  const { rows, typeColumn, headingRows } = typed;
  const types = new Set(dataRowsOf(typed).map((row) => row[typeColumn] ?? ''));
  const foreign = listHeadingTypes(typed).filter((type) => !types.has(type));
  const isNamed = [...headingRows].some((n) => isKnownHeading(rows[n]?.[typeColumn] ?? ''));
  if (isNamed) return Number.POSITIVE_INFINITY;
  const areLetters = typeColumn === 0 && [...types].every((type) => /^[A-Za-z]/.test(type));
  const isShown = foreign.length === 0 && (areLetters || headingRows.size > 0);
  return isShown ? 1 : Math.max(2, columns * 0.6);
}

/** Days beside numbers or texts; or something beside nothing. */
function differs(some: SampleRows, others: SampleRows, column: number): boolean {
  const [a, b] = [some, others].map((rows) => classOf(rows.map((row) => row[column] ?? '')));
  return a !== b && a !== 'mixed' && b !== 'mixed';
}

function classOf(values: readonly string[]): string {
  const filled = values.filter((value) => value !== '');
  if (filled.length === 0) return 'nothing';
  if (filled.length < values.length) return 'mixed';
  const { type } = guessType(filled, guessMarks(filled));
  return type.replace(/ .*/s, '');
}
