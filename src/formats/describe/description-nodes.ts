import type { ValueType } from '../text/value-type.ts';

/** The tree of a description, read and checked: what readers, writers and shapes work with. */
export type DescriptionNode = FieldNode | GroupNode;

export interface FieldNode {
  readonly kind: 'field';
  readonly name: string;
  readonly required: boolean;
  readonly at: FieldAddress;
  readonly type: ValueType;
  /** Texts that mean: nothing. */
  readonly empty: readonly string[];
  readonly maxLength?: number;
}

/**
 * A column by its number (0-based here) or by one of its headings; a cell of the block above the table by its label; a place in a
 * record.
 */
export type FieldAddress =
  | { readonly by: 'position'; readonly column: number }
  | { readonly by: 'heading' | 'label'; readonly names: readonly string[] }
  | RecordRange;

export interface RecordRange extends CharacterRange {
  readonly by: 'place';
  /** Of the field. */
  readonly name: string;
}

/** Characters of a record. */
export interface CharacterRange {
  /** 0-based. */
  readonly first: number;
  readonly length: number;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly name: string;
  readonly required: boolean;
  /** 1, or how many there may be (Infinity). */
  readonly max: number;
  /** Columns that are the same in all rows of one such group. */
  readonly key?: readonly FieldAddress[];
  /** The type of the record that begins it, in files with several kinds of rows. */
  readonly record?: string;
  readonly members: readonly DescriptionNode[];
}

export const fieldsOf = (group: GroupNode): readonly FieldNode[] =>
  group.members.filter((member) => member.kind === 'field');

export const groupsOf = (group: GroupNode): readonly GroupNode[] =>
  group.members.filter((member) => member.kind === 'group');

export const isList = ({ max }: GroupNode): boolean => max > 1;

/** All fields of a group and of the groups in it. */
export const listAllFields = (group: GroupNode): readonly FieldNode[] =>
  group.members.flatMap((member) => (member.kind === 'field' ? [member] : listAllFields(member)));

/** The fields of one row: groups that are records of their own have others. */
export const listRowFields = (group: GroupNode): readonly FieldNode[] =>
  group.members.flatMap((member) => {
    if (member.kind === 'field') return [member];
    return member.record === undefined ? listRowFields(member) : [];
  });

/** What people call it: the heading, the label, `column 3`, or its name where a place alone would say nothing. */
export function fieldLabel(at: FieldAddress): string {
  if (at.by === 'place') return at.name;
  return at.by === 'position' ? `column ${at.column + 1}` : (at.names[0] ?? '');
}

/** The headings or labels of a field; none where it has a fixed place. */
export const namesOf = (at: FieldAddress): readonly string[] =>
  at.by === 'heading' || at.by === 'label' ? at.names : [];

/** Headings and labels are compared so: without blanks around them, case and a colon at the end not counting. */
export const normalizeHeading = (heading: string): string =>
  heading.normalize('NFC').trim().replace(/\s*:$/, '').replace(/\s+/g, ' ').toLowerCase();

/** How a name stands in a tree: `name!`, `name[]`, `name[5]!`. */
export interface TreeName {
  readonly name: string;
  readonly required: boolean;
  readonly max: number;
}

/** Undefined for what cannot be a name. */
export function parseTreeName(written: string): TreeName | undefined {
  const match = /^([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)(?:\[(\d{0,6})\])?(!)?$/.exec(written);
  if (match === null) return undefined;
  const [, name = '', most, required] = match;
  const max = most === undefined ? 1 : most === '' ? Number.POSITIVE_INFINITY : Number(most);
  return max < 1 ? undefined : { name, required: required !== undefined, max };
}
