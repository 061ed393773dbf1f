import { type Node, parseTree } from 'jsonc-parser';
import type { OutValue } from '../tree/out.ts';

/** JSON as texts alone: what a mapping makes and what the exchange writes read alike, and numbers keep their digits. */
export type Plain = string | readonly Plain[] | PlainObject;

export interface PlainObject {
  readonly [member: string]: Plain;
}

export const isPlainObject = (value: Plain | undefined): value is PlainObject =>
  typeof value === 'object' && !Array.isArray(value);

/** What a mapping made. */
export function plainOf(value: OutValue): Plain {
  if (value.kind === 'scalar') return value.text;
  if (value.kind === 'list') return value.items.map(plainOf);
  return Object.fromEntries([...value.members].map(([name, member]) => [name, plainOf(member)]));
}

/** A JSON text; undefined where it is none. Members that are null are left out. */
export function parsePlain(json: string): Plain | undefined {
  const root = parseTree(json);
  return root && plainNode(root, json);
}

function plainNode(node: Node, json: string): Plain | undefined {
  const { type, children = [] } = node;
  if (type === 'null') return undefined;
  if (type === 'array') return children.flatMap((child) => plainNode(child, json) ?? []);
  if (type !== 'object')
    return type === 'string' ? String(node.value) : json.slice(node.offset, node.offset + node.length);
  const members = children.flatMap(({ children: [name, value] = [] }) => {
    const plain = value && plainNode(value, json);
    return plain === undefined ? [] : [[String(name?.value), plain] as const];
  });
  return Object.fromEntries(members);
}

/** The values at a path such as `deliverySchedule/date`: of every item of a list on the way. */
export function valuesAt(value: Plain | undefined, path: readonly string[]): readonly Plain[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item: Plain) => valuesAt(item, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return isPlainObject(value) ? valuesAt(value[name], rest) : [];
}

/** The text at a path; undefined where there is none or an empty one. */
export function textAt(value: Plain | undefined, ...path: readonly string[]): string | undefined {
  const [found] = valuesAt(value, path);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : undefined;
}

export function objectAt(value: Plain | undefined, ...path: readonly string[]): PlainObject | undefined {
  const [found] = valuesAt(value, path);
  return isPlainObject(found) ? found : undefined;
}

/** The items of a list member; none where it is no list. */
export function listAt(value: Plain | undefined, ...path: readonly string[]): readonly Plain[] {
  const name = path.at(-1);
  const holder = path.length > 1 ? objectAt(value, ...path.slice(0, -1)) : value;
  const found = name === undefined || !isPlainObject(holder) ? undefined : holder[name];
  return Array.isArray(found) ? found : [];
}
