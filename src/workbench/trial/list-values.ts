import { type TracedValue, withLine } from './trace-place.ts';
import type { FinishedTrial } from './try-draft.ts';

export interface ValuesQuestion {
  /** Only values with it in member, value, rule or source; empty: all. */
  readonly word: string;
  /** Values that go over the line. */
  readonly most: number;
}

/** The values of a result in the order in which they stand in it. Plain data. */
export interface ResultValues {
  readonly values: readonly TracedValue[];
  /** How many there are. */
  readonly count: number;
}

/** The result as a table: each value with its rule and where it comes from. */
export function listValues({ origins, lines }: FinishedTrial, { word, most }: ValuesQuestion): ResultValues {
  const { lineOf } = lines();
  const found = origins()
    .map((one) => withLine(one, lineOf))
    // what was made and left out again stands nowhere
    .filter(({ resultLine }) => resultLine !== undefined)
    .filter((one) => hasWord(one, word.trim().toLowerCase()))
    .sort((a, b) => (a.resultLine ?? 0) - (b.resultLine ?? 0));
  return { values: found.slice(0, most), count: found.length };
}

const hasWord = ({ target, value, rule, sources }: TracedValue, word: string): boolean =>
  word === '' ||
  [target, value, rule.text, ...sources.map(({ path }) => path)].some((text) =>
    text.toLowerCase().includes(word),
  );
