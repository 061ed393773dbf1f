import type { PlainProvenance } from '../preview/preview-document.ts';
import type { FinishedTrial } from './try-draft.ts';

/** Something that somebody pointed at, by its line (1-based) in one of the three texts, or a value of the result by its path. */
export type TracePlace =
  | { readonly in: 'document' | 'result'; readonly line: number }
  | { readonly in: 'mapping'; readonly file: string; readonly line: number }
  | { readonly in: 'target'; readonly path: string };

/** A value with the line on which it stands in the result. Plain data. */
export interface TracedValue extends PlainProvenance {
  readonly resultLine?: number;
}

export interface Trace {
  /** The first of them, in the order in which they were made. */
  readonly values: readonly TracedValue[];
  /** How many there are. */
  readonly count: number;
}

/** Values that go over the line: the rest is counted. */
const mostValues = 100;

/** Where values come from, and where they go to: both ways, through all mappings. */
export function tracePlace({ origins, lines }: FinishedTrial, place: TracePlace): Trace {
  const { lineOf } = lines();
  const found = origins().filter((one) => isAt(one, place, lineOf));
  return { values: found.slice(0, mostValues).map((one) => withLine(one, lineOf)), count: found.length };
}

export function withLine(
  value: PlainProvenance,
  lineOf: (target: string) => number | undefined,
): TracedValue {
  const resultLine = lineOf(value.target);
  return resultLine === undefined ? value : { ...value, resultLine };
}

function isAt(
  value: PlainProvenance,
  place: TracePlace,
  lineOf: (target: string) => number | undefined,
): boolean {
  const { target, sources, chosenBy, rule, via = [] } = value;
  if (place.in === 'target') return target === place.path;
  if (place.in === 'result') return lineOf(target) === place.line;
  if (place.in === 'mapping')
    return [rule, ...via.map((one) => one.rule)].some(
      ({ file, line }) => file === place.file && line === place.line,
    );
  return [...sources, ...chosenBy].some(({ line, ofVariable }) => !ofVariable && line === place.line);
}
