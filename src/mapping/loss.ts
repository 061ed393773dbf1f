import { canonicalPrefix } from '../tree/fingerprint.ts';
import { type Item, isNode, itemText, pathOf, placeOf } from '../tree/items.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../tree/node.ts';
import { type Evaluation, type Explanation, explain } from './explain.ts';
import type { MappingContext } from './interface.ts';
import type { FileMapping } from './load.ts';
import type { Rule } from './rules.ts';

/** What became of a filled leaf of the document: an attribute, or an element with text. */
type Fate =
  /** Its value is in the result, as it is or inside a text. */
  | 'carried'
  /** A condition looked at it, and its value is nowhere. */
  | 'tested'
  /** No rule read it. */
  | 'unread'
  /** Under `ignore:`. */
  | 'ignored';

export interface Leaf {
  readonly path: string;
  /** The path without positions, with the canonical prefixes: the same in every document. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
  readonly text: string;
  readonly fate: Fate;
}

/** Every filled leaf of the document in document order, and what became of it in the run that is explained. */
export function fates(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
  explanation: Explanation = explain(mapping, source, context),
): readonly Leaf[] {
  const ignored = ignoredNodes(mapping, source, context);
  const reading = readingOf(explanation);
  return leavesOf(source.root).map((node) => ({
    path: pathOf(node),
    name: nameOf(node),
    ...placeOf(node),
    text: itemText(node).trim(),
    fate: fateOf(node, reading, ignored),
  }));
}

/**
 * The loss report: what is lost, less what the mapping says it ignores. Undefined where there is no result: what rules did
 * not come to is not lost.
 */
export function lossReport(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
  explanation: Explanation = explain(mapping, source, context),
): readonly Leaf[] | undefined {
  if (explanation.result.target === undefined) return undefined;
  return fates(mapping, source, context, explanation).filter(isLost);
}

export const isLost = ({ fate }: Leaf): boolean => fate === 'unread' || fate === 'tested';

/** Leaves of many documents by path without positions: how often filled, and how often lost. */
export interface Coverage {
  readonly path: string;
  readonly filled: number;
  readonly lost: number;
}

export function coverage(leaves: Iterable<Leaf>): readonly Coverage[] {
  const counts = new Map<string, { filled: number; lost: number }>();
  for (const leaf of leaves) {
    const count = counts.get(leaf.name) ?? { filled: 0, lost: 0 };
    counts.set(leaf.name, count);
    count.filled += 1;
    if (isLost(leaf)) count.lost += 1;
  }
  return [...counts].map(([path, count]) => ({ path, ...count })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

function nameOf(node: TreeNode): string {
  if (node.nodeType === 9) return '';
  const above = node.parentNode === null ? '' : nameOf(node.parentNode);
  if (node.nodeType === 1) return `${above}/${canonicalPrefix(node)}${node.localName}`;
  return node.nodeType === 2 ? `${above}/@${node.localName}` : above;
}

/** Leaf rules of the mapping that made no value in any of these explanations that has a result: `order/terms/incoterms`. */
export function neverFilled(mapping: FileMapping, explanations: readonly Explanation[]): readonly string[] {
  const whole = explanations.filter(({ result }) => result.target !== undefined);
  const filled = new Set(
    whole.flatMap(({ origins }) => origins.map(({ target }) => target.replace(/\[\d+\]/g, ''))),
  );
  return leafPaths(mapping.program.target, '').filter((path) => !filled.has(path));
}

function leafPaths(rule: Rule, path: string): string[] {
  const below = (name: string) => (path === '' ? name : `${path}/${name}`);
  const own = (): string[] => {
    if (rule.kind === 'leaf') return [path, ...rule.attributes.map(([name]) => below(`@${name}`))];
    if (rule.kind === 'each') return leafPaths(rule.item, path);
    if (rule.kind === 'list') return rule.items.flatMap((item) => leafPaths(item, path));
    return rule.members.flatMap(([name, member]) => leafPaths(member, below(name)));
  };
  return [...new Set(own())];
}

interface Reading {
  readonly carried: ReadonlySet<TreeNode>;
  readonly tested: ReadonlySet<TreeNode>;
}

/**
 * A node that an expression for a value returns is carried, and so is what it read when it returns a text. What an
 * expression read on its way to nodes, to a number or to true or false was tested.
 */
function readingOf({ evaluations }: Explanation): Reading {
  const carried = new Set<TreeNode>();
  const tested = new Set<TreeNode>();
  for (const evaluation of evaluations) {
    for (const node of evaluation.read) (givesText(evaluation) ? carried : tested).add(leafOf(node));
    for (const item of evaluation.result)
      if (isNode(item) && isLeaf(item)) (evaluation.use === 'value' ? carried : tested).add(item);
  }
  return { carried, tested };
}

function givesText({ use, result }: Evaluation): boolean {
  return (use === 'value' || use === 'variable') && result.some((item: Item) => typeof item === 'string');
}

function fateOf(node: TreeNode, { carried, tested }: Reading, ignored: ReadonlySet<TreeNode>): Fate {
  if (carried.has(node)) return 'carried';
  if (isBelow(node, ignored)) return 'ignored';
  return tested.has(node) ? 'tested' : 'unread';
}

function isBelow(node: TreeNode, nodes: ReadonlySet<TreeNode>): boolean {
  for (let at: TreeNode | null = node; at !== null; at = at.parentNode) if (nodes.has(at)) return true;
  return false;
}

function ignoredNodes(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
): ReadonlySet<TreeNode> {
  const { ignore } = mapping.program;
  return new Set(mapping.start(source, context).select(ignore));
}

/** An element that has text and no elements, or an attribute. */
function isLeaf(node: TreeNode): boolean {
  if (node.nodeType === 2) return true;
  return node.nodeType === 1 && !node.childNodes.some(({ nodeType }) => nodeType === 1);
}

function leafOf(node: TreeNode): TreeNode {
  return node.nodeType === 3 ? node.parentNode : node;
}

function leavesOf(element: TreeElement): TreeNode[] {
  const below = element.childNodes.flatMap((node) => (node.nodeType === 1 ? leavesOf(node) : []));
  const own = isLeaf(element) ? [element] : [];
  return [...own, ...element.attributes, ...below].filter((node) => itemText(node).trim() !== '');
}
