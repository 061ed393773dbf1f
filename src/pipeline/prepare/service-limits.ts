import { createFinding } from '../../findings/create-finding.ts';
import { visitLists } from '../../mapping/run/keyed-items.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { Finding, Language } from '../../types.ts';

/** The exchange takes 500 lines an order and 100 members of any other list (service limits of its documentation). */
export function findTooManyMembers(
  target: TargetObject,
  limits: { readonly lines: number; readonly members: number },
  language?: Language,
): Finding | undefined {
  let excess: Finding | undefined;
  visitLists(target, ({ items }, name) => {
    const most = name === 'lines' ? limits.lines : limits.members;
    if (items.length > most)
      excess ??= createFinding('too-many-members', { name, count: items.length, most }, {}, language);
  });
  return excess;
}

/** The same for a document that goes as XML: its lines, and the deliveries and documents of each place. */
export function findTooManyInXml(
  element: TreeElement,
  limits: { readonly lines: number; readonly members: number },
  language?: Language,
): Finding | undefined {
  const children = element.childNodes.filter((node) => node.nodeType === 1);
  const counts = Map.groupBy(children, ({ localName }) => localName);
  for (const [name, { length }] of counts) {
    const limit = limitOf(name, limits);
    if (length > limit)
      return createFinding('too-many-members', { count: length, name, most: limit }, {}, language);
  }
  for (const child of children) {
    const found = findTooManyInXml(child, limits, language);
    if (found) return found;
  }
  return undefined;
}

function limitOf(name: string, limits: { readonly lines: number; readonly members: number }): number {
  if (name === 'OrderLine' || name === 'DespatchLine') return limits.lines;
  return name === 'Delivery' || name.endsWith('DocumentReference') ? limits.members : Infinity;
}
