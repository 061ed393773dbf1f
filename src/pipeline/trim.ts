import { finding } from '../findings/messages.ts';
import type { TreeElement } from '../tree/node.ts';
import type { OutList, OutObject, OutValue } from '../tree/out.ts';
import type { Finding, Language } from '../types.ts';

/** Key -> fingerprint of all items of keyed lists in a prepared result. */
export function keyedItems(target: OutObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  visitLists(target, (list) => {
    for (const item of list.items) {
      if (item.kind === 'object' && item.key !== undefined) found.set(item.key, item.fingerprint ?? '');
    }
  });
  return found;
}

function visitLists(value: OutValue, visit: (list: OutList, name: string) => void, name = ''): void {
  if (value.kind === 'list') {
    visit(value, name);
    for (const item of value.items) visitLists(item, visit, name);
  } else if (value.kind === 'object') {
    for (const [member, child] of value.members) visitLists(child, visit, member);
  }
}

/** The same result without the items of `$omit: unchanged` lists that are unchanged. */
export function omitUnchanged(
  target: OutObject,
  isUnchanged: (key: string, fingerprint: string) => boolean,
): OutObject {
  const trim = (value: OutValue): OutValue => {
    if (value.kind === 'object')
      return { ...value, members: new Map([...value.members].map(([k, v]) => [k, trim(v)])) };
    if (value.kind !== 'list' || value.omit !== 'unchanged') return value;
    return { ...value, items: value.items.filter((item) => !isOmitted(item, isUnchanged)) };
  };
  return { ...target, members: new Map([...target.members].map(([name, value]) => [name, trim(value)])) };
}

const isOmitted = (item: OutValue, isUnchanged: (key: string, fingerprint: string) => boolean): boolean =>
  item.kind === 'object' && item.key !== undefined && isUnchanged(item.key, item.fingerprint ?? '');

/** The exchange takes 500 lines an order and 100 members of any other list (service limits of its documentation). */
export function overLimit(
  target: OutObject,
  limits: { readonly lines: number; readonly members: number },
  language?: Language,
): Finding | undefined {
  let excess: Finding | undefined;
  visitLists(target, ({ items }, name) => {
    const most = name === 'lines' ? limits.lines : limits.members;
    if (items.length > most)
      excess ??= finding('too-many-members', { name, count: items.length, most }, {}, language);
  });
  return excess;
}

/** The same for a document that goes as XML: its lines, and the deliveries and documents of each place. */
export function xmlOverLimit(
  element: TreeElement,
  limits: { readonly lines: number; readonly members: number },
  language?: Language,
): Finding | undefined {
  const children = element.childNodes.filter((node) => node.nodeType === 1);
  const counts = Map.groupBy(children, ({ localName }) => localName);
  for (const [name, { length }] of counts) {
    const limit = limitOf(name, limits);
    if (length > limit)
      return finding('too-many-members', { count: length, name, most: limit }, {}, language);
  }
  for (const child of children) {
    const found = xmlOverLimit(child, limits, language);
    if (found) return found;
  }
  return undefined;
}

function limitOf(name: string, limits: { readonly lines: number; readonly members: number }): number {
  if (name === 'OrderLine' || name === 'DespatchLine') return limits.lines;
  return name === 'Delivery' || name.endsWith('DocumentReference') ? limits.members : Infinity;
}
