import { encodeText } from '../../encodings.ts';
import { phrase, type Tell, teller } from '../../findings/messages.ts';
import { decimalText } from '../../tree/decimal.ts';
import type { OutObject, OutValue } from '../../tree/out.ts';
import type { Finding } from '../../types.ts';
import { edifactLevels } from '../describe/schema.ts';
import type { WriteOptions, Written } from '../interface.ts';
import { isLevel, writtenIn } from './charset.ts';
import { writeDate } from './dates.ts';
import type { Part, SegmentType, Slot } from './directory.ts';
import type { EdifactLayout } from './layout.ts';
import { partLabel } from './part-names.ts';
import { type Separators, standard, unaText } from './separators.ts';
import type { Member } from './structure.ts';
import { filledEnvelope } from './write-envelope.ts';
import { split } from './write-texts.ts';

/** One interchange with this message. What does not fit is a finding, never cut or replaced. */
export function writeEdifact(target: OutObject, layout: EdifactLayout, options: WriteOptions = {}): Written {
  const tell = teller(options.language);
  const filled = filledEnvelope(target, layout, options.envelope);
  const level = textAt(filled, ['UNB', 'S001', 'e0001']) ?? layout.description.write.level;
  const writer = new Writer(layout, level, tell);
  if (!isLevel(level))
    writer.code('UNB, 1.1', `/${layout.message.type}/UNB/S001/e0001`, level, edifactLevels);
  const segments = writer.message(filled);
  const { lineEnd, una } = layout.description.write;
  const end = { none: '', lf: '\n', crlf: '\r\n' }[lineEnd];
  const { separators } = writer;
  const head = una ? unaText(separators) + end : '';
  const text = head + segments.map((one) => one + separators.terminator + end).join('');
  const { encoding } = writtenIn(level);
  // a character that does not fit was told where it stands
  return { bytes: encodeText(text, encoding).bytes ?? new Uint8Array(), findings: writer.findings };
}

/** The text below a path of names, where there is one. */
export function textAt(target: OutObject, path: readonly string[]): string | undefined {
  const [name = '', ...rest] = path;
  const value = target.members.get(name);
  if (rest.length === 0) return value?.kind === 'scalar' && value.text !== '' ? value.text : undefined;
  return value?.kind === 'object' ? textAt(value, rest) : undefined;
}

export function signsOf(written: string): Separators {
  const [component = ':', element = '+', decimal, release = '?', reserved = ' ', terminator = "'"] = written;
  const repetition = reserved === ' ' ? {} : { repetition: reserved };
  return { component, element, decimal: decimal === ',' ? ',' : '.', release, ...repetition, terminator };
}

class Writer {
  readonly findings: Finding[] = [];
  readonly separators: Separators;
  readonly #layout: EdifactLayout;
  readonly #level: string;
  readonly #tell: Tell;

  constructor(layout: EdifactLayout, level: string, tell: Tell) {
    this.#layout = layout;
    this.#level = level;
    this.#tell = tell;
    const { una, separators } = layout.description.write;
    this.separators = una ? signsOf(separators) : standard;
  }

  /** From UNB to UNZ, without terminators. */
  message(target: OutObject): readonly string[] {
    const root = `/${this.#layout.message.type}`;
    const service = (tag: string) => this.#segment(tag, target.members.get(tag), `${root}/${tag}`);
    const body = this.#members(this.#layout.members, target, root, ['UNB', 'UNG', 'UNH']);
    const unh = service('UNH');
    const { element } = this.separators;
    const reference = this.#released(textAt(target, ['UNH', 'e0062']) ?? '');
    const control = this.#released(textAt(target, ['UNB', 'e0020']) ?? '');
    const unt = `UNT${element}${body.length + 2}${element}${reference}`;
    const group = service('UNG');
    const une = `UNE${element}1${element}${this.#released(textAt(target, ['UNG', 'e0048']) ?? '')}`;
    const inside = [...unh, ...body, unt];
    const grouped = group.length === 0 ? inside : [...group, ...inside, une];
    return [...service('UNB'), ...grouped, `UNZ${element}1${element}${control}`];
  }

