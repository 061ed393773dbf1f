import { buildOwnPhrase } from '../../findings/create-finding.ts';
import { FindingList } from '../../findings/finding-list.ts';
import { limits } from '../../limits.ts';
import { findByteOrderMark } from '../../text/encodings.ts';
import type { Finding, Language } from '../../types.ts';
import type { CutResult, FileDocument, FilePosition } from '../document-format.ts';
import { type CreateEdifactFinding, countNames, edifactFindingCreator } from './findings/catalogue.ts';
import { decodeLatin1, type EdifactEnvelope, packEnvelope, type ServiceSegment } from './lexical/envelope.ts';
import { SegmentScanner } from './lexical/segment-scanner.ts';
import { parseUna, type Separators, standardSeparators } from './lexical/separators.ts';

/** What a format says of envelopes. */
export interface EnvelopeRules {
  /** A wrong count or reference refuses the file, or is a warning. */
  readonly counts: 'reject' | 'warn';
  /** `optional`: messages may stand there without UNB and UNZ. */
  readonly envelope: 'required' | 'optional';
  /** `anywhere`: files are wrapped, also within tags. */
  readonly lineBreaks: 'between' | 'anywhere';
}

/** A message in its file. */
export interface MessagePiece {
  readonly start: number;
  /** Behind its terminator. */
  readonly end: number;
  readonly at: FilePosition;
  readonly envelope: EdifactEnvelope;
  readonly findings: readonly Finding[];
}

export interface MessagePieces {
  readonly pieces: readonly MessagePiece[];
  readonly findings: readonly Finding[];
}

/** The messages of a file, each with its interchange. Looks at service segments alone. */
export function cutEdifact(bytes: Uint8Array, rules: EnvelopeRules, language: Language = 'en'): CutResult {
  const { pieces, findings } = cutMessages(bytes, rules, edifactFindingCreator(language));
  const [only, ...more] = pieces;
  if (only !== undefined && more.length === 0)
    return { documents: [{ bytes, ...optionalFindings(only) }], findings };
  const envelopes = new Map<EdifactEnvelope, Uint8Array>();
  const documents = pieces.map((piece): FileDocument => {
    const envelope = envelopes.get(piece.envelope) ?? packEnvelope(piece.envelope);
    envelopes.set(piece.envelope, envelope);
    return {
      bytes: bytes.subarray(piece.start, piece.end),
      envelope,
      at: piece.at,
      ...optionalFindings(piece),
    };
  });
  return { documents, findings };
}

const optionalFindings = ({ findings }: MessagePiece) => (findings.length === 0 ? {} : { findings });

/** Without pieces where an error stands in the findings. */
export function cutMessages(
  bytes: Uint8Array,
  rules: EnvelopeRules,
  tell: CreateEdifactFinding,
): MessagePieces {
  const cutter = new Cutter(bytes, rules, tell);
  cutter.run();
  return { pieces: cutter.findings.hasError ? [] : cutter.pieces, findings: [...cutter.findings] };
}

/** What is open while a file is gone through. */
interface OpenInterchange {
  readonly una: Uint8Array;
  readonly unb?: ServiceSegment;
  readonly number: number;
  readonly references: Set<string>;
  lineEnd: string;
  messages: number;
  groups: number;
  /** Shared by the messages of one group, or of an interchange without groups. */
  envelope?: EdifactEnvelope;
  group?: { readonly ung: ServiceSegment; messages: number };
}

class Cutter {
  readonly pieces: MessagePiece[] = [];
  readonly findings: FindingList;
  readonly #bytes: Uint8Array;
  readonly #rules: EnvelopeRules;
  readonly #tell: CreateEdifactFinding;
  readonly #scanner: SegmentScanner;
  #separators: Separators = standardSeparators;
  #una = new Uint8Array();
  #open: OpenInterchange | undefined;
  #message: { readonly at: FilePosition; readonly findings: readonly Finding[] } | undefined;
  #interchanges = 0;
  #failed = false;

  constructor(bytes: Uint8Array, rules: EnvelopeRules, tell: CreateEdifactFinding) {
    this.#bytes = bytes;
    this.#rules = rules;
    this.#tell = tell;
    this.findings = new FindingList(tell);
    const mark = findByteOrderMark(bytes);
    this.#scanner = new SegmentScanner(bytes, mark?.encoding === 'utf-8' ? mark.length : 0);
    this.#scanner.use(standardSeparators);
  }

