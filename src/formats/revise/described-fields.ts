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

/** Throws NotShown. */
export function listDescribedFields(text: DescriptionText, syntax: string): readonly DescribedField[] {
  const { root } = text;
  if (root === undefined) throw new NotShown({ range: null });
  const records = findMap(root, 'records');
  if (records !== undefined) return listEntries(records).flatMap(listRecordFields);
  const tree = findMap(root, 'tree');
  const top = tree && listEntries(tree)[0];
  if (top === undefined || !isMap(top.value)) throw new NotShown(top?.key ?? root);
  return syntax === 'xml' ? listXmlFields(top.value, '') : listTableFields(top.value, nameOf(top));
}

/** Without `[]` and `!`. */
export const nameOf = ({ key }: Pick<DescriptionEntry, 'key'>): string => key.value.replace(/[[!].*$/s, '');

const isSetting = ({ key }: DescriptionEntry): boolean => key.value.startsWith('$');

/** As what a record says of itself. */
export function recordTypeOf(entry: DescriptionEntry): string {
  const type = isMap(entry.value) ? textOf(entry.value, '$type') : undefined;
  return type ?? entry.key.value;
}

function listRecordFields(record: DescriptionEntry): readonly DescribedField[] {
  if (!isMap(record.value)) throw new NotShown(record.key);
  const type = recordTypeOf(record);
  return listEntries(record.value)
    .filter((entry) => !isSetting(entry))
    .map((entry) => ({
      ...{ ...entry, name: nameOf(entry), holder: record.key.value, record: type },
      ...readField(entry),
    }));
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

function listXmlFields(map: YAMLMap, above: string): readonly DescribedField[] {
  return listEntries(map).flatMap((entry): readonly DescribedField[] => {
    const { value } = entry;
    if (entry.key.value === '$attributes' && isMap(value)) return listAttributes(value, above);
    if (isSetting(entry)) return [];
    const name = nameOf(entry);
    const path = above === '' ? name : `${above}/${name}`;
    if (!isMap(value)) return [{ ...entry, name, holder: above, ...typeAt(entry, path) }];
    const inside = listXmlFields(value, path);
    const isText = listEntries(value).every(isSetting);
    return isText ? [{ ...entry, name, holder: above, ...typeAt(entry, path) }, ...inside] : inside;
  });
}

const listAttributes = (map: YAMLMap, holder: string): readonly DescribedField[] =>
  listEntries(map).map((entry) => {
    const name = nameOf(entry);
    const path = holder === '' ? `@${name}` : `${holder}/@${name}`;
    return { ...entry, name, holder, ...typeAt(entry, path) };
  });

function typeAt({ value }: DescriptionEntry, path: string): Pick<DescribedField, 'type' | 'at'> {
  const written = isMap(value) ? textOf(value, '$type') : isScalar(value) ? scalarText(value) : '';
  return { type: written || 'text', at: { by: 'path', path } };
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

const scalarText = ({ value }: { readonly value: unknown }): string => (value === null ? '' : String(value));

const textOf = (map: YAMLMap, name: string): string | undefined => {
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
