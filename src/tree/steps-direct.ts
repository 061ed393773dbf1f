import type { TreeNode } from './node.ts';
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

/** What an axis finds from one node, in the order of the axis; undefined: not one of these axes. */
export function walk(
  axis: string,
  test: Test | undefined,
): ((node: TreeNode) => readonly TreeNode[]) | undefined {
  if (test === undefined) return undefined;
  const axes: Record<string, (node: TreeNode) => readonly TreeNode[]> = {
    child: (node) => passing(children(node), test),
    attribute: (node) => (node.nodeType === 1 ? passing(node.attributes, test) : none),
    self: (node) => (test(node) ? [node] : none),
    parent: (node) => (node.parentNode !== null && test(node.parentNode) ? [node.parentNode] : none),
    descendant: (node) => descendants(node, test, []),
    'descendant-or-self': (node) => descendants(node, test, test(node) ? [node] : []),
  };
  return axes[axis];
}

function children(node: TreeNode): readonly TreeNode[] {
  return node.nodeType === 1 || node.nodeType === 9 ? node.childNodes : none;
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