  #members(
    members: readonly Member[],
    target: OutObject,
    path: string,
    more: readonly string[] = [],
  ): string[] {
    const known = new Set([...members.map(({ name }) => name), ...more]);
    for (const name of target.members.keys())
      if (!known.has(name))
        this.#say(
          'target-unknown',
          { name, parent: path.slice(path.lastIndexOf('/') + 1) },
          `${path}/${name}`,
        );
    return members.flatMap((member) => this.#member(member, target.members.get(member.name), path));
  }

  #member(member: Member, value: OutValue | undefined, above: string): readonly string[] {
    const { name, tag, max, required } = member;
    const items = itemsOf(value);
    if (items.length > max) this.#repeated(member, items.length, above);
    const texts = items.flatMap((item, n) => {
      const path = `${above}/${name}${max > 1 ? `[${n + 1}]` : ''}`;
      if (member.kind === 'segment') return this.#segment(tag, item, path, member);
      return item.kind === 'object' ? this.#group(member.members, item, path) : this.#noObject(name, path);
    });
    if (texts.length === 0 && name === 'UNS') return [`UNS${this.separators.element}S`];
    if (texts.length === 0 && required)
      this.#say('required-missing', { name, from: '', fill: phrase('fill-in-mapping') }, `${above}/${name}`);
    return texts;
  }

  /** A group in which nothing is filled is none. */
  #group(members: readonly Member[], item: OutObject, path: string): readonly string[] {
    const told = this.findings.length;
    const texts = this.#members(members, item, path);
    if (texts.length === 0) this.findings.length = told;
    return texts;
  }

  #noObject(name: string, path: string): readonly string[] {
    this.#say('target-shape', { name, wanted: phrase('wants-elements') }, path);
    return [];
  }

  #repeated({ name, max }: Member, count: number, above: string): void {
    const parent = above.slice(above.lastIndexOf('/') + 1);
    const allowed = max === 1 ? phrase('one-allowed') : phrase('most-allowed', { most: max });
    this.#say('target-repeated', { name, parent, count, allowed }, `${above}/${name}`);
  }

  /** The text of a segment; none where nothing of it is filled. */
  #segment(tag: string, value: OutValue | undefined, path: string, member?: Member): readonly string[] {
    if (value === undefined) return [];
    if (value.kind !== 'object') return this.#noObject(tag, path);
    const type = this.#layout.directory.segments.get(tag);
    if (type === undefined) return [];
    const uses = member?.kind === 'segment' ? member.uses : undefined;
    const made = new SegmentText(
      this,
      type,
      value,
      path,
      uses,
      this.#layout.description.write.texts === 'words',
    );
    const elements = made.elements();
    if (elements.every((text) => text === '')) return [];
    const { element } = this.separators;
    return [[tag, ...elements].join(element)];
  }

  /** With the release character before every sign that would be read as another. */
  #released(text: string): string {
    const { component, element, release, terminator, repetition } = this.separators;
    const signs = [
      component,
      element,
      release,
      terminator,
      ...(repetition === undefined ? [] : [repetition]),
    ];
    return [...text].map((sign) => (signs.includes(sign) ? release + sign : sign)).join('');
  }

  /** A value as the file has it. */
  value(part: Part, value: string, name: string, path: string, form: string | undefined): string {
    const text = this.#fileText(part, value, name, path, form);
    if (text === undefined) return '';
    const digits = part.type === 'decimal' ? text.replace(/[-.,]/g, '') : text;
    const count = [...digits].length;
    if (count > part.length) this.#say('write-length', { name, count, most: part.length, value: text }, path);
    this.#checkCharacters(text, name, path);
    return this.#released(text);
  }

  #fileText(
    part: Part,
    value: string,
    name: string,
    path: string,
    form: string | undefined,
  ): string | undefined {
    if (part.type === 'decimal') {
      const number = decimalText(value);
      if (number === undefined) this.#say('write-value', { value, name, type: 'decimal' }, path);
      return number?.replace('.', this.separators.decimal);
    }
    if (part.number !== '2380' || form === undefined) return value;
    const date = writeDate(value, form);
    if (date === undefined) this.#say('write-value', { value, name, type: `2379 = ${form}` }, path);
    return date;
  }

  #checkCharacters(text: string, name: string, path: string): void {
    const { encoding, allowed } = writtenIn(this.#level);
    const unfit = [...text].find(
      (sign) => !allowed.test(sign) || encodeText(sign, encoding).unfit !== undefined,
    );
    if (unfit === undefined) return;
    this.#say('write-character', { character: unfit, name, encoding: this.#level }, path);
  }

  missing(name: string, path: string): void {
    this.#say('required-missing', { name, from: '', fill: phrase('fill-in-mapping') }, path);
  }

  unknown(name: string, parent: string, path: string): void {
    this.#say('target-unknown', { name, parent }, path);
  }

  tooLong(name: string, path: string, value: string, most: number): void {
    this.#say('write-length', { name, count: [...value].length, most, value }, path);
  }

  code(name: string, path: string, value: string, known: readonly string[]): void {
    this.#say('edi-code', { name, value, known: known.join(', ') }, path, 'error');
  }

  notText(name: string, path: string): void {
    this.#say('target-shape', { name, wanted: phrase('wants-value') }, path);
  }

  #say(code: Parameters<Tell>[0], values: Parameters<Tell>[1], path: string, severity?: 'error'): void {
    const found = this.#tell(code, values, { path });
    this.findings.push(severity === undefined ? found : { ...found, severity });
  }
}

