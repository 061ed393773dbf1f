import type { TreeNode } from '../tree/node.ts';

/** `order line 3`, `order line 3, delivery 2`: an item of a list in words, after the items it stands in. */
export function itemLabel(outer: string, node: TreeNode, index: number): string {
  const name = node.nodeType === 1 || node.nodeType === 2 ? node.localName : 'value';
  const words = plain.get(name) ?? name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const own = `${words} ${index + 1}`;
  return outer === '' ? own : `${outer}, ${own}`;
}

/** Names of the exchange's lists, as people say them. */
const plain: ReadonlyMap<string, string> = new Map([
  ['lines', 'order line'],
  ['deliverySchedule', 'delivery'],
  ['deliveryScheduleIncludingRequests', 'delivery'],
  ['deliveryHistory', 'receipt'],
  ['documents', 'document'],
  ['notes', 'note'],
  ['properties', 'property'],
  ['loadCarriers', 'load carrier'],
  ['chargeLines', 'charge'],
]);