  run(): void {
    while (!this.#failed) {
      // most segments are within a message
      if (this.#message === undefined && (this.#open === undefined || this.#isWithout())) this.#readUna();
      if (this.#failed || !this.#scanner.next()) break;
      this.#segment();
    }
    if (!this.#failed) this.#ended();
  }

  /** Messages without an interchange may be followed by one. */
  #isWithout(): boolean {
    return this.#open !== undefined && this.#open.unb === undefined;
  }

  #readUna(): void {
    const at = this.#scanner.ahead();
    if (at === undefined) return;
    const una = parseUna(decodeLatin1(this.#bytes.subarray(at.offset, at.offset + 400)));
    if (una.separators === undefined) {
      const value = decodeLatin1(this.#bytes.subarray(at.offset, at.offset + 12));
      this.#fail('edi-una', { value: value.replace(/\p{Cc}/gu, ' ') }, at);
      return;
    }
    if (una.length === 0 && this.#open !== undefined) return;
    if (una.short) this.findings.push(this.#tell('edi-una-short', {}, { line: at.line, column: at.column }));
    this.#separators = una.separators;
    this.#una = this.#bytes.slice(at.offset, at.offset + una.length);
    this.#scanner.use(una.separators);
    this.#scanner.skip(una.length);
  }

  #segment(): void {
    const { start, isOpen } = this.#scanner;
    const isWrapped = this.#rules.lineBreaks === 'anywhere';
    if (isOpen) this.#openSegment();
    else if (this.#message === undefined) this.#outside(this.#tag());
    else if (isWrapped || (this.#bytes[start] === 0x55 && this.#bytes[start + 1] === 0x4e))
      this.#inMessage(this.#tag());
  }

  #tag(): string {
    const { start } = this.#scanner;
    if (this.#rules.lineBreaks === 'between') return decodeLatin1(this.#bytes.subarray(start, start + 3));
    return decodeLatin1(this.#bytes.subarray(start, start + 9))
      .replace(/[\r\n]/g, '')
      .slice(0, 3);
  }

  #openSegment(): void {
    const value = this.#text().slice(0, 60);
    const code = this.#scanner.number === 1 && !/^UN[BGH]/.test(value) ? 'edi-none' : 'edi-segment-open';
    this.#fail(code, { value, terminator: this.#separators.terminator });
  }

  #inMessage(tag: string): void {
    const { end } = this.#scanner;
    if (tag === 'UNT' && this.#message !== undefined && this.#open !== undefined) {
      const { at, findings } = this.#message;
      this.#open.envelope ??= this.#envelope(this.#open);
      if (this.pieces.length === limits.documents) this.#tooMany();
      else this.pieces.push({ start: at.offset, end: end + 1, at, envelope: this.#open.envelope, findings });
      this.#message = undefined;
    } else if (/^UN[ABGHEZ]$/.test(tag)) this.#fail('edi-message-open', { value: tag });
  }

  #envelope({ number, una, unb, group, lineEnd }: OpenInterchange): EdifactEnvelope {
    return {
      interchange: number,
      una,
      lineEnd,
      ...(unb === undefined ? {} : { unb }),
      ...(group === undefined ? {} : { ung: group.ung }),
    };
  }

  #outside(tag: string): void {
    const open = this.#open;
    if (open?.unb === undefined && tag === 'UNB') this.#begin(this.#service());
    else if (open === undefined && tag === 'UNH' && this.#rules.envelope === 'optional') {
      this.#begin();
      this.#messageBegins();
    } else if (open !== undefined && tag === 'UNH') this.#messageBegins();
    else if (open?.unb !== undefined && open.group === undefined && tag === 'UNG') this.#groupBegins(open);
    else if (open?.group !== undefined && tag === 'UNE') this.#groupEnds(open, open.group);
    else if (open?.unb !== undefined && open.group === undefined && tag === 'UNZ') this.#end(open);
    else this.#misplaced(tag);
  }

  #misplaced(tag: string): void {
    const text = this.#text().replace(/\p{Cc}/gu, ' ');
    const isSegment = /^[A-Z0-9]{3}$/.test(tag) && text[3] === this.#separators.element;
    const value = isSegment ? tag : text.slice(0, 30);
    if (this.#interchanges === 0) this.#fail(isSegment ? 'edi-no-header' : 'edi-none', { value });
    else this.#fail(this.#open === undefined ? 'edi-behind-end' : 'edi-between-messages', { value });
  }

  #begin(unb?: ServiceSegment): void {
    this.#open = {
      una: this.#una,
      ...(unb === undefined ? {} : { unb }),
      number: this.#interchanges,
      references: new Set(),
      lineEnd: this.#lineEnd(),
      messages: 0,
      groups: 0,
    };
    this.#interchanges += 1;
    this.#una = new Uint8Array();
  }

  #lineEnd(): string {
    const { end } = this.#scanner;
    return /^[\r\n]*/.exec(decodeLatin1(this.#bytes.subarray(end + 1, end + 3)))?.[0] ?? '';
  }

  #messageBegins(): void {
    const open = this.#open;
    if (open === undefined) return;
    open.messages += 1;
    if (open.group !== undefined) open.group.messages += 1;
    const reference = this.#element(1);
    const place = this.#place();
    const isKnown = open.references.has(reference);
    open.references.add(reference);
    const findings = isKnown
      ? [this.#tell('edi-reference-twice', { value: reference }, positionOf(place))]
      : [];
    this.#message = { at: place, findings };
  }

  #groupBegins(open: OpenInterchange): void {
    open.groups += 1;
    open.group = { ung: this.#service(), messages: 0 };
    delete open.envelope;
  }

  #groupEnds(open: OpenInterchange, { ung, messages }: NonNullable<OpenInterchange['group']>): void {
    this.#count('UNE', messages, 'messages');
    this.#reference('UNE', 'UNG', this.#elementsOf(ung.bytes)[5] ?? '');
    delete open.group;
    delete open.envelope;
  }

  #end(open: OpenInterchange): void {
    this.#count(
      'UNZ',
      open.groups > 0 ? open.groups : open.messages,
      open.groups > 0 ? 'groups' : 'messages',
    );
    this.#reference('UNZ', 'UNB', this.#elementsOf(open.unb?.bytes ?? new Uint8Array())[5] ?? '');
    this.#open = undefined;
    this.#separators = standardSeparators;
    this.#scanner.use(standardSeparators);
  }

  #ended(): void {
    const place = { line: this.#scanner.line, column: this.#scanner.column, record: this.#scanner.number };
    const missing = this.#message !== undefined ? 'UNT' : this.#open?.unb === undefined ? undefined : 'UNZ';
    if (missing !== undefined) this.findings.push(this.#tell('edi-end-missing', { name: missing }, place));
  }

  /** Counts are compared as numbers. */
  #count(name: string, count: number, what: keyof typeof countNames): void {
    const value = this.#element(1);
    if (/^\d{1,9}$/.test(value) && Number(value) === count) return;
    this.#counted('edi-count', { name, value, count, what: buildOwnPhrase(countNames[what]) });
  }

  /** References are compared as texts. */
  #reference(name: string, other: string, expected: string): void {
    const value = this.#element(2);
    if (value !== expected) this.#counted('edi-reference', { name, value, other, expected });
  }

  #counted(code: 'edi-count' | 'edi-reference', values: Parameters<CreateEdifactFinding>[1]): void {
    this.findings.add(code, () => {
      const found = this.#tell(code, values, positionOf(this.#place()));
      return this.#rules.counts === 'warn' ? { ...found, severity: 'warning' } : found;
    });
  }

  #fail(
    code: Parameters<CreateEdifactFinding>[0],
    values: Parameters<CreateEdifactFinding>[1],
    place: FilePosition = this.#place(),
  ): void {
    this.#failed = true;
    this.findings.push(this.#tell(code, values, positionOf(place)));
  }

  #tooMany(): void {
    this.#fail('file-too-many-documents', { most: limits.documents.toLocaleString('en-US') });
  }

