import { extendPath } from '../../tree/nodes/extend-path.ts';
import { itemText, type NodePosition, nodePositionOf, pathOf } from '../../tree/nodes/items.ts';
import { isWithinAny, listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { TreeDocument, TreeNode } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefix } from '../../tree/values/fingerprint.ts';
import type { FileMapping } from '../file-mapping.ts';
import type { Rule } from '../language/rule-types.ts';
import type { MappingContext } from '../mapping.ts';
import { type Explanation, explainRun } from './explain-run.ts';

/** What became of a filled leaf of the document: an attribute, or an element with text. */
type LeafFate =
  /** Its value is in the result, as it is or inside a text. */
  | 'carried'
  /** A condition looked at it, and its value is nowhere. */
  | 'tested'
  /** No rule read it. */
  | 'unread'
  /** Under `ignore:`. */
  | 'ignored';

/** A filled leaf of the document, as a person finds it. */
export interface FilledLeaf extends NodePosition {
  readonly path: string;
  /** The path without positions, with the canonical prefixes: the same in every document. */
  readonly name: string;
  readonly text: string;
  readonly node: TreeNode;
}

export interface LeafWithFate extends FilledLeaf {
  readonly fate: LeafFate;
}

/** Every filled leaf of the document in document order, and what became of it in the run that is explained. */
export function listLeafFates(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
  explanation: Explanation = explainRun(mapping, source, context),
): readonly LeafWithFate[] {
  const ignored = listIgnoredNodes(mapping, source, context);
  const isIgnored = (node: TreeNode) => isWithinAny(node, ignored) || isIgnoredBySite(mapping, node);
  const { reading } = explanation;
  return locateFilledLeaves(source).map((leaf) => ({ ...leaf, fate: fateOf(leaf.node, reading, isIgnored) }));
}

/** A tree does not change, and whoever edits a mapping tries it on the same one at every key. */
const locatedLeaves = new WeakMap<TreeDocument, readonly FilledLeaf[]>();

function locateFilledLeaves(source: TreeDocument): readonly FilledLeaf[] {
  const known = locatedLeaves.get(source) ?? listFilledLeaves(source.root).map(locateLeaf);
  locatedLeaves.set(source, known);
  return known;
}

export const locateLeaf = (node: TreeNode): FilledLeaf => ({
  path: pathOf(node),
  name: canonicalPathOf(node),
  ...nodePositionOf(node),
  text: itemText(node).trim(),
  node,
});

/** Whether the site lists the path of a leaf in its own ignored.csv. */
export function isIgnoredBySite({ ignored }: Pick<FileMapping, 'ignored'>, node: TreeNode): boolean {
  if (ignored.length === 0) return false;
  const name = canonicalPathOf(node);
  return ignored.some((pattern) => pattern.test(name));
}

/**
 * The loss report: what is lost, less what the mapping says it ignores. Undefined where there is no result: what rules did
 * not come to is not lost.
 */
export function buildLossReport(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
  explanation: Explanation = explainRun(mapping, source, context),
): readonly LeafWithFate[] | undefined {
  if (explanation.result.target === undefined) return undefined;
  return listLeafFates(mapping, source, context, explanation).filter(isLost);
}

export const isLost = ({ fate }: LeafWithFate): boolean => fate === 'unread' || fate === 'tested';

/** Leaves of many documents by path without positions: how often filled, and how often lost. */
export interface Coverage {
  readonly path: string;
  readonly filled: number;
  readonly lost: number;
}

export function computeCoverage(leaves: Iterable<LeafWithFate>): readonly Coverage[] {
  const counts = new Map<string, { filled: number; lost: number }>();
  for (const leaf of leaves) {
    const count = counts.get(leaf.name) ?? { filled: 0, lost: 0 };
    counts.set(leaf.name, count);
    count.filled += 1;
    if (isLost(leaf)) count.lost += 1;
  }
  return [...counts].map(([path, count]) => ({ path, ...count })).sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The path without positions, with the canonical prefixes. */
export function canonicalPathOf(node: TreeNode): string {
  if (node.nodeType === 9) return '';
  const above = node.parentNode === null ? '' : canonicalPathOf(node.parentNode);
  if (node.nodeType === 1) return `${above}/${canonicalPrefix(node)}${node.localName}`;
  return node.nodeType === 2 ? `${above}/@${node.localName}` : above;
}

/** Leaf rules of the mapping that made no value in any of these explanations that has a result: `order/terms/incoterms`. */
export function listNeverFilled(
  mapping: FileMapping,
  explanations: readonly Pick<Explanation, 'result' | 'origins'>[],
): readonly string[] {
  const whole = explanations.filter(({ result }) => result.target !== undefined);
  const filled = new Set(
    whole.flatMap(({ origins }) => origins.map(({ target }) => target.replace(/\[\d+\]/g, ''))),
  );
  return listLeafPaths(mapping.program.target, '').filter((path) => !filled.has(path));
}

function listLeafPaths(rule: Rule, path: string): string[] {
  const own = (): string[] => {
    if (rule.kind === 'leaf') return [path, ...rule.attributes.map(([name]) => extendPath(path, `@${name}`))];
    if (rule.kind === 'each') return listLeafPaths(rule.item, path);
    if (rule.kind === 'list') return rule.items.flatMap((item) => listLeafPaths(item, path));
    return rule.members.flatMap(([name, member]) => listLeafPaths(member, extendPath(path, name)));
  };
  return [...new Set(own())];
}

function fateOf(
  node: TreeNode,
  { carried, tested }: Explanation['reading'],
  isIgnored: (node: TreeNode) => boolean,
): LeafFate {
  if (carried.has(node)) return 'carried';
  if (isIgnored(node)) return 'ignored';
  return tested.has(node) ? 'tested' : 'unread';
}

function listIgnoredNodes(
  mapping: FileMapping,
  source: TreeDocument,
  context: MappingContext,
): ReadonlySet<TreeNode> {
  const { ignore } = mapping.program;
  return new Set(mapping.startRun(source, context).selectNodes(ignore));
}
