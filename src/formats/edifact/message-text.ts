import { FindingList } from '../../findings/finding-list.ts';
import { decodeWithEncoding, type Encoding } from '../../text/encodings.ts';
import type { Finding } from '../../types.ts';
import type { FileDocument, FilePosition } from '../document-format.ts';
import { cutMessages } from './cut.ts';
import type { CreateEdifactFinding } from './findings/catalogue.ts';
import type { EdifactLayout } from './layout.ts';
import { detectCharset } from './lexical/charset.ts';
import {
  decodeLatin1,
  type EdifactEnvelope,
  type ServiceSegment,
  separatorsOf,
  unpackEnvelope,
} from './lexical/envelope.ts';
import { type LexedText, LocatedText, lex } from './lexical/lexer.ts';
import type { Separators } from './lexical/separators.ts';

/** A message and what stands around it, decoded and cut into segments. */
export interface MessageText {
  readonly separators: Separators;
  readonly unb?: TextPart;
  readonly ung?: TextPart;
  readonly message: TextPart;
  readonly findings: readonly Finding[];
}

export interface TextPart {
  readonly placed: LocatedText;
  readonly lexed: LexedText;
}

/** Its segments, or why it cannot be cut into them. */
export function readMessageText(
  document: FileDocument,
  layout: EdifactLayout,
  tell: CreateEdifactFinding,
): MessageText | { readonly problems: readonly Finding[] } {
  const around = aroundOf(document, layout, tell);
  if ('problems' in around) return around;
  const { envelope } = around;
  const separators = withRepetition(separatorsOf(envelope), envelope);
  const charset = charsetOf(around, separators, layout, tell);
  if ('problems' in charset) return charset;
  const reader = new PartReader(charset.encoding, separators, layout.description.lexical.lineBreaks, tell);
  const unb = envelope.unb && reader.part(envelope.unb);
  const ung = envelope.ung && reader.part(envelope.ung);
  const message = reader.part(around);
  if (message === undefined || reader.findings.hasError) return { problems: [...reader.findings] };
  return {
    separators,
    ...(unb === undefined ? {} : { unb }),
    ...(ung === undefined ? {} : { ung }),
    message,
    findings: [...(charset.finding === undefined ? [] : [charset.finding]), ...reader.findings],
  };
}

/** The encoding of the envelope and the message together, or the byte that does not fit it. */
function charsetOf(
  { envelope, bytes, at }: MessageSurroundings,
  separators: Separators,
  layout: EdifactLayout,
  tell: CreateEdifactFinding,
) {
  const whole = [envelope.unb, envelope.ung].flatMap((one) => (one === undefined ? [] : [one.bytes]));
  const all = Buffer.concat([...whole, bytes]);
  const charset = detectCharset(all, levelOf(envelope, separators), layout.description.encoding, tell);
  if (charset.encoding !== undefined) return charset;
  const { code, offset } = charset.problem;
  const inMessage = Math.max(0, offset - (all.length - bytes.length));
  const finding = buildWrongByteFinding(bytes, inMessage, at, ({ values, place }) =>
    tell(code, values, place),
  );
  return { problems: [finding] };
}

interface MessageSurroundings {
  readonly envelope: EdifactEnvelope;
  readonly bytes: Uint8Array;
  readonly at: FilePosition;
}

function aroundOf(
  { bytes, envelope, at }: FileDocument,
  layout: EdifactLayout,
  tell: CreateEdifactFinding,
): MessageSurroundings | { readonly problems: readonly Finding[] } {
  if (envelope !== undefined)
    return {
      envelope: unpackEnvelope(envelope),
      bytes,
      at: at ?? { offset: 0, line: 1, column: 1, record: 1 },
    };
  const { pieces, findings } = cutMessages(bytes, layout.description.lexical, tell);
  const [piece] = pieces;
  if (piece === undefined)
    return {
      problems: findings.length > 0 ? findings : [tell('edi-none', { value: '' }, { line: 1, column: 1 })],
    };
  return { envelope: piece.envelope, bytes: bytes.subarray(piece.start, piece.end), at: piece.at };
}

/** Syntax version 4 repeats elements: by `*` where no UNA says otherwise. Older ones never do. */
function withRepetition({ repetition, ...others }: Separators, { una, unb }: EdifactEnvelope): Separators {
  const version = /^UNB.[^:+]*.(\d)/.exec(decodeLatin1(unb?.bytes.subarray(0, 20) ?? new Uint8Array()))?.[1];
  if (version !== '4') return others;
  if (una.length === 0) return { ...others, repetition: '*' };
  return repetition === undefined ? others : { ...others, repetition };
}

/** `UNOC`; without an interchange nothing says it. */
function levelOf({ unb }: EdifactEnvelope, { element }: Separators): string {
  const text = decodeLatin1(unb?.bytes.subarray(0, 40) ?? new Uint8Array());
  return text.split(element)[1]?.slice(0, 4) ?? 'UNOC';
}

/** Decodes and lexes; what cannot be decoded is a problem. */
class PartReader {
  readonly findings: FindingList;
  readonly #encoding: Encoding;
  readonly #separators: Separators;
  readonly #joinLines: boolean;
  readonly #tell: CreateEdifactFinding;

  constructor(encoding: Encoding, separators: Separators, lineBreaks: string, tell: CreateEdifactFinding) {
    this.#encoding = encoding;
    this.#separators = separators;
    this.#joinLines = lineBreaks === 'anywhere';
    this.#tell = tell;
    this.findings = new FindingList(tell);
  }

  part({ bytes, at }: ServiceSegment): TextPart | undefined {
    const { text, wrongAt: wrong } = decodeWithEncoding(bytes, this.#encoding);
    if (text === undefined) {
      const encoding = this.#encoding.toUpperCase();
      this.findings.push(
        buildWrongByteFinding(bytes, wrong, at, ({ values, place }) =>
          this.#tell('text-encoding-wrong', { ...values, encoding }, place),
        ),
      );
      return undefined;
    }
    const placed = new LocatedText(text, at);
    const lexed = lex(text, { separators: this.#separators, joinLines: this.#joinLines });
    for (const { kind, offset, value, segment } of lexed.faults) {
      const shown = value.replace(
        /\p{Cc}/gu,
        (sign) => `0x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
      );
      const record = placed.record(segment);
      this.findings.push(
        this.#tell(faultCodes[kind], { value: shown }, { ...placed.positionAt(offset), record }),
      );
    }
    return { placed, lexed };
  }
}

const faultCodes = {
  'line-break': 'edi-line-break',
  release: 'edi-release',
  'release-end': 'edi-release-end',
  control: 'edi-control',
  tag: 'edi-tag',
} as const;

interface WrongByte {
  readonly values: { readonly value: string; readonly near: string };
  readonly place: { readonly line: number; readonly column: number };
}

function buildWrongByteFinding(
  bytes: Uint8Array,
  offset: number,
  at: FilePosition,
  tell: (wrong: WrongByte) => Finding,
): Finding {
  const before = decodeLatin1(bytes.subarray(0, offset));
  const value = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const near =
    before
      .slice(-30)
      .split(/[\r\n]/)
      .at(-1) ?? '';
  return tell({ values: { value, near }, place: new LocatedText(before, at).positionAt(before.length) });
}
