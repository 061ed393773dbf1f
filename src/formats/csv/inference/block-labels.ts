import { normalizeHeading } from '../../describe/description-nodes.ts';
import { guessType } from '../../infer/guess-type.ts';
import { isKnownHeading } from '../../infer/heading-meanings.ts';
import type { SampleRows } from '../../infer/infer-columns.ts';
import type { NumberMarks } from '../../text/value-type.ts';

/** A label above the table with its value. */
export interface BlockLabel {
  readonly label: string;
  readonly value: string;
}

/** The labels of a block above the table; none: what stands there is a title. */
export function findLabels(rows: SampleRows): readonly BlockLabel[] {
  const labels = rows.flatMap((row) => pairsOf(row.filter((cell) => cell !== '')));
  const known = labels.filter(({ label }) => isKnownHeading(label));
  const names = labels.map(({ label }) => normalizeHeading(label));
  return known.length > 0 && new Set(names).size === names.length ? labels : [];
}

/** Label and value, and again where the next one is a label that is known. */
function pairsOf([label, value, ...more]: readonly string[]): readonly BlockLabel[] {
  if (label === undefined || value === undefined || /^[\d.,:/ -]+$/.test(label)) return [];
  const next = more.findIndex(isKnownHeading);
  return [{ label, value }, ...(next === -1 ? [] : pairsOf(more.slice(next)))];
}

export const inferLabelType = ({ value }: BlockLabel, marks: NumberMarks): string => {
  const { type } = guessType([value], marks);
  return type === 'decimal' ? 'identifier' : type;
};
