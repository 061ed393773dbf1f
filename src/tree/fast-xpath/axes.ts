import { internalize } from '../../text/internalize.ts';
import type { Namespaces } from '../compile-xpath.ts';
import type { TreeElement, TreeNode, TreeText } from '../nodes/tree-node.ts';
import { findChild, readName, type SyntaxNode } from '../xpath/xpath-syntax.ts';

/** Steps of paths, walked on the tree itself (fast-compiler.ts). */

const none: readonly TreeNode[] = [];

export interface NodeTest {
  holds(node: TreeNode): boolean;
  /** In their order. */
  filter(nodes: readonly TreeNode[]): readonly TreeNode[];
}

const buildTest = (holds: NodeTest['holds']): NodeTest => ({
  holds,
  filter: (nodes) => filterNodes(nodes, holds),
});

/** The node test of a step; undefined: not one of these. */
export function compileNodeTest(syntax: SyntaxNode, namespaces: Namespaces): NodeTest | undefined {
  const attributes = findChild(syntax, 'xpathAxis')?.text === 'attribute';
  const kind = attributes ? 2 : 1;
  const test = syntax.children.find(({ name }) => name !== 'xpathAxis' && name !== 'predicates');
  if (test?.name === 'nameTest' && test.attributes.has('prefix')) {
    const { prefix, local } = readName(test);
    const namespace = attributes && prefix === '' ? null : (namespaces.get(prefix) ?? null);
    if (prefix !== '' && namespace === null) return undefined;
    return buildNameTest(kind, internalize(local), namespace === null ? null : internalize(namespace));
  }
  if (test?.name === 'Wildcard' && test.children.length === 0)
    return buildTest(({ nodeType }) => nodeType === kind);
  if (test?.name === 'anyKindTest') return buildTest(() => true);
  if (test?.name === 'textTest') return buildTest(({ nodeType }) => nodeType === 3);
  return undefined;
}

function buildNameTest(kind: 1 | 2, local: string, namespace: string | null): NodeTest {
  const test = buildTest(
    (node) => node.nodeType === kind && node.localName === local && node.namespaceURI === namespace,
  );
  return kind === 2 ? test : { ...test, filter: (nodes) => filterElements(nodes, local, namespace) };
}

/** What most steps do: no function is called for a node, and no iterator made. */
function filterElements(
  nodes: readonly TreeNode[],
  local: string,
  namespace: string | null,
): readonly TreeNode[] {
  let found: TreeNode[] | undefined;
  for (let i = 0; i < nodes.length; i += 1) {
    const node = nodes[i];
    if (node?.nodeType !== 1 || node.localName !== local || node.namespaceURI !== namespace) continue;
    if (found === undefined) found = [node];
    else found.push(node);
  }
  return found ?? none;
}

/** Axes that go from a node towards the beginning of the document. */
export const isReverseAxis = (axis: string): boolean =>
  ['parent', 'ancestor', 'preceding-sibling'].includes(axis);

/** What an axis finds from one node, in the order of the axis; undefined: not one of these axes. */
export function compileAxis(
  axis: string,
  test: NodeTest | undefined,
): ((node: TreeNode) => readonly TreeNode[]) | undefined {
  if (test === undefined) return undefined;
  const axes: Record<string, (node: TreeNode) => readonly TreeNode[]> = {
    child: memoizeByNode((node) => test.filter(listChildren(node))),
    attribute: (node) => (node.nodeType === 1 ? test.filter(node.attributes) : none),
    self: (node) => (test.holds(node) ? [node] : none),
    parent: (node) => (node.parentNode !== null && test.holds(node.parentNode) ? [node.parentNode] : none),
    descendant: (node) => collectDescendants(node, test, []),
    'descendant-or-self': (node) => collectDescendants(node, test, test.holds(node) ? [node] : []),
    ancestor: (node) => test.filter(listAncestors(node)),
    ...compileSiblingAxes(compileSiblings(test)),
  };
  return axes[axis];
}

