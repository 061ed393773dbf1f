import { type PartName, phrase, say } from '../findings/messages.ts';
import type { TreeNode } from '../tree/node.ts';
import type { Language } from '../types.ts';

/** `order line 3`, `order line 3, delivery 2`: an item of a list in words, after the items it stands in. */
export function itemLabel(outer: string, node: TreeNode, index: number, language: Language): string {
  const name = node.nodeType === 1 || node.nodeType === 2 ? node.localName : 'value';
  const words = `${tagOf(name) ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()} ${index + 1}`;
  const known = parts.get(name);
  const own = known === undefined ? words : say(phrase(known, { count: index + 1 }), language);
  return outer === '' ? own : `${outer}, ${own}`;
}

/** Segments and groups of EDIFACT are known by the tag, `SCC`. */
const tagOf = (name: string): string | undefined => /^g?([A-Z][A-Z0-9]{2})$/.exec(name)?.[1];

/** The repeated parts of documents and of what the exchange sends, as people say them. */
const parts: ReadonlyMap<string, PartName> = new Map([
  ['lines', 'order-line'],
  ['OrderLine', 'order-line'],
  ['gLIN', 'order-line'],
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
