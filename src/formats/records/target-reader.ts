import { buildPhrase, type CreateFinding } from '../../findings/create-finding.ts';
import { countCharacters } from '../../text/characters.ts';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import type { Finding } from '../../types.ts';
import { type FieldNode, fieldLabel, type GroupNode, isList } from '../describe/description-nodes.ts';
import { type NumberMarks, renderFileText, renderValueType } from '../text/value-type.ts';

/** A group of a document that is written: the texts of the file by field, and the groups in it. */
export interface FilledGroup {
  readonly group: GroupNode;
  /** `/order/lines[2]`. */
  readonly path: string;
  readonly texts: ReadonlyMap<FieldNode, string>;
  readonly groups: readonly FilledGroup[];
}

/** Puts what a mapping made into the groups of a description. What does not fit is a finding, and left out. */
export class TargetReader {
  readonly findings: Finding[] = [];
  readonly #marks: NumberMarks;
  readonly #tell: CreateFinding;

  constructor(marks: NumberMarks, tell: CreateFinding) {
    this.#marks = marks;
    this.#tell = tell;
  }

  read(target: TargetObject, group: GroupNode, path = `/${group.name}`): FilledGroup {
    const known = new Set(group.members.map(({ name }) => name));
    for (const name of target.members.keys())
      if (!known.has(name)) this.#say('target-unknown', { name, parent: group.name }, `${path}/${name}`);
    const texts = new Map<FieldNode, string>();
    const groups: FilledGroup[] = [];
    for (const member of group.members) {
      const value = target.members.get(member.name);
      const at = `${path}/${member.name}`;
      if (member.kind === 'field') this.#field(member, value, texts, at);
      else groups.push(...this.#groups(member, value, path));
    }
    return { group, path, texts, groups };
  }

  #field(
    field: FieldNode,
    value: TargetValue | undefined,
    texts: Map<FieldNode, string>,
    path: string,
  ): void {
    if (value !== undefined && value.kind !== 'scalar') {
      this.#say('target-shape', { name: field.name, wanted: buildPhrase('wants-value') }, path);
      return;
    }
    if (value === undefined || value.text.trim() === '') {
      if (field.required)
        this.#say(
          'required-missing',
          { name: field.name, from: '', fill: buildPhrase('fill-in-mapping') },
          path,
        );
      return;
    }
    const text = this.#text(field, value.text, path);
    if (text !== undefined) texts.set(field, text);
  }

  #text(field: FieldNode, value: string, path: string): string | undefined {
    const name = fieldLabel(field.at);
    const text = renderFileText(field.type, value, this.#marks);
    const isTrimmed = field.type.kind === 'text' || text === text?.trim();
    if (text === undefined || !isTrimmed || field.empty.includes(text.trim())) {
      this.#say('write-value', { value, name, type: renderValueType(field.type) }, path);
      return undefined;
    }
    const count = countCharacters(text);
    if (field.maxLength !== undefined && count > field.maxLength)
      this.#say('write-length', { name, count, most: field.maxLength, value: text }, path);
    return text;
  }

  #groups(group: GroupNode, value: TargetValue | undefined, above: string): readonly FilledGroup[] {
    const path = `${above}/${group.name}`;
    const items = value === undefined ? [] : value.kind === 'list' ? value.items : [value];
    const objects = items.filter((item) => item.kind === 'object');
    if (objects.length < items.length)
      this.#say('target-shape', { name: group.name, wanted: buildPhrase('wants-elements') }, path);
    if (objects.length === 0 && group.required)
      this.#say(
        'required-missing',
        { name: group.name, from: '', fill: buildPhrase('fill-in-mapping') },
        path,
      );
    if (objects.length > group.max) this.#repeated(group, objects.length, above);
    return objects.map((item, at) => this.read(item, group, isList(group) ? `${path}[${at + 1}]` : path));
  }

  #repeated({ name, max }: GroupNode, count: number, above: string): void {
    const parent = above.slice(above.lastIndexOf('/') + 1);
    const allowed = max === 1 ? buildPhrase('one-allowed') : buildPhrase('most-allowed', { most: max });
    this.#say('target-repeated', { name, parent, count, allowed }, `${above}/${name}`);
  }

  #say(code: Parameters<CreateFinding>[0], values: Parameters<CreateFinding>[1], path: string): void {
    this.findings.push(this.#tell(code, values, { path }));
  }
}