  #place(): FilePosition {
    const { start, line, column, number } = this.#scanner;
    return { offset: start, line, column, record: number };
  }

  #service(): ServiceSegment {
    const { start, end } = this.#scanner;
    return { bytes: this.#bytes.subarray(start, end), at: this.#place() };
  }

  #text(): string {
    const { start, end } = this.#scanner;
    return decodeLatin1(this.#bytes.subarray(start, Math.min(end, start + 200)));
  }

  #element(number: number): string {
    return this.#elementsOf(this.#bytes.subarray(this.#scanner.start, this.#scanner.end))[number] ?? '';
  }

  /** Of a service segment, its first components: references and counts. */
  #elementsOf(bytes: Uint8Array): readonly string[] {
    const { element, release } = this.#separators;
    const text = decodeLatin1(bytes.subarray(0, 600)).replace(/[\r\n]/g, '');
    if (!text.includes(release) || release === ' ') return text.split(element);
    const parts = [''];
    for (let at = 0; at < text.length; at += 1) {
      const sign = text[at] ?? '';
      if (sign === element) parts.push('');
      else parts.push(parts.pop() + (sign === release ? sign + (text[++at] ?? '') : sign));
    }
    return parts;
  }
}

const positionOf = ({ line, column, record }: FilePosition) => ({
  line,
  column,
  ...(record === undefined ? {} : { record }),
});
