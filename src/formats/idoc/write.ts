import { encodeText } from '../../text/encodings.ts';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import { escapeText, removeIllegalCharacters } from '../../tree/xml/escape-xml.ts';
import type { Finding } from '../../types.ts';
import { type FieldNode, fieldLabel } from '../describe/description-nodes.ts';
import type { WriteOptions, WriteResult } from '../document-format.ts';
import { type FilledGroup, TargetReader } from '../records/target-reader.ts';
import { encodeXml } from '../xml/encode-xml.ts';
import { type CreateIdocFinding, idocFindingCreator } from './findings/catalogue.ts';
import { segmentHeader } from './flat-reader.ts';
import { type IdocLayout, idocNumberMarks } from './layout.ts';
import { splitTextLines } from './text-lines.ts';

/** The file with this IDoc, in the form of the format. What does not fit is a finding, never cut or replaced. */
export function writeIdoc(target: TargetObject, layout: IdocLayout, options: WriteOptions = {}): WriteResult {
  const tell = idocFindingCreator(options.language ?? 'en');
  const reader = new TargetReader(idocNumberMarks, tell);
  const whole = withControl(splitTextLines(target, layout.root), layout, options);
  const filled = reader.read(whole, layout.root);
  const writer = new Writer(layout, tell);
  const bytes = layout.description.write.form === 'xml' ? writer.xml(filled) : writer.flat(filled);
  return { bytes, findings: [...reader.findings, ...writer.findings] };
}

/** The control record with what the format, the message and the channel's sequence say, where the mapping says nothing else. */
function withControl(target: TargetObject, layout: IdocLayout, { envelope }: WriteOptions): TargetObject {
  const { message, type, description } = layout;
  const [day, time] = envelope?.at.split('T') ?? [];
  const given = {
    TABNAM: 'EDI_DC40',
    DIRECT: '2',
    IDOCTYP: type,
    MESTYP: message,
    ...(envelope === undefined ? {} : { DOCNUM: String(envelope.sequence).padStart(16, '0') }),
    ...(day === undefined || time === undefined ? {} : { CREDAT: day, CRETIM: time.slice(0, 8) }),
    ...description.write.control,
  };
  const own = target.members.get('EDI_DC40');
  const members = new Map<string, TargetValue>(
    Object.entries(given).map(([name, text]) => [name, { kind: 'scalar', type: 'string', text }]),
  );
  for (const [name, value] of own?.kind === 'object' ? own.members : [])
    if (value.kind !== 'scalar' || value.text.trim() !== '') members.set(name, value);
  return {
    ...target,
    members: new Map<string, TargetValue>([...target.members, ['EDI_DC40', { kind: 'object', members }]]),
  };
}

class Writer {
  readonly findings: Finding[] = [];
  readonly #layout: IdocLayout;
  readonly #tell: CreateIdocFinding;
  /** Records of a flat file. */
  readonly #lines: string[] = [];
  #control = new Map<string, string>();

  constructor(layout: IdocLayout, tell: CreateIdocFinding) {
    this.#layout = layout;
    this.#tell = tell;
  }

  xml(filled: FilledGroup): Uint8Array {
    const { type, description } = this.#layout;
    const inside = filled.groups.map((one) => this.#element(one, '    ')).join('');
    const text = `<${type}>\n  <IDOC BEGIN="1">\n${inside}  </IDOC>\n</${type}>`;
    return encodeXml(text, description.encoding);
  }

  #element({ group, texts, groups, path }: FilledGroup, indent: string): string {
    const fields = group.members.flatMap((field) => {
      const text = field.kind === 'field' ? texts.get(field) : undefined;
      if (field.kind !== 'field' || text === undefined) return [];
      const value = this.#carried(moveSignBehind(text, field), field, `${path}/${field.name}`);
      return [`${indent}  <${field.name}>${escapeText(value)}</${field.name}>\n`];
    });
    const below = groups.map((one) => this.#element(one, `${indent}  `));
    return `${indent}<${group.name} SEGMENT="1">\n${[...fields, ...below].join('')}${indent}</${group.name}>\n`;
  }

  #carried(text: string, { name }: FieldNode, path: string): string {
    const { text: left, removed } = removeIllegalCharacters(text);
    const [character] = removed;
    if (character !== undefined) this.#say('write-character', { character, name, encoding: 'XML' }, path);
    return left;
  }

  flat(filled: FilledGroup): Uint8Array {
    const [control, ...segments] = filled.groups;
    if (control !== undefined) this.#controlLine(control);
    for (const segment of segments) this.#segment(segment, 0, 2);
    const { lineEnd } = this.#layout.description.write;
    const text = this.#lines.map((line) => `${line.trimEnd()}${lineEnd === 'crlf' ? '\r\n' : '\n'}`).join('');
    // a character that does not fit was told where it stands
    return encodeText(text, this.#layout.description.encoding).bytes ?? new Uint8Array();
  }

  #controlLine(control: FilledGroup): void {
    for (const [field, text] of control.texts) this.#control.set(field.name, text);
    this.#lines.push(this.#line([], control));
  }

  #segment(segment: FilledGroup, parent: number, level: number): void {
    const number = this.#lines.length;
    const { record = segment.group.name } = segment.group;
    const chars: string[] = [];
    putCharacters(chars, segmentHeader.name, record.replace(/^([EZY])1/, '$12'));
    putCharacters(chars, segmentHeader.client, this.#control.get('MANDT') ?? '');
    putCharacters(chars, segmentHeader.document, this.#control.get('DOCNUM') ?? '');
    putCharacters(chars, segmentHeader.number, String(number).padStart(6, '0'));
    putCharacters(chars, segmentHeader.parent, String(parent).padStart(6, '0'));
    putCharacters(chars, segmentHeader.level, String(level).padStart(2, '0'));
    this.#lines.push(this.#line(chars, segment));
    for (const inner of segment.groups) this.#segment(inner, number, level + 1);
  }

  #line(chars: string[], { texts, path }: FilledGroup): string {
    for (const [field, text] of texts) this.#place(chars, field, text, `${path}/${field.name}`);
    return Array.from(chars, (one) => one ?? ' ').join('');
  }

  #place(chars: string[], field: FieldNode, text: string, path: string): void {
    const { at } = field;
    const name = fieldLabel(at);
    const { encoding } = this.#layout.description;
    if (at.by !== 'place' || at.length === 0) {
      this.#say('idoc-no-place', { name }, path);
      return;
    }
    if (/[\r\n\0]/.test(text)) this.#say('write-line-break', { name, value: text }, path);
    const { unfitAt: unfit } = encodeText(text, encoding);
    if (unfit !== undefined) {
      const character = String.fromCodePoint(text.codePointAt(unfit) ?? 0);
      this.#say('write-character', { character, name, encoding: encoding.toUpperCase() }, path);
    } else putCharacters(chars, at, moveSignBehind(text, field));
  }

  #say(code: Parameters<CreateIdocFinding>[0], values: Parameters<CreateIdocFinding>[1], path: string): void {
    this.findings.push(this.#tell(code, values, { path }));
  }
}

/** SAP writes the minus sign behind a number. */
const moveSignBehind = (text: string, { type }: FieldNode): string =>
  type.kind === 'decimal' || type.kind === 'integer' ? text.replace(/^-(.*)$/, '$1-') : text;

/** Writes a text into its place, cut to its length: a longer text has its finding already. */
function putCharacters(
  chars: string[],
  { first, length }: { readonly first: number; readonly length: number },
  text: string,
): void {
  const units = text.slice(0, length).split('');
  for (const [n, unit] of units.entries()) chars[first + n] = unit;
}
