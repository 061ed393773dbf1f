import { isAscii, isUtf8 } from 'node:buffer';
import {
  buildPhrase,
  type CreateFinding,
  findingCreator,
  type Phrase,
} from '../../findings/create-finding.ts';
import type { Finding, Language } from '../../types.ts';
import { abridge } from '../nodes/abridge.ts';
import { SourceText } from '../nodes/source-text.ts';
import { detectNonXml, type FileLook } from './not-xml.ts';

/** A document as text, without byte order mark; or why it cannot be read. */
export interface DecodedText {
  readonly source?: SourceText;
  readonly findings: readonly Finding[];
}

/** Encodings that are read, by their names in XML declarations (lower case). */
const encodings: Readonly<Record<string, Encoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'utf-16': 'utf-16',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  latin1: 'iso-8859-1',
  latin2: 'iso-8859-2',
  latin5: 'iso-8859-9',
  latin9: 'iso-8859-15',
  'windows-1252': 'windows-1252',
  cp1252: 'windows-1252',
  'us-ascii': 'us-ascii',
  ascii: 'us-ascii',
};
type Encoding =
  | 'utf-8'
  | 'utf-16'
  | 'utf-16le'
  | 'utf-16be'
  | `iso-8859-${string}`
  | 'windows-1252'
  | 'us-ascii';

/** Parts of ISO 8859 that the WHATWG decoder reads (a twelfth was never published). */
const partsOfIso8859 = new Set([
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  '11',
  '13',
  '14',
  '15',
  '16',
]);

/** By its name in an XML declaration; undefined: not read. */
function findEncoding(declared: string): Encoding | undefined {
  const name = declared.toLowerCase();
  const [, part] = /^iso-?8859-(\d+)$/.exec(name) ?? [];
  if (part === undefined) return encodings[name];
  return partsOfIso8859.has(part) ? `iso-8859-${part}` : undefined;
}

/** Bytes of the largest document that is looked at: an order with an embedded file is well below. */
const largestDocument = 100_000_000;

/**
 * Bytes to text (XML 1.0, appendix F): a byte order mark wins over the declaration, the declaration over UTF-8. Nothing
 * is replaced in silence: bytes that the encoding does not have are an error with their place. `fileLooks`: of files that others
 * read.
 */
export function decodeXmlBytes(
  bytes: Uint8Array,
  language: Language = 'en',
  fileLooks: readonly FileLook[] = [],
): DecodedText {
  const tell = findingCreator(language);
  const tooLarge = checkFileSize(bytes.length, language);
  if (tooLarge !== undefined) return { findings: [tooLarge] };
  if (bytes.every(isBlank)) return { findings: [tell('file-empty')] };
  const looks = detectNonXml(bytes, fileLooks);
  if (looks !== undefined) return { findings: [tell('file-not-xml', { looks }, { line: 1, column: 1 })] };
  const mark = detectByteOrderMark(bytes);
  const declared = readDeclaredEncoding(bytes, mark);
  const named = declared === undefined ? 'utf-8' : findEncoding(declared);
  if (named === undefined) {
    return { findings: [tell('encoding-unknown', { value: declared ?? '' }, { line: 1, column: 1 })] };
  }
  return mark === undefined
    ? decodeWithoutMark(bytes, named, declared, tell)
    : withMark(bytes, mark, named, declared, tell);
}

/** A file of so many bytes that it need not be read. */
export function checkFileSize(length: number, language: Language): Finding | undefined {
  if (length <= largestDocument) return undefined;
  const values = { size: megabytes(length), most: megabytes(largestDocument) };
  return findingCreator(language)('file-too-large', values);
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

const isBlank = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0;

interface ByteOrderMark {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly length: number;
}

/** A byte order mark, or the shape of UTF-16 without one (`<` beside a zero byte). */
function detectByteOrderMark(bytes: Uint8Array): ByteOrderMark | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (a === 0x3c && b === 0) return { encoding: 'utf-16le', length: 0 };
  if (a === 0 && b === 0x3c) return { encoding: 'utf-16be', length: 0 };
  return undefined;
}

