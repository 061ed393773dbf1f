import type { TargetList, TargetObject, TargetValue } from '../../tree/values/target-tree.ts';

/** Items of a list with a `$key`. */

/** What identifies an item; undefined where it has no such value. */
export function keyOf(object: TargetObject, key: readonly string[]): string | undefined {
  let value: TargetValue | undefined = object;
  for (const name of key) value = value?.kind === 'object' ? value.members.get(name) : undefined;
  return value?.kind === 'scalar' ? value.text : undefined;
}

/** Keys of items that stand behind another one with the same key. */
export function listRepeatedKeys(items: readonly TargetValue[]): readonly string[] {
  const keys = items.flatMap((item) => (item.kind === 'object' ? (item.key ?? []) : []));
  const seen = new Set<string>();
  return keys.filter((key) => {
    const again = seen.has(key);
    seen.add(key);
    return again;
  });
}

/** Without objects that turned out empty when their volatile members were filled in. */
export function pruneEmpty(object: TargetObject, kept: WeakSet<TargetObject>): TargetObject | undefined {
  const members = new Map<string, TargetValue>();
  for (const [name, member] of object.members) {
    const value = member.kind === 'object' ? pruneEmpty(member, kept) : member;
    if (value !== undefined) members.set(name, value);
  }
  const gone = members.size === 0 && object.attributes === undefined && !kept.has(object);
  return gone ? undefined : { ...object, members };
}

/** Key -> fingerprint of all items of keyed lists in a prepared result. */
export function collectKeyedItems(target: TargetObject): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  visitLists(target, (list) => {
    for (const item of list.items) {
      if (item.kind === 'object' && item.key !== undefined) found.set(item.key, item.fingerprint ?? '');
    }
  });
  return found;
}

/** Every list at any depth, with the name of its member. */
export function visitLists(
  value: TargetValue,
  visit: (list: TargetList, name: string) => void,
  name = '',
): void {
  if (value.kind === 'list') {
    visit(value, name);
    for (const item of value.items) visitLists(item, visit, name);
  } else if (value.kind === 'object') {
    for (const [member, child] of value.members) visitLists(child, visit, member);
  }
}

/** The same result without the items of `$omit: unchanged` lists that are unchanged. */
export function omitUnchanged(
  target: TargetObject,
  isUnchanged: (key: string, fingerprint: string) => boolean,
): TargetObject {
  const trim = (value: TargetValue): TargetValue => {
    if (value.kind === 'object')
      return { ...value, members: new Map([...value.members].map(([k, v]) => [k, trim(v)])) };
    if (value.kind !== 'list' || value.omit !== 'unchanged') return value;
    return { ...value, items: value.items.filter((item) => !isOmitted(item, isUnchanged)) };
  };
  return { ...target, members: new Map([...target.members].map(([name, value]) => [name, trim(value)])) };
}

const isOmitted = (item: TargetValue, isUnchanged: (key: string, fingerprint: string) => boolean): boolean =>
  item.kind === 'object' && item.key !== undefined && isUnchanged(item.key, item.fingerprint ?? '');
