import { itemText, nodePositionOf, pathOf } from '../../tree/nodes/items.ts';
import { isLeaf } from '../../tree/nodes/leaves.ts';
import type { TreeAttribute, TreeDocument, TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import { listElements, listTwins, type SourceNode } from './relative-path.ts';

/** An element or attribute, as the tree over the text of a document shows it. Plain data. */
export interface SourceRow {
  /** Its way from the root: `0.3.1`, an attribute `0.3.@0`. */
  readonly key: string;
  readonly name: string;
  /** `/Order/cac:OrderLine[2]/cbc:Note` */
  readonly path: string;
  /** Of a leaf its text; of what holds others, what stands first in it. */
  readonly value: string;
  /** Elements and attributes below it. */
  readonly children: number;
  /** It has a value of its own. */
  readonly isLeaf: boolean;
  readonly line: number;
  readonly column: number;
  /** Where several of its name stand beside each other: which of them, and how many. */
  readonly number?: readonly [number, number];
  /** Of a file of records: the field, as its heading calls it. */
  readonly field?: string;
}

/** What is below one of them. */
export interface SourceBranch {
  /** Of what it is below; empty: the document. */
  readonly key: string;
  readonly rows: readonly SourceRow[];
  /** How many there are. */
  readonly count: number;
}

export interface TreePlace {
  readonly line: number;
  readonly column: number;
}

/** Rows of one branch that go over the line: the rest is counted. */
const mostRows = 500;

/** Characters of a value. */
const longestValue = 80;

/** What is below the node of that key. Undefined: there is none. */
export function readBranch(document: TreeDocument, key: string): SourceBranch | undefined {
  const node = key === '' ? document : findNode(document, key);
  if (node === undefined) return undefined;
  const below = listBelow(node);
  const rows = below
    .slice(0, mostRows)
    .map(([name, one]) => describeNode(one, key === '' ? name : `${key}.${name}`));
  return { key, rows, count: below.length };
}

/** The way to what stands at a place of the text, from the document down to it, and its key. */
export function readBranchesTo(
  document: TreeDocument,
  place: TreePlace,
): { readonly branches: readonly SourceBranch[]; readonly key: string } {
  const key = keyOf(findAt(document, place) ?? document);
  const names = key === '' ? [] : key.split('.');
  const above = ['', ...names.slice(0, -1).map((_, n) => names.slice(0, n + 1).join('.'))];
  return { branches: above.flatMap((one) => readBranch(document, one) ?? []), key };
}

/** What begins last before a place. Files of records are not in the order of their tree, and groups stand where their first field does. */
function findAt(document: TreeDocument, place: TreePlace): SourceNode | undefined {
  // of JSON a place is that of the value: its name stands before it
  const at = document.format === 'json' ? { ...place, column: Number.POSITIVE_INFINITY } : place;
  let [found, line, column]: [SourceNode | undefined, number, number] = [undefined, 0, 0];
  for (const node of listAllBelow(document)) {
    if (!isAt(node, at) || (document.format === 'records' && !isLeaf(node))) continue;
    const start = nodePositionOf(node);
    if (start.line < line || (start.line === line && start.column < column)) continue;
    [found, line, column] = [node, start.line, start.column];
  }
  return found;
}

function* listAllBelow(node: TreeNode): Generator<SourceNode> {
  for (const [, below] of listBelow(node)) {
    yield below;
    yield* listAllBelow(below);
  }
}

function keyOf(node: TreeNode): string {
  if (node.nodeType !== 1 && node.nodeType !== 2) return '';
  const above = keyOf(node.parentNode);
  const name = listBelow(node.parentNode).find(([, one]) => one === node)?.[0] ?? '';
  return above === '' ? name : `${above}.${name}`;
}

export function findNode(document: TreeDocument, key: string): SourceNode | undefined {
  let node: TreeDocument | SourceNode = document;
  for (const name of key.split('.')) {
    const next: SourceNode | undefined = listBelow(node).find(([own]) => own === name)?.[1];
    if (next === undefined) return undefined;
    node = next;
  }
  return node.nodeType === 9 ? undefined : node;
}

function listBelow(node: TreeNode): readonly (readonly [string, SourceNode])[] {
  if (node.nodeType !== 1 && node.nodeType !== 9) return [];
  const attributes = node.nodeType === 1 ? node.attributes : [];
  return [
    ...attributes.map((one, n): readonly [string, TreeAttribute] => [`@${n}`, one]),
    ...listElements(node).map((one, n): readonly [string, TreeElement] => [String(n), one]),
  ];
}

/** An element reaches to the next one, an attribute no further than its own text. */
function isAt(node: SourceNode, { line, column }: TreePlace): boolean {
  const start = nodePositionOf(node);
  const isBefore = start.line < line || (start.line === line && start.column <= column);
  if (node.nodeType === 1) return isBefore;
  const end = start.column + node.nodeName.length + node.value.length + 3;
  return isBefore && start.line === line && column <= end;
}

function describeNode(node: SourceNode, key: string): SourceRow {
  const { line, column, field } = nodePositionOf(node);
  const twins = node.nodeType === 1 ? listTwins(node) : [];
  return {
    ...{ key, line, column, path: pathOf(node), value: shortTextOf(node), children: listBelow(node).length },
    isLeaf: isLeaf(node),
    name: node.nodeType === 2 ? `@${node.nodeName}` : node.nodeName,
    ...(twins.length > 1 && node.nodeType === 1 ? { number: [twins.indexOf(node) + 1, twins.length] } : {}),
    ...(field === undefined ? {} : { field }),
  };
}

const shortTextOf = (node: SourceNode): string => {
  const text = itemText(firstLeafOf(node)).trim().replace(/\s+/g, ' ');
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
};

/** The first leaf with a text, itself where it is one. */
function firstLeafOf(node: SourceNode): SourceNode {
  if (isLeaf(node) || node.nodeType === 2) return node;
  return (
    listElements(node)
      .map(firstLeafOf)
      .find((one) => itemText(one).trim() !== '') ?? node
  );
}
