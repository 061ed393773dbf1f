import type { TreeElement, TreeNode, TreeText } from './node.ts';
import { child, type Syntax, writtenName } from './syntax.ts';
import type { Namespaces } from './xpath.ts';

/** Steps of paths, walked on the tree itself (direct.ts). */

const none: readonly TreeNode[] = [];

export type Test = (node: TreeNode) => boolean;

/** The node test of a step; undefined: not one of these. */
export function testOf(syntax: Syntax, namespaces: Namespaces): Test | undefined {
  const attributes = child(syntax, 'xpathAxis')?.text === 'attribute';
  const kind = attributes ? 2 : 1;
  const test = syntax.children.find(({ name }) => name !== 'xpathAxis' && name !== 'predicates');
  if (test?.name === 'nameTest' && test.attributes.has('prefix')) {
    const { prefix, local } = writtenName(test);
    const namespace = attributes && prefix === '' ? null : (namespaces.get(prefix) ?? null);
    if (prefix !== '' && namespace === null) return undefined;
    return (node) => node.nodeType === kind && node.localName === local && node.namespaceURI === namespace;
  }
  if (test?.name === 'Wildcard' && test.children.length === 0) return (node) => node.nodeType === kind;
  if (test?.name === 'anyKindTest') return () => true;
  if (test?.name === 'textTest') return (node) => node.nodeType === 3;
  return undefined;
}

/** Axes that go from a node towards the beginning of the document. */
export const isBackward = (axis: string): boolean =>
  ['parent', 'ancestor', 'preceding-sibling'].includes(axis);

/** What an axis finds from one node, in the order of the axis; undefined: not one of these axes. */
export function walk(
  axis: string,
  test: Test | undefined,
): ((node: TreeNode) => readonly TreeNode[]) | undefined {
  if (test === undefined) return undefined;
  const axes: Record<string, (node: TreeNode) => readonly TreeNode[]> = {
    child: remembered((node) => passing(children(node), test)),
    attribute: (node) => (node.nodeType === 1 ? passing(node.attributes, test) : none),
    self: (node) => (test(node) ? [node] : none),
    parent: (node) => (node.parentNode !== null && test(node.parentNode) ? [node.parentNode] : none),
    descendant: (node) => descendants(node, test, []),
    'descendant-or-self': (node) => descendants(node, test, test(node) ? [node] : []),
    ancestor: (node) => passing(above(node), test),
    'following-sibling': (node) => passing(siblings(node).slice(placeAmong(node) + 1), test),
    'preceding-sibling': (node) => passing(siblings(node).slice(0, placeAmong(node)).reverse(), test),
  };
  return axes[axis];
}

function children(node: TreeNode): readonly TreeNode[] {
  return node.nodeType === 1 || node.nodeType === 9 ? node.childNodes : none;
}

/** Children that are walked each time they are asked for, at the most. */
const few = 16;

/** Of a node with many children the same list each time: what is known of a list serves again (direct-predicate.ts). */
function remembered(find: (node: TreeNode) => readonly TreeNode[]): typeof find {
  const known = new WeakMap<TreeNode, readonly TreeNode[]>();
  return (node) => {
    if (children(node).length <= few) return find(node);
    const found = known.get(node) ?? find(node);
    known.set(node, found);
    return found;
  };
}

function above(node: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let one = node.parentNode; one !== null; one = one.parentNode) found.push(one);
  return found;
}

/** The nodes of its parent, it among them; none of an attribute and of a document. */
export function siblings(node: TreeNode): readonly (TreeElement | TreeText)[] {
  return node.nodeType === 1 || node.nodeType === 3 ? node.parentNode.childNodes : [];
}

/** Index of a node among its siblings, which stand in document order. */
export function placeAmong(node: TreeNode): number {
  const nodes = siblings(node);
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((nodes[middle]?.order ?? 0) < node.order) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** As `filter`, without a new array for none and with the smallest for one: most steps find no more. */
function passing(nodes: readonly TreeNode[], test: Test): readonly TreeNode[] {
  let found: TreeNode[] | undefined;
  for (const node of nodes) {
    if (!test(node)) continue;
    if (found === undefined) found = [node];
    else found.push(node);
  }
  return found ?? none;
}

function descendants(node: TreeNode, test: Test, found: TreeNode[]): TreeNode[] {
  for (const one of children(node)) {
    if (test(one)) found.push(one);
    descendants(one, test, found);
  }
  return found;
}

/** In document order, each node once. */
export function inOrder(nodes: readonly TreeNode[]): readonly TreeNode[] {
  for (let i = 1; i < nodes.length; i += 1) {
    const [before, after] = [nodes[i - 1], nodes[i]];
    if (before !== undefined && after !== undefined && before.order >= after.order)
      return [...new Set(nodes)].sort((a, b) => a.order - b.order);
  }
  return nodes;
}
