import { countCharacters } from '../../characters.ts';
import { phrase, type Tell } from '../../findings/messages.ts';
import type { OutObject, OutValue } from '../../tree/out.ts';
import type { Finding } from '../../types.ts';
import { type FieldNode, fieldLabel, type GroupNode, isList } from '../describe/nodes.ts';
import { fileText, type NumberMarks, typeText } from '../text/types.ts';

/** A group of a document that is written: the texts of the file by field, and the groups in it. */
export interface Filled {
  readonly group: GroupNode;
  /** `/order/lines[2]`. */
  readonly path: string;
  readonly texts: ReadonlyMap<FieldNode, string>;
  readonly groups: readonly Filled[];
}

/** Puts what a mapping made into the groups of a description. What does not fit is a finding, and left out. */
export class TargetReader {
  readonly findings: Finding[] = [];
  readonly #marks: NumberMarks;
  readonly #tell: Tell;

  constructor(marks: NumberMarks, tell: Tell) {
    this.#marks = marks;
    this.#tell = tell;
  }

  read(target: OutObject, group: GroupNode, path = `/${group.name}`): Filled {
    const known = new Set(group.members.map(({ name }) => name));
    for (const name of target.members.keys())
      if (!known.has(name)) this.#say('target-unknown', { name, parent: group.name }, `${path}/${name}`);
    const texts = new Map<FieldNode, string>();
    const groups: Filled[] = [];
    for (const member of group.members) {
      const value = target.members.get(member.name);
      const at = `${path}/${member.name}`;
      if (member.kind === 'field') this.#field(member, value, texts, at);
      else groups.push(...this.#groups(member, value, path));
    }
    return { group, path, texts, groups };
  }

  #field(field: FieldNode, value: OutValue | undefined, texts: Map<FieldNode, string>, path: string): void {
    if (value !== undefined && value.kind !== 'scalar') {
      this.#say('target-shape', { name: field.name, wanted: phrase('wants-value') }, path);
      return;
    }
    if (value === undefined || value.text.trim() === '') {
      if (field.required)
        this.#say('required-missing', { name: field.name, from: '', fill: phrase('fill-in-mapping') }, path);
      return;
    }
    const text = this.#text(field, value.text, path);
    if (text !== undefined) texts.set(field, text);
  }

  #text(field: FieldNode, value: string, path: string): string | undefined {
    const name = fieldLabel(field.at);
    const text = fileText(field.type, value, this.#marks);
    const isTrimmed = field.type.kind === 'text' || text === text?.trim();
    if (text === undefined || !isTrimmed || field.empty.includes(text.trim())) {
      this.#say('write-value', { value, name, type: typeText(field.type) }, path);
      return undefined;
    }
    const count = countCharacters(text);
    if (field.maxLength !== undefined && count > field.maxLength)
      this.#say('write-length', { name, count, most: field.maxLength, value: text }, path);
    return text;
  }

  #groups(group: GroupNode, value: OutValue | undefined, above: string): readonly Filled[] {
    const path = `${above}/${group.name}`;
    const items = value === undefined ? [] : value.kind === 'list' ? value.items : [value];
    const objects = items.filter((item) => item.kind === 'object');
    if (objects.length < items.length)
      this.#say('target-shape', { name: group.name, wanted: phrase('wants-elements') }, path);
    if (objects.length === 0 && group.required)
      this.#say('required-missing', { name: group.name, from: '', fill: phrase('fill-in-mapping') }, path);
    if (objects.length > group.max) this.#repeated(group, objects.length, above);
    return objects.map((item, at) => this.read(item, group, isList(group) ? `${path}[${at + 1}]` : path));
  }

  #repeated({ name, max }: GroupNode, count: number, above: string): void {
    const parent = above.slice(above.lastIndexOf('/') + 1);
    const allowed = max === 1 ? phrase('one-allowed') : phrase('most-allowed', { most: max });
    this.#say('target-repeated', { name, parent, count, allowed }, `${above}/${name}`);
  }

  #say(code: Parameters<Tell>[0], values: Parameters<Tell>[1], path: string): void {
    this.findings.push(this.#tell(code, values, { path }));
  }
}
