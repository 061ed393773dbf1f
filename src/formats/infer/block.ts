import { sameHeading } from '../describe/nodes.ts';
import type { NumberMarks } from '../text/types.ts';
import type { Rows } from './table.ts';
import { guessType } from './values.ts';
import { meaningOf } from './words.ts';

/** A label above the table with its value. */
export interface Label {
  readonly label: string;
  readonly value: string;
}

/** The labels of a block above the table; none: what stands there is a title. */
export function labelsIn(rows: Rows): readonly Label[] {
  const labels = rows.flatMap((row) => pairsOf(row.filter((cell) => cell !== '')));
  const known = labels.filter(({ label }) => meaningOf(label) !== undefined);
  const names = labels.map(({ label }) => sameHeading(label));
  return known.length > 0 && new Set(names).size === names.length ? labels : [];
}

/** Label and value, and again where the next one is a label that is known. */
function pairsOf([label, value, ...more]: readonly string[]): readonly Label[] {
  if (label === undefined || value === undefined || /^[\d.,:/ -]+$/.test(label)) return [];
  const next = more.findIndex((cell) => meaningOf(cell) !== undefined);
  return [{ label, value }, ...(next === -1 ? [] : pairsOf(more.slice(next)))];
}

export const typeOfLabel = ({ value }: Label, marks: NumberMarks): string => {
  const { type } = guessType([value], marks);
  return type === 'decimal' ? 'identifier' : type;
};
