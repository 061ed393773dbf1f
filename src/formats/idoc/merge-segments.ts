import { isMap, type TreeMembers } from '../describe/tree-entries.ts';

/** Segments by their names, as a description writes them. */
export type Segments = Readonly<Record<string, TreeMembers>>;

const stripMarks = (key: string): string => key.replace(/(\[\d*\])?!?$/, '');

/**
 * Fields of a segment from two descriptions: the second one's win. `places`: the first one's places stay, with the second one's
 * types; a field that it does not have keeps no place, so that mappings may name it.
 */
export function mergeFields(first: TreeMembers, second: TreeMembers, keep?: 'places'): TreeMembers {
  const made = new Map(Object.entries(first));
  const keyOf = (name: string) =>
    [...made.keys()].find((key) => stripMarks(key) === stripMarks(name)) ?? name;
  for (const [name, value] of Object.entries(second)) {
    const key = keyOf(name);
    if (keep === undefined) {
      made.delete(key);
      made.set(name, value);
    } else if (name.startsWith('$')) made.set(name, made.get(name) ?? value);
    else made.set(key, mergePlace(made.get(key), value));
  }
  return Object.fromEntries(made);
}

/** The type of a field behind the place of another description. */
function mergePlace(place: unknown, value: unknown): unknown {
  const at = typeof place === 'string' ? place : '';
  if (isMap(value)) {
    const { place: _, ...rest } = value;
    return at === '' ? { type: 'text', ...rest } : { ...rest, place: at };
  }
  const type = String(value).replace(/^\d+@\d+\s*/, '');
  return `${at} ${type === '' ? 'text' : type}`.trim();
}

/** A tree with what another one has beside; how often a segment is there, the first one says. */
export function mergeTrees(first: TreeMembers, second: TreeMembers): TreeMembers {
  const made = new Map(Object.entries(first));
  for (const [name, value] of Object.entries(second)) {
    const key = [...made.keys()].find((one) => stripMarks(one) === stripMarks(name));
    if (key === undefined) made.set(name, value ?? {});
    else made.set(key, mergeTrees(asEntries(made.get(key)), asEntries(value)));
  }
  return Object.fromEntries(made);
}

const asEntries = (value: unknown): TreeMembers => (isMap(value) ? value : {});
