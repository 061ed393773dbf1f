import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { RunValues } from '../mapping.ts';
import { type FilledLeaf, locateLeaf } from './leaf-fates.ts';

/**
 * What of the first document goes nowhere through all mappings of a chain, in document order: what `map try` lists. A value that the
 * first mapping carries can be lost in a later one; only then the mappings before that run once more.
 */
export function listLostThroughChain(runs: readonly RunValues[]): readonly FilledLeaf[] {
  const [last, ...before] = runs.toReversed();
  let [made, lost]: [RunValues | undefined, readonly TreeNode[]] = [last, last?.lost ?? []];
  for (const run of before) {
    lost =
      made === undefined || lost.length === 0 ? run.lost : run.listLostThrough(made.source, new Set(lost));
    made = run;
  }
  return lost.map(locateLeaf);
}
