import { isElement, textOf } from './tree-builder.ts';
import type { TreeDocument, TreeElement, TreeNode } from './tree-node.ts';

/** What an XPath expression returns, one by one. Numbers are whole: everything else stays text (decimal.ts). */
export type Item = TreeNode | string | number | boolean;

export function isNode(item: Item): item is TreeNode {
  return typeof item === 'object';
}

export function itemText(item: Item): string {
  return isNode(item) ? textOf(item) : String(item);
}

/** The same in parts, none of which is large where the text was abridged. */
export function* itemParts(item: Item): Generator<string> {
  if (!isNode(item) || item.nodeType === 2) yield itemText(item);
  else if (item.nodeType === 3) yield* item.parts();
  else for (const child of item.childNodes) yield* itemParts(child);
}

/** XPath's effective boolean value: nodes count as true as soon as there is one. */
export function isTrue(items: readonly Item[]): boolean {
  const [first] = items;
  if (first === undefined) return false;
  if (isNode(first)) return true;
  if (typeof first === 'string') return first !== '';
  return typeof first === 'number' ? first !== 0 : first;
}

/** `/Order/cac:OrderLine[2]/cbc:ID`, with the document's own prefixes; JSON: `/json/lines[1]/id`; of a variable: `$channel/companyId`. */
export function pathOf(node: TreeNode): string {
  if (node.nodeType === 9) return '/';
  if (node.nodeType === 2) return `${pathOf(node.parentNode)}/@${node.nodeName}`;
  if (node.nodeType === 3) return pathOf(node.parentNode);
  return pathsIn(node.parentNode).get(node) ?? '';
}

/** Of the elements of one parent. */
const paths = new WeakMap<TreeNode, ReadonlyMap<TreeElement, string>>();

/**
 * Built once per parent: a tree does not change, and the paths of 500 lines are asked for again and again.
 */
function pathsIn(parent: TreeElement | TreeDocument): ReadonlyMap<TreeElement, string> {
  const known = paths.get(parent) ?? buildPaths(parent);
  paths.set(parent, known);
  return known;
}

function buildPaths(parent: TreeElement | TreeDocument): ReadonlyMap<TreeElement, string> {
  const nodes: readonly TreeNode[] = parent.childNodes;
  const elements = nodes.filter(isElement);
  if (parent.nodeType === 9 && parent.variable !== undefined)
    return new Map(elements.map((element) => [element, `$${parent.variable}`]));
  const above = parent.nodeType === 9 ? '' : pathOf(parent);
  const twins = Map.groupBy(elements, ({ nodeName }) => nodeName);
  const named = [...twins].flatMap(([name, same]) =>
    same.map((element, at) => [element, `${above}/${name}${same.length > 1 ? `[${at + 1}]` : ''}`] as const),
  );
  return new Map(named);
}

/** Line and column of an element or attribute, or of the element that holds a text. */
export function positionOf(node: TreeNode): { readonly line: number; readonly column: number } {
  if (node.nodeType === 9) return positionOf(node.root);
  if (node.nodeType !== 3 && node.line !== undefined && node.column !== undefined)
    return { line: node.line, column: node.column };
  return positionOf(node.parentNode);
}

/** It belongs to the value of a variable, and stands nowhere in the document. */
export function isOfVariable(node: TreeNode): boolean {
  if (node.nodeType === 9) return node.variable !== undefined;
  return isOfVariable(node.parentNode);
}

/** Where a node stands in the file that it was read from. */
export interface NodePosition {
  readonly line: number;
  readonly column: number;
  /** Of a file of records: its number. */
  readonly record?: number;
  /** Of a file of records: the field, as its heading or the description calls it. */
  readonly field?: string;
}

export function nodePositionOf(node: TreeNode): NodePosition {
  const element = node.nodeType === 9 ? node.root : node.nodeType === 1 ? node : node.parentNode;
  const { record, field } = (element.nodeType === 1 ? element.origin : undefined) ?? {};
  return {
    ...positionOf(node),
    ...(record === undefined ? {} : { record }),
    ...(field === undefined ? {} : { field }),
  };
}

/** Tells of every attribute and text that the text of a node is made of. */
export function reportReads(node: TreeNode, onRead: (node: TreeNode) => void): void {
  if (node.nodeType === 2 || node.nodeType === 3) onRead(node);
  else for (const child of node.childNodes) reportReads(child, onRead);
}
