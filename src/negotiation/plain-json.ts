import { type Node, parseTree } from 'jsonc-parser';
import type { TargetValue } from '../tree/values/target-tree.ts';

/** JSON as texts alone: what a mapping makes and what the exchange writes read alike, and numbers keep their digits. */
export type PlainValue = string | readonly PlainValue[] | PlainObject;

export interface PlainObject {
  readonly [member: string]: PlainValue;
}

export const isPlainObject = (value: PlainValue | undefined): value is PlainObject =>
  typeof value === 'object' && !Array.isArray(value);

/** What a mapping made. */
export function toPlain(value: TargetValue): PlainValue {
  if (value.kind === 'scalar') return value.text;
  if (value.kind === 'list') return value.items.map(toPlain);
  return Object.fromEntries([...value.members].map(([name, member]) => [name, toPlain(member)]));
}

/** A JSON text; undefined where it is none. Members that are null are left out. */
export function parsePlain(json: string): PlainValue | undefined {
  const root = parseTree(json);
  return root && toPlainNode(root, json);
}

function toPlainNode(node: Node, json: string): PlainValue | undefined {
  const { type, children = [] } = node;
  if (type === 'null') return undefined;
  if (type === 'array') return children.flatMap((child) => toPlainNode(child, json) ?? []);
  if (type !== 'object')
    return type === 'string' ? String(node.value) : json.slice(node.offset, node.offset + node.length);
  const members = children.flatMap(({ children: [name, value] = [] }) => {
    const plain = value && toPlainNode(value, json);
    return plain === undefined ? [] : [[String(name?.value), plain] as const];
  });
  return Object.fromEntries(members);
}

/** The values at a path such as `deliverySchedule/date`: of every item of a list on the way. */
export function listValuesAt(value: PlainValue | undefined, path: readonly string[]): readonly PlainValue[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item: PlainValue) => listValuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isPlainObject(value) ? listValuesAt(value[name], rest) : [];
}

/** The text at a path; undefined where there is none or an empty one. */
export function findTextAt(value: PlainValue | undefined, ...path: readonly string[]): string | undefined {
  const [found] = listValuesAt(value, path);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined;
}

export function findObjectAt(
  value: PlainValue | undefined,
  ...path: readonly string[]
): PlainObject | undefined {
  const [found] = listValuesAt(value, path);
  return isPlainObject(found) ? found : undefined;
}

/** The items of a list member; none where it is no list. */
export function listItemsAt(
  value: PlainValue | undefined,
  ...path: readonly string[]
): readonly PlainValue[] {
  const name = path.at(-1);
  const holder = path.length > 1 ? findObjectAt(value, ...path.slice(0, -1)) : value;
  const found = name === undefined || !isPlainObject(holder) ? undefined : holder[name];
  return Array.isArray(found) ? found : [];
}
