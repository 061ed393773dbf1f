import type { Namespaces } from '../../tree/compile-xpath.ts';
import { itemText } from '../../tree/nodes/items.ts';
import { isLeaf } from '../../tree/nodes/leaves.ts';
import type { TreeAttribute, TreeDocument, TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefix } from '../../tree/values/fingerprint.ts';

/** What a rule can point at. */
export type SourceNode = TreeElement | TreeAttribute;

/** The elements above a node and the node itself, the outermost first. */
export function lineageOf(node: TreeNode): readonly TreeNode[] {
  if (node.nodeType === 9) return [];
  return [...lineageOf(node.parentNode), node];
}

/** How many elements two nodes have above them in common, themselves included. */
export function countShared(one: TreeNode, other: TreeNode): number {
  const [a, b] = [lineageOf(one), lineageOf(other)];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return same;
}

/**
 * An XPath expression that leads from one node of a document to another: `../cbc:Note`, `cac:PartyIdentification[cbc:ID/@schemeID = 'GLN']`.
 * Of several of one name the one that is meant. `prefixes`: those that the mapping knows.
 */
export function buildRelativePath(from: TreeNode, to: SourceNode, prefixes: Namespaces): string {
  const same = countShared(from, to);
  const ups = lineageOf(from).length - same;
  const steps = [
    ...Array<string>(ups).fill('..'),
    ...lineageOf(to)
      .slice(same)
      .map((node) => describeStep(node, prefixes)),
  ];
  return steps.length === 0 ? '.' : steps.join('/');
}

/** From the root of the document, wherever the rule stands. */
export const buildAbsolutePath = (to: SourceNode, prefixes: Namespaces): string =>
  `/${lineageOf(to)
    .map((node) => describeStep(node, prefixes))
    .join('/')}`;

/** The same for all of that name: what tells the last one apart is left out. */
export const forAllTwins = (path: string): string => path.replace(/\[[^[\]]*\]$/, '');

/** Those below a node, without its texts. */
export const listElements = ({ childNodes }: TreeElement | TreeDocument): readonly TreeElement[] =>
  childNodes.flatMap((one) => (one.nodeType === 1 ? [one] : []));

/** The elements of one name below one parent. */
export const listTwins = (element: TreeElement): readonly TreeElement[] =>
  listElements(element.parentNode).filter(
    (one) => one.localName === element.localName && one.namespaceURI === element.namespaceURI,
  );

function describeStep(node: TreeNode, prefixes: Namespaces): string {
  if (node.nodeType === 2) return `@${node.localName}`;
  if (node.nodeType !== 1) return '';
  const name = nameOf(node, prefixes);
  const twins = listTwins(node);
  return twins.length === 1 ? name : `${name}[${tellApart(node, twins, prefixes)}]`;
}

function nameOf(element: TreeElement, prefixes: Namespaces): string {
  const { localName, namespaceURI } = element;
  if (namespaceURI === null || namespaceURI === '') return localName;
  const known = [...prefixes].find(([, uri]) => uri === namespaceURI)?.[0];
  if (known === undefined) return `${canonicalPrefix(element)}${localName}`;
  return known === '' ? localName : `${known}:${localName}`;
}

/** By a code that it alone has, else by its number. */
function tellApart(element: TreeElement, twins: readonly TreeElement[], prefixes: Namespaces): string {
  const others = twins.filter((one) => one !== element).map((one) => new Map(listCodes(one, prefixes)));
  const code = listCodes(element, prefixes).find(([path, value]) =>
    others.every((other) => other.get(path) !== value),
  );
  return code === undefined ? String(twins.indexOf(element) + 1) : `${code[0]} = '${code[1]}'`;
}

/** Elements by which EDIFACT and IDocs tell apart what has one name. */
const qualifiers =
  /^(e(1153|2005|3035|3139|3155|4279|4347|4451|5025|5125|5463|6063|6311|6347|7143)|QUALF|PARVW|IDDAT|SUMID|TDID|ALCKZ|KSCHL)$/;

/** Attributes that look like codes, and the qualifier with which it begins. */
function listCodes(element: TreeElement, prefixes: Namespaces): readonly (readonly [string, string])[] {
  const attributes = element.attributes
    .filter(({ value }) => /^[\w:.-]{1,20}$/.test(value))
    .map(({ localName, value }) => [`@${localName}`, value] as const);
  return [...attributes, ...findQualifier(element, '', prefixes)];
}

/** Its first value: gRFF/RFF/C506/e1153. */
function findQualifier(
  element: TreeElement,
  above: string,
  prefixes: Namespaces,
): readonly (readonly [string, string])[] {
  const [first] = listElements(element);
  if (first === undefined) return [];
  const path = `${above}${nameOf(first, prefixes)}`;
  if (!isLeaf(first)) return findQualifier(first, `${path}/`, prefixes);
  const value = itemText(first).trim();
  return qualifiers.test(first.localName) && /^\w{1,4}$/.test(value) ? [[path, value]] : [];
}
