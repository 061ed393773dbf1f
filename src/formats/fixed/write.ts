import { encodeText } from '../../text/encodings.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { Finding, Language } from '../../types.ts';
import { type FieldNode, fieldLabel, isList, type RecordRange } from '../describe/description-nodes.ts';
import type { WriteResult } from '../document-format.ts';
import { listCountFields } from '../records/check-trailer.ts';
import { type FilledGroup, TargetReader } from '../records/target-reader.ts';
import { type CreateFixedFinding, fixedFindingCreator } from './findings/catalogue.ts';
import { endOf, type FixedLayout } from './layout.ts';

/** The file with this document. What does not fit is a finding, never cut or replaced. */
export function writeFixed(
  target: TargetObject,
  layout: FixedLayout,
  language: Language = 'en',
): WriteResult {
  const tell = fixedFindingCreator(language);
  const reader = new TargetReader(layout.marks, tell);
  const filled = reader.read(target, layout.root);
  const writer = new Writer(layout, tell);
  const bytes = writer.file(filled);
  return { bytes, findings: [...reader.findings, ...writer.findings] };
}

class Writer {
  readonly findings: Finding[] = [];
  readonly #layout: FixedLayout;
  readonly #tell: CreateFixedFinding;

  constructor(layout: FixedLayout, tell: CreateFixedFinding) {
    this.#layout = layout;
    this.#tell = tell;
  }

  /** A record for each that the document has, the header's first; the trailer with its counts last. */
  file(filled: FilledGroup): Uint8Array {
    const records = this.#records(filled);
    const { header, trailer } = this.#layout;
    const rows = records.length - (header === undefined ? 0 : 1);
    const last =
      trailer === undefined ? [] : [buildTrailerRecord(this.#layout, trailer.type, { documents: 1, rows })];
    return Buffer.concat([...records, ...last].map((record) => encodeRecord(record, this.#layout)));
  }

  #records(filled: FilledGroup): readonly RecordCharacters[] {
    const inside = filled.groups.filter(({ group }) => group.record !== undefined);
    const below = inside.flatMap((one) => this.#records(one));
    const { record } = filled.group;
    if (record === undefined) return below;
    const chars = buildEmptyRecord(this.#layout, record);
    this.#fill(chars, filled);
    return [chars, ...below];
  }

  /** With the values of groups that are no records of their own. */
  #fill(chars: RecordCharacters, { texts, groups, path }: FilledGroup): void {
    for (const [field, text] of texts) this.#put(chars, field, text, `${path}/${field.name}`);
    for (const inner of groups)
      if (inner.group.record === undefined && !isList(inner.group)) this.#fill(chars, inner);
  }

  #put(chars: RecordCharacters, field: FieldNode, text: string, path: string): void {
    const { at } = field;
    if (at.by !== 'place') return;
    const name = fieldLabel(at);
    const { encoding } = this.#layout.description;
    if (/[\r\n\0]/.test(text)) this.#say('write-line-break', { name, value: text }, path);
    const { unfitAt: unfit } = encodeText(text, encoding);
    if (unfit !== undefined) {
      const character = String.fromCodePoint(text.codePointAt(unfit) ?? 0);
      this.#say('write-character', { character, name, encoding: encoding.toUpperCase() }, path);
      return;
    }
    const placed = padCharacters(charsOf(text, this.#layout), field, at, this.#layout);
    if (placed.length > at.length)
      this.#say('write-length', { name, count: placed.length, most: at.length, value: text }, path);
    else chars.splice(at.first, at.length, ...placed);
  }

  #say(
    code: Parameters<CreateFixedFinding>[0],
    values: Parameters<CreateFixedFinding>[1],
    path: string,
  ): void {
    this.findings.push(this.#tell(code, values, { path }));
  }
}

/** A record that is being filled: a character each, or a byte where places count bytes. */
type RecordCharacters = string[];

const charsOf = (text: string, { countsBytes }: FixedLayout): RecordCharacters =>
  (countsBytes ? Buffer.from(text).toString('latin1') : text).split('');

/** All blanks but for its type. */
function buildEmptyRecord({ description, type, records }: FixedLayout, written: string): RecordCharacters {
  const node = [...records.values()].find((one) => one.type === written);
  const ends = (node?.members ?? []).flatMap((field) =>
    field.kind === 'field' && field.at.by === 'place' ? [endOf(field.at)] : [],
  );
  const length = description.record.length ?? Math.max(endOf(type), ...ends);
  const chars = Array.from({ length }, () => ' ');
  chars.splice(type.first, type.length, ...written.padEnd(type.length));
  return chars;
}

/** Text begins at the left of its place, a number ends at its right. */
function padCharacters(
  chars: RecordCharacters,
  { type }: FieldNode,
  { length }: RecordRange,
  layout: FixedLayout,
): RecordCharacters {
  const missing = Math.max(0, length - chars.length);
  const fill = (sign: string) => Array.from({ length: missing }, () => sign);
  if (type.kind !== 'decimal' && type.kind !== 'integer') return [...chars, ...fill(' ')];
  const { numbers, sign } = layout.description.write;
  const isNegative = chars[0] === '-';
  const digits = isNegative ? chars.slice(1) : chars;
  const [lead, trail] = isNegative ? (sign === 'leading' ? [['-'], []] : [[], ['-']]) : [[], []];
  return numbers === 'zeros'
    ? [...lead, ...fill('0'), ...digits, ...trail]
    : [...fill(' '), ...lead, ...digits, ...trail];
}

/** `counted`: what the trailer's fields say. */
export function buildTrailerRecord(
  layout: FixedLayout,
  type: string,
  counted: Readonly<Record<'documents' | 'rows', number>>,
): RecordCharacters {
  const chars = buildEmptyRecord(layout, type);
  for (const { field, what } of listCountFields(layout)) {
    if (field.at.by !== 'place') continue;
    chars.splice(
      field.at.first,
      field.at.length,
      ...padCharacters(String(counted[what]).split(''), field, field.at, layout),
    );
  }
  return chars;
}

/** With its line break, where it has one. */
export function encodeRecord(chars: RecordCharacters, { description, countsBytes }: FixedLayout): Uint8Array {
  const { write, record, encoding } = description;
  const whole = chars.join('');
  const text = write.blanks === 'cut' && record.ends === 'newline' ? whole.trimEnd() : whole;
  const lineEnd = record.ends === 'length' ? '' : write.lineEnd === 'crlf' ? '\r\n' : '\n';
  if (countsBytes) return Buffer.from(text + lineEnd, 'latin1');
  // a character that does not fit was told where it stands
  return encodeText(text + lineEnd, encoding).bytes ?? new Uint8Array();
}
