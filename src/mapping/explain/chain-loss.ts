import type { RunValues } from '../mapping.ts';
import { resolveChainFates } from './chain-provenance.ts';
import { type FilledLeaf, isLost, locateLeaf } from './leaf-fates.ts';

/**
 * What of the first document goes nowhere through all mappings of a chain, in document order: what `map try` lists. A value that the
 * first mapping carries can be lost in a later one; only then the mappings run once more.
 */
export function listLostThroughChain(runs: readonly RunValues[]): readonly FilledLeaf[] {
  const [first, ...later] = runs;
  if (later.every(({ lost }) => lost.length === 0)) return first?.lost.map(locateLeaf) ?? [];
  return resolveChainFates(runs.map((run, at) => run.explainStep(runs[at + 1]?.source))).filter(isLost);
}
