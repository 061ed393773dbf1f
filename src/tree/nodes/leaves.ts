import { itemText } from './items.ts';
import type { TreeElement, TreeNode } from './tree-node.ts';

/** An element that has text and no elements, or an attribute. */
export function isLeaf(node: TreeNode): boolean {
  if (node.nodeType === 2) return true;
  return node.nodeType === 1 && !node.childNodes.some(({ nodeType }) => nodeType === 1);
}

/** The leaf that a text stands in. */
export function leafOf(node: TreeNode): TreeNode {
  return node.nodeType === 3 ? node.parentNode : node;
}

/** Those that are filled, in document order. */
export function listFilledLeaves(element: TreeElement, into: TreeNode[] = []): TreeNode[] {
  if (isLeaf(element)) collectFilled(element, into);
  for (const attribute of element.attributes) collectFilled(attribute, into);
  for (const node of element.childNodes) if (node.nodeType === 1) listFilledLeaves(node, into);
  return into;
}

function collectFilled(node: TreeNode, into: TreeNode[]): void {
  if (itemText(node).trim() !== '') into.push(node);
}

/** Is it one of these, or inside one of them? */
export function isWithinAny(node: TreeNode, nodes: ReadonlySet<TreeNode>): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parentNode) if (nodes.has(at)) return true;
  return false;
}
