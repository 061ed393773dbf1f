import { encodeText } from '../../encodings.ts';
import { type Tell, teller } from '../../findings/messages.ts';
import type { OutObject } from '../../tree/out.ts';
import type { Finding, Language } from '../../types.ts';
import { type FieldNode, fieldLabel, isList, type PlaceInRecord } from '../describe/nodes.ts';
import type { Written } from '../interface.ts';
import { type Filled, TargetReader } from '../records/target.ts';
import { countFields } from '../records/trailer.ts';
import { endOf, type FixedLayout } from './layout.ts';

/** The file with this document. What does not fit is a finding, never cut or replaced. */
export function writeFixed(target: OutObject, layout: FixedLayout, language: Language = 'en'): Written {
  const tell = teller(language);
  const reader = new TargetReader(layout.marks, tell);
  const filled = reader.read(target, layout.root);
  const writer = new Writer(layout, tell);
  const bytes = writer.file(filled);
  return { bytes, findings: [...reader.findings, ...writer.findings] };
}

class Writer {
  readonly findings: Finding[] = [];
  readonly #layout: FixedLayout;
  readonly #tell: Tell;

  constructor(layout: FixedLayout, tell: Tell) {
    this.#layout = layout;
    this.#tell = tell;
  }

  /** A record for each that the document has, the header's first; the trailer with its counts last. */
  file(filled: Filled): Uint8Array {
    const records = this.#records(filled);
    const { header, trailer } = this.#layout;
    const rows = records.length - (header === undefined ? 0 : 1);
    const last =
      trailer === undefined ? [] : [trailerRecord(this.#layout, trailer.type, { documents: 1, rows })];
    return Buffer.concat([...records, ...last].map((record) => recordBytes(record, this.#layout)));
  }

  #records(filled: Filled): readonly Chars[] {
    const inside = filled.groups.filter(({ group }) => group.record !== undefined);
    const below = inside.flatMap((one) => this.#records(one));
    const { record } = filled.group;
    if (record === undefined) return below;
    const chars = emptyRecord(this.#layout, record);
    this.#fill(chars, filled);
    return [chars, ...below];
  }

  /** With the values of groups that are no records of their own. */
  #fill(chars: Chars, { texts, groups, path }: Filled): void {
    for (const [field, text] of texts) this.#put(chars, field, text, `${path}/${field.name}`);
    for (const inner of groups)
      if (inner.group.record === undefined && !isList(inner.group)) this.#fill(chars, inner);
  }

  #put(chars: Chars, field: FieldNode, text: string, path: string): void {
    const { at } = field;
    if (at.by !== 'place') return;
    const name = fieldLabel(at);
    const { encoding } = this.#layout.description;
    if (/[\r\n\0]/.test(text)) this.#say('write-line-break', { name, value: text }, path);
    const { unfit } = encodeText(text, encoding);
    if (unfit !== undefined) {
      const character = String.fromCodePoint(text.codePointAt(unfit) ?? 0);
      this.#say('write-character', { character, name, encoding: encoding.toUpperCase() }, path);
      return;
    }
    const placed = padded(charsOf(text, this.#layout), field, at, this.#layout);
    if (placed.length > at.length)
      this.#say('write-length', { name, count: placed.length, most: at.length, value: text }, path);
    else chars.splice(at.first, at.length, ...placed);
  }

  #say(code: Parameters<Tell>[0], values: Parameters<Tell>[1], path: string): void {
    this.findings.push(this.#tell(code, values, { path }));
  }
}

/** A record that is being filled: a character each, or a byte where places count bytes. */
type Chars = string[];

const charsOf = (text: string, { countsBytes }: FixedLayout): Chars =>
  (countsBytes ? Buffer.from(text).toString('latin1') : text).split('');

/** All blanks but for its type. */
function emptyRecord({ description, type, records }: FixedLayout, written: string): Chars {
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
function padded(chars: Chars, { type }: FieldNode, { length }: PlaceInRecord, layout: FixedLayout): Chars {
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
export function trailerRecord(
  layout: FixedLayout,
  type: string,
  counted: Readonly<Record<'documents' | 'rows', number>>,
): Chars {
  const chars = emptyRecord(layout, type);
  for (const { field, what } of countFields(layout)) {
    if (field.at.by !== 'place') continue;
    chars.splice(
      field.at.first,
      field.at.length,
      ...padded(String(counted[what]).split(''), field, field.at, layout),
    );
  }
  return chars;
}

/** With its line break, where it has one. */
export function recordBytes(chars: Chars, { description, countsBytes }: FixedLayout): Uint8Array {
  const { write, record, encoding } = description;
  const whole = chars.join('');
  const text = write.blanks === 'cut' && record.ends === 'newline' ? whole.trimEnd() : whole;
  const lineEnd = record.ends === 'length' ? '' : write.lineEnd === 'crlf' ? '\r\n' : '\n';
  if (countsBytes) return Buffer.from(text + lineEnd, 'latin1');
  // a character that does not fit was told where it stands
  return encodeText(text + lineEnd, encoding).bytes ?? new Uint8Array();
}