/** The encoding named in the XML declaration, as written. */
function readDeclaredEncoding(bytes: Uint8Array, mark: ByteOrderMark | undefined): string | undefined {
  const start = bytes.subarray(mark?.length ?? 0, 1024);
  const head = new TextDecoder(mark?.encoding ?? 'latin1').decode(start);
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*(["'])\s*([^"'>]*?)\s*\1/.exec(head);
  return declared?.[2];
}

function withMark(
  bytes: Uint8Array,
  mark: ByteOrderMark,
  named: Encoding,
  declared: string | undefined,
  tell: CreateFinding,
): DecodedText {
  const decoded = decodeStrictly(bytes.subarray(mark.length), mark.encoding, tell);
  const agrees = declared === undefined || mark.encoding.startsWith(named) || named === mark.encoding;
  if (agrees || decoded.source === undefined) return decoded;
  const names = { declared, actual: mark.encoding.toUpperCase() };
  const warning = tell('encoding-declaration', { ...names, value: declared }, { line: 1, column: 1 });
  return { ...decoded, findings: [warning] };
}

function decodeWithoutMark(
  bytes: Uint8Array,
  named: Encoding,
  declared: string | undefined,
  tell: CreateFinding,
): DecodedText {
  if (named.startsWith('utf-16')) {
    const values = { value: declared ?? '', declared: declared ?? '' };
    return { findings: [tell('encoding-not-utf-16', values, { line: 1, column: 1 })] };
  }
  if (declared !== undefined && isOneByte(named) && !isAscii(bytes) && isUtf8(bytes)) {
    const values = { declared, actual: 'UTF-8', value: declared };
    const warning = tell('encoding-declaration', values, { line: 1, column: 1 });
    return { ...decodeStrictly(bytes, 'utf-8', tell), findings: [warning] };
  }
  return decodeStrictly(bytes, named, tell);
}

/** In such an encoding, bytes that are UTF-8 beyond ASCII are pairs like `Ã¶`, which nobody writes: the declaration is wrong. */
const isOneByte = (encoding: Encoding): boolean =>
  encoding === 'windows-1252' || encoding.startsWith('iso-8859-');

function decodeStrictly(bytes: Uint8Array, encoding: Encoding, tell: CreateFinding): DecodedText {
  if (encoding.startsWith('utf-16')) return decodeUtf16Strictly(bytes, encoding, tell);
  const { bytes: short, gaps } = abridge(bytes);
  if (findWrongByte(short, encoding) !== undefined) {
    return { findings: [buildWrongByteFinding(bytes, findWrongByte(bytes, encoding) ?? 0, encoding, tell)] };
  }
  // The WHATWG decoder reads ISO-8859-1 as windows-1252, which is what its senders mean.
  const text = new TextDecoder(encoding === 'us-ascii' ? 'utf-8' : encoding, keepMark).decode(short);
  const source = new SourceText(text, gaps, encoding === 'utf-8' || isAscii(short) ? bytes : undefined);
  if (encoding !== 'iso-8859-1' || !short.some(isControl)) return { source, findings: [] };
  return {
    source,
    findings: [tell('encoding-windows-1252', {}, positionOf(bytes, bytes.findIndex(isControl)))],
  };
}

/** A byte order mark has been cut off; what looks like a second one is text. */
const keepMark = { ignoreBOM: true };

/** Its ASCII is not ASCII: it is abridged as UTF-8. */
function decodeUtf16Strictly(bytes: Uint8Array, encoding: Encoding, tell: CreateFinding): DecodedText {
  if (!canDecode(bytes, encoding)) return { findings: [buildWrongByteFinding(bytes, 0, encoding, tell)] };
  const utf8 = Buffer.from(new TextDecoder(encoding, keepMark).decode(bytes));
  const { bytes: short, gaps } = abridge(utf8);
  return {
    source: new SourceText(new TextDecoder('utf-8', keepMark).decode(short), gaps, utf8),
    findings: [],
  };
}

const isControl = (byte: number) => byte >= 0x80 && byte <= 0x9f;

/** Bytes that windows-1252 does not have. */
const holes: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const holesByEncoding = new Map<Encoding, ReadonlySet<number>>([['windows-1252', holes]]);

/** Bytes that an 8-bit encoding does not have. */
function holesOf(encoding: Encoding): ReadonlySet<number> {
  const known = holesByEncoding.get(encoding);
  if (known !== undefined) return known;
  const upper = Array.from({ length: 128 }, (_, n) => n + 128);
  const found = new Set(upper.filter((byte) => !canDecode(Uint8Array.of(byte), encoding)));
  holesByEncoding.set(encoding, found);
  return found;
}

/** Offset of the first byte that does not belong to the encoding. */
function findWrongByte(bytes: Uint8Array, encoding: Encoding): number | undefined {
  if (isAscii(bytes)) return undefined;
  if (encoding === 'us-ascii') return optionalIndex(bytes.findIndex((byte) => byte > 0x7f));
  if (encoding === 'utf-8') return isUtf8(bytes) ? undefined : findWrongUtf8Byte(bytes);
  const missing = holesOf(encoding);
  return missing.size === 0 ? undefined : optionalIndex(bytes.findIndex((byte) => missing.has(byte)));
}

const optionalIndex = (index: number) => (index === -1 ? undefined : index);

/** `open`: the last character may be cut off. */
function canDecode(bytes: Uint8Array, encoding: string, open = false): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: open });
    return true;
  } catch {
    // The decoder says no by throwing a TypeError; there is nothing more in it.
    return false;
  }
}

