import { buildPhrase, renderPhrase } from '../../findings/create-finding.ts';
import type { DocumentPartName } from '../../findings/finding-catalogue.ts';
import { syntaxes } from '../../formats/syntaxes.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Language } from '../../types.ts';

/**
 * `order line 3`, `order line 3, delivery 2`: each of some nodes in words, after the items it stands in. Nodes that stand side by side are
 * counted with all of their name there, as people do who look into the document; others among themselves.
 */
export function renderItemLabels(
  outer: string,
  nodes: readonly TreeNode[],
  language: Language,
): readonly string[] {
  const [first] = nodes;
  const together = first?.nodeType === 1 && nodes.every(({ parentNode }) => parentNode === first.parentNode);
  const places = together ? placesBelow(first.parentNode) : undefined;
  return nodes.map((node, index) => renderItemLabel(outer, node, places?.get(node) ?? index + 1, language));
}

function renderItemLabel(outer: string, node: TreeNode, count: number, language: Language): string {
  const name = node.nodeType === 1 || node.nodeType === 2 ? node.localName : 'value';
  const known = partNames.get(name);
  const own =
    known === undefined
      ? `${findSyntaxLabel(name) ?? separateWords(name)} ${count}`
      : renderPhrase(buildPhrase(known, { count }), language);
  return outer === '' ? own : `${outer}, ${own}`;
}

/** `ItemProperty`: `item property`. */
const separateWords = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

const knownPlaces = new WeakMap<TreeNode, ReadonlyMap<TreeNode, number>>();

/** Counted once per parent: a rule may go from each of thousands of lines to that line alone. */
function placesBelow(parent: TreeElement | TreeDocument): ReadonlyMap<TreeNode, number> {
  const known = knownPlaces.get(parent) ?? placesIn(parent.childNodes);
  knownPlaces.set(parent, known);
  return known;
}

/** Of each element its number among those of its name, 1-based. */
function placesIn(nodes: readonly TreeNode[]): ReadonlyMap<TreeNode, number> {
  const counts = new Map<string, number>();
  const places = new Map<TreeNode, number>();
  for (const node of nodes) {
    if (node.nodeType !== 1) continue;
    const count = (counts.get(node.localName) ?? 0) + 1;
    counts.set(node.localName, count);
    places.set(node, count);
  }
  return places;
}

const syntaxItems = syntaxes.flatMap(({ items }) => items ?? []);

const findSyntaxLabel = (name: string): string | undefined =>
  syntaxItems.map(({ findLabel }) => findLabel?.(name)).find((label) => label !== undefined);

/** The repeated parts of documents and of what the exchange sends, as people say them. */
const partNames: ReadonlyMap<string, DocumentPartName> = new Map([
  ...syntaxItems.flatMap(({ partNames: names }) => [...names]),
  ['lines', 'order-line'],
  ['OrderLine', 'order-line'],
  ['DespatchLine', 'despatch-line'],
  ['deliverySchedule', 'delivery'],
  ['deliveryScheduleIncludingRequests', 'delivery'],
  ['Delivery', 'delivery'],
  ['deliveryHistory', 'receipt'],
  ['documents', 'document'],
  ['DocumentReference', 'document'],
  ['AdditionalDocumentReference', 'document'],
  ['ItemSpecificationDocumentReference', 'document'],
  ['notes', 'note'],
  ['properties', 'property'],
  ['loadCarriers', 'load-carrier'],
  ['chargeLines', 'charge'],
  ['AllowanceCharge', 'allowance-charge'],
  ['SubLineItem', 'sub-line'],
]);
