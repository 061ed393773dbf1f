import { decodeWithEncoding, findByteOrderMark } from '../../text/encodings.ts';
import type { Completeness, DocumentShape, FileEnds, Format } from '../document-format.ts';
import { cutEdifact } from './cut.ts';
import { edifactFindingCreator } from './findings/catalogue.ts';
import { joinEdifact } from './join.ts';
import type { EdifactLayout } from './layout.ts';
import { detectCharset } from './lexical/charset.ts';
import { decodeLatin1, separatorsOf, unpackEnvelope } from './lexical/envelope.ts';
import { parseUna } from './lexical/separators.ts';
import { buildEdifactShape } from './message-shape.ts';
import { readEdifact } from './read.ts';
import { writeEdifact } from './write.ts';

/** EDIFACT as its description says. */
export function buildEdifactFormat(layout: EdifactLayout, hash: string): Format {
  const { description } = layout;
  let shape: DocumentShape | undefined;
  return {
    name: description.format,
    ...(description.kind === undefined ? {} : { kind: description.kind }),
    extension: description.extension ?? '.edi',
    hash,
    recognise: (head, envelope) => isRecognised(layout, head, envelope),
    findReference: (head, envelope) => referenceOf(layout, head, envelope),
    checkCompleteness: (ends) => checkCompleteness(layout, ends),
    cut: (bytes, options) => cutEdifact(bytes, description.lexical, options?.language),
    read: (document, options) => readEdifact(document, layout, options?.language),
    buildShape() {
      shape ??= buildEdifactShape(layout);
      return shape;
    },
    write: (target, options) => writeEdifact(target, layout, options),
    join: joinEdifact,
    decodeText: (bytes) => textOf(layout, bytes),
  };
}

/** By the first message's type, version and release, and by sender and recipient where the format names them. */
function isRecognised(layout: EdifactLayout, head: Uint8Array, packed?: Uint8Array): boolean {
  const { description, message } = layout;
  const begun = readBeginning(layout, head, packed);
  if (begun === undefined) return false;
  const [, name = ''] = begun.elementsOf('UNH');
  const [, sender = '', recipient = ''] = begun.elementsOf('UNB');
  const { recognise } = description;
  return (
    isMessage(name.split(begun.component), message) &&
    isParty(recognise.sender, sender.split(begun.component)) &&
    isParty(recognise.recipient, recipient.split(begun.component))
  );
}

/** `4015448000006:14 8712345000004:14 77/1`: sender, recipient, UNB 0020 and UNH 0062. */
function referenceOf(layout: EdifactLayout, head: Uint8Array, packed?: Uint8Array): string | undefined {
  const begun = readBeginning(layout, head, packed);
  const [, sender, recipient, , reference] = begun?.elementsOf('UNB') ?? [];
  if (begun === undefined || sender === undefined || !reference) return undefined;
  const [number = ''] = begun.elementsOf('UNH');
  return `${sender} ${recipient} ${reference}/${number}`;
}

interface MessageBeginning {
  readonly component: string;
  /** Of the first segment of a tag; none where there is no such segment. */
  elementsOf(tag: string): readonly string[];
}

/** The first segments of a document, behind those of its envelope; undefined of what is no EDIFACT. */
function readBeginning(
  { description }: EdifactLayout,
  head: Uint8Array,
  packed?: Uint8Array,
): MessageBeginning | undefined {
  const envelope = packed === undefined ? undefined : unpackEnvelope(packed);
  const terminated = envelope?.unb && Buffer.from(separatorsOf(envelope).terminator);
  const around = [envelope?.una, envelope?.unb?.bytes, terminated].flatMap((one) => one ?? []);
  const written = decodeLatin1(Buffer.concat([...around, head.subarray(0, headLength)])).replace(blanks, '');
  const isWrapped = description.lexical.lineBreaks === 'anywhere';
  const text = isWrapped ? written.replace(/[\r\n]/g, '') : written;
  const { separators } = parseUna(text);
  if (separators === undefined || !/^UN[ABH]/.test(text)) return undefined;
  const { element, component, terminator } = separators;
  return {
    component,
    elementsOf(tag) {
      const found = new RegExp(`(?:^|[^A-Z0-9])${tag}\\${element}(.{0,300})`, 's').exec(text)?.[1];
      return found?.split(terminator)[0]?.split(element) ?? [];
    },
  };
}

const blanks = /^(\xef\xbb\xbf)?[\s\0]*/;
/** Bytes in which UNB and the first UNH stand. */
const headLength = 65_536;

/** Some write 0 for the D of the draft directories. */
function isMessage(
  [type, version, release = '', , association = '']: readonly string[],
  message: EdifactLayout['message'],
): boolean {
  const isVersion = version === message.version || version === '0';
  const isAssociation = message.association === undefined || association.startsWith(message.association);
  return type === message.type && isVersion && /^\w+/.exec(release)?.[0] === message.release && isAssociation;
}

/** An id alone, or with its qualifier. */
const isParty = (wanted: string | undefined, given: readonly string[]): boolean =>
  wanted === undefined || wanted.split(':').every((one, n) => one === given[n]);

/** Written to its end: the last segment is UNZ with its terminator. */
function checkCompleteness({ description }: EdifactLayout, { head, tail, size }: FileEnds): Completeness {
  if (size === 0) return 'empty';
  const start = decodeLatin1(head).replace(/^(\xef\xbb\xbf)?[\s\0]*/, '');
  if (start === '') return head.length === size ? (head.includes(0) ? 'unfinished' : 'empty') : 'unfinished';
  if (!'UNA'.startsWith(start.slice(0, 3)) && !/^UN[BGH]/.test(start) && start.length >= 3) return 'other';
  const end = decodeLatin1(tail).replaceAll('\u001a', ' ');
  const last = /^.*UN([ZT])([^A-Z0-9\s])(\d+)\2[^\r\n]*?([^A-Z0-9a-z\s])[\s\0]*$/s.exec(end);
  if (last === null || !isTerminator(last[4] ?? '', start)) return 'unfinished';
  if (last[1] === 'Z') return 'complete';
  return description.lexical.envelope === 'optional' && /^(UNA.{5,6}\s*)?UNH/.test(start)
    ? 'endless'
    : 'unfinished';
}

/** Of the file's first interchange; another one may have its own. */
const isTerminator = (sign: string, start: string): boolean =>
  (parseUna(start).separators?.terminator ?? "'") === sign;

/** Messages are decoded one by one; of the whole, as most of it says. */
function textOf({ description }: EdifactLayout, bytes: Uint8Array): string | undefined {
  const mark = findByteOrderMark(bytes);
  const rest = bytes.subarray(mark?.length ?? 0);
  const level = /UNB.(UNO[A-Z])/.exec(decodeLatin1(rest.subarray(0, 200)))?.[1] ?? 'UNOC';
  const { encoding } = detectCharset(rest, level, description.encoding, edifactFindingCreator());
  return encoding === undefined ? undefined : decodeWithEncoding(rest, encoding).text;
}