/** Bytes known not to be UTF-8: halves the range until the first wrong byte is left. */
function findWrongUtf8Byte(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (canDecode(bytes.subarray(0, middle), 'utf-8', true)) good = middle;
    else bad = middle;
  }
  return findCharacterStart(bytes, good);
}

/** A character that breaks off is wrong from its first byte on. */
function findCharacterStart(bytes: Uint8Array, offset: number): number {
  for (let start = offset - 1; start >= 0 && start >= offset - 3; start -= 1) {
    const byte = bytes[start] ?? 0;
    if (byte < 0x80) return offset;
    if (byte >= 0xc0) return start + lengthFrom(byte) > offset ? start : offset;
  }
  return offset;
}

const lengthFrom = (first: number) => (first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2);

function buildWrongByteFinding(
  bytes: Uint8Array,
  offset: number,
  encoding: Encoding,
  tell: CreateFinding,
): Finding {
  const value = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const values = {
    value,
    encoding: encoding.toUpperCase(),
    near: readTextBefore(bytes, offset),
    likely: encoding === 'utf-8' ? guessCharacter(bytes[offset] ?? 0) : '',
  };
  return tell('encoding-wrong', values, positionOf(bytes, offset));
}

/** What the byte is in the encoding that is mostly meant. */
function guessCharacter(byte: number): Phrase | string {
  if (holes.has(byte)) return '';
  const character = new TextDecoder('windows-1252').decode(Uint8Array.of(byte));
  return buildPhrase('likely-character', { character });
}

/** The last words before a place, of the same line. */
function readTextBefore(bytes: Uint8Array, offset: number): string {
  const before = new TextDecoder('latin1').decode(bytes.subarray(Math.max(0, offset - 30), offset));
  return (
    before
      .split('\n')
      .at(-1)
      ?.replace(/\p{Cc}/gu, '')
      .trimStart() ?? ''
  );
}

function positionOf(bytes: Uint8Array, offset: number): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let i = 0; i < offset; i += 1) {
    if (bytes[i] !== 0x0a) continue;
    line += 1;
    start = i + 1;
  }
  return { line, column: offset - start + 1 };
}
