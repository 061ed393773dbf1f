import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import {
  type DescriptionEntry,
  type DescriptionText,
  findDescriptionEntry,
  findMap,
  listEntries,
} from './description-text.ts';

/** A value that a description reads, with where its text stands. */
export interface DescribedField extends DescriptionEntry {
  /** Of its element in the tree. */
  readonly name: string;
  /** Of the element that holds it; of an XML the path to it, without the root. */
  readonly holder: string;
  /** Type of its record. */
  readonly record?: string;
  readonly type: string;
  readonly at: FieldPosition;
}

export type FieldPosition =
  | { readonly by: 'heading' | 'label'; readonly names: readonly string[] }
  /** 1-based. */
  | { readonly by: 'column'; readonly column: number }
  | { readonly by: 'place'; readonly first: number; readonly length: number }
  /** An attribute, or an element with a text. */
  | { readonly by: 'path'; readonly path: string };

/** What the page has no place for. */
export class NotShown extends Error {
  readonly node: Pick<Node, 'range'>;

  constructor(node: Pick<Node, 'range'>) {
    super();
    this.node = node;
  }
}

/** Throws NotShown: it is no map, or what cannot be changed in places. */
export function rootOf({ root }: DescriptionText): YAMLMap {
  if (root === undefined) throw new NotShown({ range: null });
  return root;
}

/** Of records, else of rows that are alike. Throws NotShown. */
export function listDescribedFields(root: YAMLMap): readonly DescribedField[] {
  const records = findMap(root, 'records');
  if (records !== undefined) return listEntries(records).flatMap(listRecordFields);
  const top = findTop(root);
  return listTableFields(top.value, nameOf(top));
}

/** The first element of the tree. Throws NotShown. */
export function findTop(root: YAMLMap): DescriptionEntry & { readonly value: YAMLMap } {
  const tree = findMap(root, 'tree');
  const top = tree && listEntries(tree)[0];
  if (top === undefined || !isMap(top.value)) throw new NotShown(top?.key ?? root);
  return { ...top, value: top.value };
}

/** By their types, in the order of the description; none: its rows are alike. */
export function listRecords(root: YAMLMap): ReadonlyMap<string, YAMLMap> {
  const records = findMap(root, 'records');
  return new Map(
    (records ? listEntries(records) : []).flatMap((entry) => {
      const map = records && findMap(records, entry.key.value);
      return map === undefined ? [] : [[recordTypeOf(entry), map] as const];
    }),
  );
}

/** Without `[]` and `!`. */
export const nameOf = ({ key }: Pick<DescriptionEntry, 'key'>): string => key.value.replace(/[[!].*$/s, '');

export const isSetting = ({ key }: DescriptionEntry): boolean => key.value.startsWith('$');

/** As what a record says of itself. */
function recordTypeOf(entry: DescriptionEntry): string {
  const type = isMap(entry.value) ? textOf(entry.value, '$type') : undefined;
  return type ?? entry.key.value;
}

function listRecordFields(record: DescriptionEntry): readonly DescribedField[] {
  if (!isMap(record.value)) throw new NotShown(record.key);
  return listGroupFields(record.value, record.key.value, recordTypeOf(record));
}

/** Fields of a record may stand in a group of their own: `buyer: { name: "20@36", city: "20@56" }`. */
function listGroupFields(map: YAMLMap, holder: string, record: string): readonly DescribedField[] {
  return listEntries(map).flatMap((entry): readonly DescribedField[] => {
    const { value } = entry;
    if (isSetting(entry)) return [];
    if (isMap(value) && !['place', 'column', 'type'].some((one) => isScalar(value.get(one, true))))
      return listGroupFields(value, nameOf(entry), record);
    return [{ ...entry, name: nameOf(entry), holder, record, ...readField(entry) }];
  });
}

function listTableFields(map: YAMLMap, holder: string): readonly DescribedField[] {
  return listEntries(map).flatMap((entry): readonly DescribedField[] => {
    const { value } = entry;
    if (isSetting(entry)) return [];
    if (!isMap(value)) throw new NotShown(entry.key);
    if (!value.has('column') && !value.has('label')) return listTableFields(value, nameOf(entry));
    return [{ ...entry, name: nameOf(entry), holder, ...readField(entry) }];
  });
}

/** `12@3 decimal(2)`, or the same with its parts named; a column, a heading, a label. */
function readField({ key, value }: DescriptionEntry): Pick<DescribedField, 'type' | 'at'> {
  if (isScalar(value)) {
    const [, place = '', type] = /^(\S+)(?:\s+(\S.*))?$/.exec(scalarText(value).trim()) ?? [];
    return { type: type ?? 'text', at: parsePlace(place, key) };
  }
  if (!isMap(value)) throw new NotShown(key);
  const type = textOf(value, 'type') ?? 'text';
  const place = textOf(value, 'place');
  if (place !== undefined) return { type, at: parsePlace(place, key) };
  const column = findDescriptionEntry(value, 'column')?.value;
  if (isScalar(column) && typeof column.value === 'number')
    return { type, at: { by: 'column', column: column.value } };
  const by = column === undefined ? ('label' as const) : ('heading' as const);
  const names = textsOf(column ?? findDescriptionEntry(value, 'label')?.value);
  if (names.length === 0) throw new NotShown(key);
  return { type, at: { by, names } };
}

function parsePlace(place: string, key: DescriptionEntry['key']): FieldPosition {
  const [, length, first] = /^(\d+)@(\d+)$/.exec(place) ?? [];
  if (length === undefined || first === undefined) throw new NotShown(key);
  return { by: 'place', first: Number(first), length: Number(length) };
}

export const scalarText = ({ value }: { readonly value: unknown }): string =>
  value === null ? '' : String(value);

export const textOf = (map: YAMLMap, name: string): string | undefined => {
  const value = findDescriptionEntry(map, name)?.value;
  return isScalar(value) ? scalarText(value) : undefined;
};

/** One text, or a list of them. */
export const textsOf = (value: Node | undefined): readonly string[] =>
  isSeq(value)
    ? value.items.flatMap((one) => (isScalar(one) ? [scalarText(one)] : []))
    : isScalar(value)
      ? [scalarText(value)]
      : [];
