import { buildPhrase } from '../../findings/create-finding.ts';
import { encodeText } from '../../text/encodings.ts';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import type { WriteOptions, WriteResult } from '../document-format.ts';
import { edifactLevels } from './description.ts';
import type { StructureMember } from './guide/message-structure.ts';
import type { EdifactLayout } from './layout.ts';
import { charsetOfLevel, isSyntaxLevel } from './lexical/charset.ts';
import { parseSigns, renderUna, standardSeparators } from './lexical/separators.ts';
import { splitSegment } from './writing/split-texts.ts';
import { findTextAt, listItems, ValueWriter } from './writing/value-writer.ts';
import { fillEnvelope } from './writing/write-envelope.ts';
import { writeSegmentElements } from './writing/write-segment.ts';

/** One interchange with this message. What does not fit is a finding, never cut or replaced. */
export function writeEdifact(
  target: TargetObject,
  layout: EdifactLayout,
  options: WriteOptions = {},
): WriteResult {
  const filled = fillEnvelope(target, layout, options.envelope);
  const { lineEnd, una, separators: signs, level: usual } = layout.description.write;
  const level = findTextAt(filled, ['UNB', 'S001', 'e0001']) ?? usual;
  const separators = una ? parseSigns(signs) : standardSeparators;
  const values = new ValueWriter(separators, level, options.language);
  if (!isSyntaxLevel(level))
    values.code('UNB, 1.1', `/${layout.message.type}/UNB/S001/e0001`, level, edifactLevels);
  const segments = new MessageWriter(layout, values).segments(filled);
  const end = { none: '', lf: '\n', crlf: '\r\n' }[lineEnd];
  const head = una ? renderUna(separators) + end : '';
  const text = head + segments.map((one) => one + separators.terminator + end).join('');
  const { encoding } = charsetOfLevel(level);
  // a character that does not fit was told where it stands
  return { bytes: encodeText(text, encoding).bytes ?? new Uint8Array(), findings: values.findings };
}

class MessageWriter {
  readonly #layout: EdifactLayout;
  readonly #values: ValueWriter;

  constructor(layout: EdifactLayout, values: ValueWriter) {
    this.#layout = layout;
    this.#values = values;
  }

  /** From UNB to UNZ, without terminators. */
  segments(target: TargetObject): readonly string[] {
    const root = `/${this.#layout.message.type}`;
    const service = (tag: string) => this.#segment(tag, target.members.get(tag), `${root}/${tag}`);
    const body = this.#members(this.#layout.members, target, root, ['UNB', 'UNG', 'UNH']);
    const unh = service('UNH');
    const { element } = this.#values.separators;
    const reference = this.#values.escape(findTextAt(target, ['UNH', 'e0062']) ?? '');
    const control = this.#values.escape(findTextAt(target, ['UNB', 'e0020']) ?? '');
    const unt = `UNT${element}${body.length + 2}${element}${reference}`;
    const group = service('UNG');
    const une = `UNE${element}1${element}${this.#values.escape(findTextAt(target, ['UNG', 'e0048']) ?? '')}`;
    const inside = [...unh, ...body, unt];
    const grouped = group.length === 0 ? inside : [...group, ...inside, une];
    return [...service('UNB'), ...grouped, `UNZ${element}1${element}${control}`];
  }

  #members(
    members: readonly StructureMember[],
    target: TargetObject,
    path: string,
    more: readonly string[] = [],
  ): string[] {
    const known = new Set([...members.map(({ name }) => name), ...more]);
    for (const name of target.members.keys())
      if (!known.has(name))
        this.#values.unknown(name, path.slice(path.lastIndexOf('/') + 1), `${path}/${name}`);
    return members.flatMap((member) => this.#member(member, target.members.get(member.name), path));
  }

  #member(member: StructureMember, value: TargetValue | undefined, above: string): readonly string[] {
    const { name, tag, max, required } = member;
    const items = this.#repeatTexts(member, listItems(value));
    if (items.length > max) this.#repeated(member, items.length, above);
    const texts = items.flatMap((item, n) => {
      const path = `${above}/${name}${max > 1 ? `[${n + 1}]` : ''}`;
      if (member.kind === 'segment') return this.#segment(tag, item, path, member);
      return item.kind === 'object' ? this.#group(member.members, item, path) : this.#noObject(name, path);
    });
    if (texts.length === 0 && name === 'UNS') return [`UNS${this.#values.separators.element}S`];
    if (texts.length === 0 && required) this.#values.missing(name, `${above}/${name}`);
    return texts;
  }

  /** Where the format cuts texts at words, a segment that may repeat does so for a text that is too long for one. */
  #repeatTexts({ kind, tag, max }: StructureMember, items: readonly TargetValue[]): readonly TargetValue[] {
    const type = this.#layout.directory.segments.get(tag);
    if (kind !== 'segment' || max === 1 || type === undefined) return items;
    if (this.#layout.description.write.texts !== 'words') return items;
    return items.flatMap((item): readonly TargetValue[] =>
      item.kind === 'object' ? splitSegment(item, type) : [item],
    );
  }

  /** A group in which nothing is filled is none. */
  #group(members: readonly StructureMember[], item: TargetObject, path: string): readonly string[] {
    const { findings } = this.#values;
    const told = findings.length;
    const texts = this.#members(members, item, path);
    if (texts.length === 0) findings.length = told;
    return texts;
  }

  #noObject(name: string, path: string): readonly string[] {
    this.#values.say('target-shape', { name, wanted: buildPhrase('wants-elements') }, path);
    return [];
  }

  #repeated({ name, max }: StructureMember, count: number, above: string): void {
    const parent = above.slice(above.lastIndexOf('/') + 1);
    const allowed = max === 1 ? buildPhrase('one-allowed') : buildPhrase('most-allowed', { most: max });
    this.#values.say('target-repeated', { name, parent, count, allowed }, `${above}/${name}`);
  }

  /** The text of a segment; none where nothing of it is filled. */
  #segment(
    tag: string,
    value: TargetValue | undefined,
    path: string,
    member?: StructureMember,
  ): readonly string[] {
    if (value === undefined) return [];
    if (value.kind !== 'object') return this.#noObject(tag, path);
    const type = this.#layout.directory.segments.get(tag);
    if (type === undefined) return [];
    const uses = member?.kind === 'segment' ? member.uses : undefined;
    const isSplit = this.#layout.description.write.texts === 'words';
    const elements = writeSegmentElements(this.#values, { type, target: value, path, uses, isSplit });
    if (elements.every((text) => text === '')) return [];
    return [[tag, ...elements].join(this.#values.separators.element)];
  }
}
