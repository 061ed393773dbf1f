interface Figure {
  readonly what: string;
  readonly figure: number | string;
  readonly target?: undefined;
  readonly met?: undefined;
}

/** Something is promised of it: it can be missed. */
interface PromisedFigure {
  readonly what: string;
  readonly figure: number | string;
  readonly target: string;
  readonly met: boolean;
}

export type Row = Figure | PromisedFigure;

/** Exit status of a benchmark that has missed one of its targets. */
export const missedStatus = 3;

/** Prints a table for people and one line of JSON for `bench/all.ts`. A target that is missed decides how the benchmark ends. */
export function report(question: string, rows: readonly Row[]): void {
  console.log(question);
  console.table(rows.map(({ what, figure, target = '', met }) => ({ what, figure, target, met: met ?? '' })));
  console.log(JSON.stringify({ question, rows }));
  if (rows.some(({ met }) => met === false)) process.exitCode = missedStatus;
}

/** A figure and what is promised of it, as members of a row. */
export const below = (limit: number, figure: number, digits = 0) => ({
  figure: rounded(figure, digits),
  target: `< ${limit}`,
  met: figure < limit,
});

export const atMost = (limit: number, figure: number, digits = 0) => ({
  figure: rounded(figure, digits),
  target: `<= ${limit}`,
  met: figure <= limit,
});

export const atLeast = (limit: number, figure: number, digits = 0) => ({
  figure: rounded(figure, digits),
  target: `>= ${limit}`,
  met: figure >= limit,
});

/** The value that this part (0 to 1) of the figures does not exceed. */
export function percentile(figures: readonly number[], part: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** To so many digits after the point. */
export const rounded = (figure: number, digits = 0): number => Number(figure.toFixed(digits));
