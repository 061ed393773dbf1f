import { type Item, isNode } from '../nodes/items.ts';
import type { TreeNode } from '../nodes/tree-node.ts';
import { NeedsFullEngine } from './closures.ts';

/** `union`, `intersect` and `except` take nodes alone. */
export function nodesOf(items: readonly Item[]): readonly TreeNode[] {
  return items.map((item) => {
    if (!isNode(item)) throw new NeedsFullEngine();
    return item;
  });
}

/** Nodes that are looked through one by one at the most. */
const few = 16;

/** Sets of long lists that were asked before: the value of a variable is the same list each time. */
const known = new WeakMap<readonly Item[], ReadonlySet<TreeNode> | 'seen'>();

/**
 * Tells which nodes are in a list, of which so many will be asked: `. intersect $lines` of each of a thousand lines takes no longer
 * than of twenty.
 */
export function buildMembershipTest(items: readonly Item[], asked: number): (node: TreeNode) => boolean {
  if (items.length <= few) return compareOneByOne(items);
  const before = known.get(items);
  if (before instanceof Set) return (node) => before.has(node);
  // most lists are asked once
  if (before === undefined && asked <= 1) {
    known.set(items, 'seen');
    return compareOneByOne(items);
  }
  const nodes = new Set(nodesOf(items));
  known.set(items, nodes);
  return (node) => nodes.has(node);
}

function compareOneByOne(items: readonly Item[]): (node: TreeNode) => boolean {
  const nodes = nodesOf(items);
  return (node) => nodes.includes(node);
}
