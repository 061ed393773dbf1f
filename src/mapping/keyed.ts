import type { OutObject, OutValue } from '../tree/out.ts';

/** Items of a list with a `$key`. */

/** What identifies an item; undefined where it has no such value. */
export function keyOf(object: OutObject, key: readonly string[]): string | undefined {
  let value: OutValue | undefined = object;
  for (const name of key) value = value?.kind === 'object' ? value.members.get(name) : undefined;
  return value?.kind === 'scalar' ? value.text : undefined;
}

/** Keys of items that stand behind another one with the same key. */
export function repeatedKeys(items: readonly OutValue[]): readonly string[] {
  const keys = items.flatMap((item) => (item.kind === 'object' ? (item.key ?? []) : []));
  const seen = new Set<string>();
  return keys.filter((key) => {
    const again = seen.has(key);
    seen.add(key);
    return again;
  });
}

/** Without objects that turned out empty when their volatile members were filled in. */
export function pruned(object: OutObject, kept: WeakSet<OutObject>): OutObject | undefined {
  const members = new Map<string, OutValue>();
  for (const [name, member] of object.members) {
    const value = member.kind === 'object' ? pruned(member, kept) : member;
    if (value !== undefined) members.set(name, value);
  }
  const gone = members.size === 0 && object.attributes === undefined && !kept.has(object);
  return gone ? undefined : { ...object, members };
}