/** Makes the elements of one segment. */
class SegmentText {
  readonly #writer: Writer;
  readonly #type: SegmentType;
  readonly #target: OutObject;
  readonly #path: string;
  readonly #uses: Extract<Member, { kind: 'segment' }>['uses'];
  readonly #isSplit: boolean;

  constructor(
    writer: Writer,
    type: SegmentType,
    target: OutObject,
    path: string,
    uses: Extract<Member, { kind: 'segment' }>['uses'],
    isSplit: boolean,
  ) {
    this.#writer = writer;
    this.#type = type;
    this.#target = target;
    this.#path = path;
    this.#uses = uses;
    this.#isSplit = isSplit;
  }

  /** Without the empty ones at the end. */
  elements(): readonly string[] {
    const { tag, slots } = this.#type;
    const known = new Set(slots.map(({ name }) => name));
    for (const name of this.#target.members.keys())
      if (!known.has(name)) this.#writer.unknown(name, tag, `${this.#path}/${name}`);
    const texts = slots.map((slot, n) => this.#slot(slot, n));
    const isFilled = texts.some((text) => text !== '');
    for (const [n, slot] of slots.entries())
      if (isFilled && slot.required && texts[n] === '')
        this.#writer.missing(slot.name, `${this.#path}/${slot.name}`);
    return texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  }

  #slot(slot: Slot, number: number): string {
    const items = itemsOf(this.#target.members.get(slot.name));
    const item = items[slot.nth];
    const path = `${this.#path}/${slot.name}${slot.of > 1 ? `[${slot.nth + 1}]` : ''}`;
    if (slot.nth === slot.of - 1 && items.length > slot.of)
      this.#writer.unknown(`${slot.name}[${slot.of + 1}]`, this.#type.tag, path);
    if (!slot.isComposite) return this.#simple(slot, number, item, path);
    // an empty one keeps the place of those behind it
    if (item === undefined || (item.kind === 'scalar' && item.text === '')) return '';
    if (item.kind === 'object') return this.#composite(slot, number, item, path);
    this.#writer.notText(slot.name, path);
    return '';
  }

  #simple(slot: Slot, number: number, item: OutValue | undefined, path: string): string {
    const [part] = slot.parts;
    if (part === undefined) return '';
    const given = this.#textOf(item, part.name, path) ?? this.#uses?.get(part.name)?.default;
    return given === undefined ? '' : this.#value(part, given, number, 0, slot, path);
  }

  #composite(slot: Slot, number: number, item: OutObject, path: string): string {
    const known = new Set(slot.parts.map(({ name }) => name));
    for (const name of item.members.keys())
      if (!known.has(name)) this.#writer.unknown(name, slot.name, `${path}/${name}`);
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
        this.#writer.missing(part.name, `${path}/${part.name}`);
    return texts.slice(0, end + 1).join(this.#writer.separators.component);
  }

  /** Of all parts of one name; a long text goes on in the next where the format says so. */
  #texts(slot: Slot, part: Part, item: OutObject, path: string): readonly (string | undefined)[] {
    const texts = itemsOf(item.members.get(part.name)).map((one) => this.#textOf(one, part.name, path));
    if (part.nth === 0 && texts.length > part.of)
      this.#writer.unknown(`${part.name}[${part.of + 1}]`, slot.name, `${path}/${part.name}`);
    const [only] = texts;
    if (!this.#isSplit || part.of === 1 || texts.length !== 1 || only === undefined) return texts;
    const pieces = split(only, part.length);
    const rest = pieces.slice(part.of);
    if (rest.length > 0 && part.nth === 0)
      this.#writer.tooLong(part.name, `${path}/${part.name}`, only, part.of * part.length);
    return pieces;
  }

  #textOf(item: OutValue | undefined, name: string, path: string): string | undefined {
    if (item === undefined) return undefined;
    if (item.kind === 'scalar') return item.text === '' ? undefined : item.text;
    this.#writer.notText(name, `${path}/${name}`);
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
    const name = `${this.#type.tag}, ${partLabel(part, number, at, slot.isComposite)}`;
    const use = this.#uses?.get(slot.isComposite ? `${slot.name}/${part.name}` : part.name);
    if (use?.codes !== undefined && !use.codes.includes(value))
      this.#writer.code(name, path, value, use.codes);
    return this.#writer.value(part, value, name, path, form);
  }
}

export function itemsOf(value: OutValue | undefined): readonly OutValue[] {
  if (value === undefined) return [];
  return value.kind === 'list' ? value.items : [value];
}
