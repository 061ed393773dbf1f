import type { RunValues } from '../mapping.ts';
import { resolveFatesBefore } from './chain-provenance.ts';
import { type FilledLeaf, isLost, type LeafWithFate, locateLeaf } from './leaf-fates.ts';

/**
 * What of the first document goes nowhere through all mappings of a chain, in document order: what `map try` lists. A value that the
 * first mapping carries can be lost in a later one; only then the mappings run once more.
 */
export function listLostThroughChain(runs: readonly RunValues[]): readonly FilledLeaf[] {
  const [first, ...later] = runs;
  if (later.every(({ lost }) => lost.length === 0)) return first?.lost.map(locateLeaf) ?? [];
  return listChainFates(runs).filter(isLost);
}

/** From the last mapping to the first: one explanation at a time is in memory. */
function listChainFates(runs: readonly RunValues[]): readonly LeafWithFate[] {
  let fates: readonly LeafWithFate[] = [];
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const step = runs[at]?.explainStep(runs[at + 1]?.source);
    if (step) fates = at === runs.length - 1 ? step.fates : resolveFatesBefore(fates, step);
  }
  return fates;
}
