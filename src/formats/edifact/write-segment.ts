import type { OutObject, OutValue } from '../../tree/out.ts';
import type { Part, SegmentType, Slot } from './directory.ts';
import { partLabel } from './part-names.ts';
import type { Member } from './structure.ts';
import { split } from './write-texts.ts';
import { itemsOf, textAt, type ValueWriter } from './write-value.ts';

/** One segment of a target, and what is said of it. */
interface Given {
  readonly type: SegmentType;
  readonly target: OutObject;
  readonly path: string;
  readonly uses: Extract<Member, { kind: 'segment' }>['uses'];
  /** Long texts go on in the next part of the same name. */
  readonly isSplit: boolean;
}

/** The elements of one segment, without the empty ones at the end. */
export const segmentElements = (values: ValueWriter, given: Given): readonly string[] =>
  new SegmentText(values, given).elements();

class SegmentText {
  readonly #values: ValueWriter;
  readonly #given: Given;

  constructor(values: ValueWriter, given: Given) {
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

  #slot(slot: Slot, number: number): string {
    const items = itemsOf(this.#given.target.members.get(slot.name));
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

  #simple(slot: Slot, number: number, item: OutValue | undefined, path: string): string {
    const [part] = slot.parts;
    if (part === undefined) return '';
    const given = this.#textOf(item, part.name, path) ?? this.#given.uses?.get(part.name)?.default;
    return given === undefined ? '' : this.#value(part, given, number, 0, slot, path);
  }

  #composite(slot: Slot, number: number, item: OutObject, path: string): string {
    const known = new Set(slot.parts.map(({ name }) => name));
    for (const name of item.members.keys())
      if (!known.has(name)) this.#values.unknown(name, slot.name, `${path}/${name}`);
    const form = textAt(item, ['e2379']);
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
  #texts(slot: Slot, part: Part, item: OutObject, path: string): readonly (string | undefined)[] {
    const texts = itemsOf(item.members.get(part.name)).map((one) => this.#textOf(one, part.name, path));
    if (part.nth === 0 && texts.length > part.of)
      this.#values.unknown(`${part.name}[${part.of + 1}]`, slot.name, `${path}/${part.name}`);
    if (!this.#given.isSplit || part.of === 1 || texts.length > part.of) return texts;
    const pieces = texts.flatMap((text): readonly (string | undefined)[] =>
      text === undefined ? [text] : split(text, part.length),
    );
    if (pieces.length > part.of && part.nth === 0)
      this.#values.tooLong(part.name, `${path}/${part.name}`, texts.join(' '), part.of * part.length);
    return pieces;
  }

  #textOf(item: OutValue | undefined, name: string, path: string): string | undefined {
    if (item === undefined) return undefined;
    if (item.kind === 'scalar') return item.text === '' ? undefined : item.text;
    this.#values.notText(name, `${path}/${name}`);
    return undefined;
  }

  #value(
    part: Part,
    value: string,
    number: number,
    at: number,
    slot: Slot,
    path: string,
    form?: string,
  ): string {
    const name = `${this.#given.type.tag}, ${partLabel(part, number, at, slot.isComposite)}`;
    const use = this.#given.uses?.get(slot.isComposite ? `${slot.name}/${part.name}` : part.name);
    if (use?.codes !== undefined && !use.codes.includes(value))
      this.#values.code(name, path, value, use.codes);
    return this.#values.value(part, value, name, path, form);
  }
}
