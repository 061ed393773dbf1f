import type { ValuesOfRun } from './interface.ts';
import { describeLeaf, type FilledLeaf, isLost } from './loss.ts';
import { fatesThrough } from './through.ts';

/**
 * What of the first document goes nowhere through all mappings of a chain, in document order: what `map try` lists. A value that the
 * first mapping carries can be lost in a later one; only then the mappings run once more.
 */
export function lostThrough(runs: readonly ValuesOfRun[]): readonly FilledLeaf[] {
  const [first, ...later] = runs;
  if (later.every(({ lost }) => lost.length === 0)) return first?.lost.map(describeLeaf) ?? [];
  return fatesThrough(runs.map((run, at) => run.stretch(runs[at + 1]?.source))).filter(isLost);
}