/** The siblings of a node that are looked for, it among them where it is one: those of thousands of lines are not tested for each line. */
function compileSiblings(test: NodeTest): (node: TreeNode) => readonly TreeNode[] {
  const matching = memoizeByNode((parent) => test.filter(listChildren(parent)));
  return (node) =>
    (node.nodeType === 1 || node.nodeType === 3) && node.parentNode !== null
      ? matching(node.parentNode)
      : none;
}

/** How many nodes an axis of siblings finds from one node, without a list of them; undefined: not one of these axes. */
export function compileSiblingCount(axis: string, test: NodeTest): ((node: TreeNode) => number) | undefined {
  const among = compileSiblings(test);
  if (axis === 'preceding-sibling') return (node) => indexByOrder(among(node), node.order);
  if (axis !== 'following-sibling') return undefined;
  return (node) => among(node).length - indexByOrder(among(node), node.order + 1);
}

function compileSiblingAxes(among: (node: TreeNode) => readonly TreeNode[]) {
  return {
    'following-sibling': (node: TreeNode): readonly TreeNode[] => {
      const nodes = among(node);
      return nodes.slice(indexByOrder(nodes, node.order + 1));
    },
    'preceding-sibling': (node: TreeNode): readonly TreeNode[] => {
      const nodes = among(node);
      return nodes.slice(0, indexByOrder(nodes, node.order)).reverse();
    },
  };
}

function listChildren(node: TreeNode): readonly TreeNode[] {
  return node.nodeType === 1 || node.nodeType === 9 ? node.childNodes : none;
}

/** Children that are walked each time they are asked for, at the most. */
const few = 16;

/**
 * Of a node with many children the same list each time: what is known of a list serves again
 * (predicates.ts).
 */
function memoizeByNode(find: (node: TreeNode) => readonly TreeNode[]): typeof find {
  const known = new WeakMap<TreeNode, readonly TreeNode[]>();
  return (node) => {
    if (listChildren(node).length <= few) return find(node);
    const found = known.get(node) ?? find(node);
    known.set(node, found);
    return found;
  };
}

function listAncestors(node: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let one = node.parentNode; one !== null; one = one.parentNode) found.push(one);
  return found;
}

/** The nodes of its parent, it among them; none of an attribute and of a document. */
function listSiblings(node: TreeNode): readonly (TreeElement | TreeText)[] {
  return node.nodeType === 1 || node.nodeType === 3 ? node.parentNode.childNodes : [];
}

/** Index of a node among its siblings, which stand in document order. */
export const indexAmongSiblings = (node: TreeNode): number => indexByOrder(listSiblings(node), node.order);

/** Index of the first of these that has that order or a higher one. */
function indexByOrder(nodes: readonly TreeNode[], order: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.order ?? 0) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As `filter`, without a new array for none and with the smallest for one: most steps find no more. */
function filterNodes(nodes: readonly TreeNode[], holds: NodeTest['holds']): readonly TreeNode[] {
  let found: TreeNode[] | undefined;
  for (const node of nodes) {
    if (!holds(node)) continue;
    if (found === undefined) found = [node];
    else found.push(node);
  }
  return found ?? none;
}

function collectDescendants(node: TreeNode, test: NodeTest, found: TreeNode[]): TreeNode[] {
  for (const one of listChildren(node)) {
    if (test.holds(one)) found.push(one);
    collectDescendants(one, test, found);
  }
  return found;
}

/** In document order, each node once. */
export function sortInDocumentOrder(nodes: readonly TreeNode[]): readonly TreeNode[] {
  for (let i = 1; i < nodes.length; i += 1) {
    const [before, after] = [nodes[i - 1], nodes[i]];
    if (before !== undefined && after !== undefined && before.order >= after.order)
      return [...new Set(nodes)].sort((a, b) => a.order - b.order);
  }
  return nodes;
}
