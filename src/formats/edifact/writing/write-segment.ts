import type { TargetObject, TargetValue } from '../../../tree/values/target-tree.ts';
import type { ElementPart, ElementSlot, SegmentType } from '../guide/directory.ts';
import type { StructureMember } from '../guide/message-structure.ts';
import { renderPartLabel } from '../guide/part-labels.ts';
import { splitText } from './split-texts.ts';
import { findTextAt, listItems, type ValueWriter } from './value-writer.ts';

/** One segment of a target, and what is said of it. */
interface SegmentInput {
  readonly type: SegmentType;
  readonly target: TargetObject;
  readonly path: string;
  readonly uses: Extract<StructureMember, { kind: 'segment' }>['uses'];
  /** Long texts go on in the next part of the same name. */
  readonly isSplit: boolean;
}

/** The elements of one segment, without the empty ones at the end. */
export const writeSegmentElements = (values: ValueWriter, given: SegmentInput): readonly string[] =>
  new SegmentWriter(values, given).elements();

class SegmentWriter {
  readonly #values: ValueWriter;
  readonly #given: SegmentInput;

  constructor(values: ValueWriter, given: SegmentInput) {
    this.#values = values;
    this.#given = given;
  }

  elements(): readonly string[] {
    const { tag, slots } = this.#given.type;
    const known = new Set(slots.map(({ name }) => name));
    for (const name of this.#given.target.members.keys())
      if (!known.has(name)) this.#values.unknown(name, tag, `${this.#given.path}/${name}`);
    const texts = slots.map((slot, n) => this.#slot(slot, n));
    const isFilled = texts.some((text) => text !== '');
    for (const [n, slot] of slots.entries())
      if (isFilled && slot.required && texts[n] === '')
        this.#values.missing(slot.name, `${this.#given.path}/${slot.name}`);
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  }

  #slot(slot: ElementSlot, number: number): string {
    const items = listItems(this.#given.target.members.get(slot.name));
    const item = items[slot.nth];
    const path = `${this.#given.path}/${slot.name}${slot.of > 1 ? `[${slot.nth + 1}]` : ''}`;
    if (slot.nth === slot.of - 1 && items.length > slot.of)
      this.#values.unknown(`${slot.name}[${slot.of + 1}]`, this.#given.type.tag, path);
    if (!slot.isComposite) return this.#simple(slot, number, item, path);
    // an empty one keeps the place of those behind it
    if (item === undefined || (item.kind === 'scalar' && item.text === '')) return '';
    if (item.kind === 'object') return this.#composite(slot, number, item, path);
    this.#values.notText(slot.name, path);
    return '';
  }

  #simple(slot: ElementSlot, number: number, item: TargetValue | undefined, path: string): string {
    const [part] = slot.parts;
    if (part === undefined) return '';
    const given = this.#textOf(item, part.name, path) ?? this.#given.uses?.get(part.name)?.default;
    return given === undefined ? '' : this.#value(part, given, number, 0, slot, path);
  }

  #composite(slot: ElementSlot, number: number, item: TargetObject, path: string): string {
    const known = new Set(slot.parts.map(({ name }) => name));
    for (const name of item.members.keys())
      if (!known.has(name)) this.#values.unknown(name, slot.name, `${path}/${name}`);
    const form = findTextAt(item, ['e2379']);
    const texts = slot.parts.map((part, at) => {
      const values = this.#texts(slot, part, item, path);
      const value = values[part.nth];
      return value === undefined
        ? ''
        : this.#value(part, value, number, at, slot, `${path}/${part.name}`, form);
    });
    const end = texts.findLastIndex((text) => text !== '');
    for (const [at, part] of slot.parts.entries())
      if (end >= 0 && part.required && texts[at] === '')
        this.#values.missing(part.name, `${path}/${part.name}`);
    return texts.slice(0, end + 1).join(this.#values.separators.component);
  }

  /** Of all parts of one name; a long text goes on in the next where the format says so. */
  #texts(
    slot: ElementSlot,
    part: ElementPart,
    item: TargetObject,
    path: string,
  ): readonly (string | undefined)[] {
    const texts = listItems(item.members.get(part.name)).map((one) => this.#textOf(one, part.name, path));
    if (part.nth === 0 && texts.length > part.of)
      this.#values.unknown(`${part.name}[${part.of + 1}]`, slot.name, `${path}/${part.name}`);
    if (!this.#given.isSplit || part.of === 1 || texts.length > part.of) return texts;
    const pieces = texts.flatMap((text): readonly (string | undefined)[] =>
      text === undefined ? [text] : splitText(text, part.length),
    );
    if (pieces.length > part.of && part.nth === 0)
      this.#values.tooLong(part.name, `${path}/${part.name}`, texts.join(' '), part.of * part.length);
    return pieces;
  }

  #textOf(item: TargetValue | undefined, name: string, path: string): string | undefined {
    if (item === undefined) return undefined;
    if (item.kind === 'scalar') return item.text === '' ? undefined : item.text;
    this.#values.notText(name, `${path}/${name}`);
    return undefined;
  }

  #value(
    part: ElementPart,
    value: string,
    number: number,
    at: number,
    slot: ElementSlot,
    path: string,
    form?: string,
  ): string {
    const name = `${this.#given.type.tag}, ${renderPartLabel(part, number, at, slot.isComposite)}`;
    const use = this.#given.uses?.get(slot.isComposite ? `${slot.name}/${part.name}` : part.name);
    if (use?.codes !== undefined && !use.codes.includes(value))
      this.#values.code(name, path, value, use.codes);
    return this.#values.value(part, value, name, path, form);
  }
}
