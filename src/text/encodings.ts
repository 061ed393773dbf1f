import { isAscii, isUtf8 } from 'node:buffer';

/** Encodings that a format may declare. A byte order mark in a file wins over them. */
export const encodingNames = [
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'iso-8859-15',
  'us-ascii',
  'cp850',
  'cp437',
] as const;
export type Encoding = (typeof encodingNames)[number];

/** What stands for the bytes from 80 on; U+FFFD: nothing does. */
const missing = '\ufffd';
const tables: Readonly<Partial<Record<Encoding, string>>> = {
  'us-ascii': missing.repeat(128),
  'iso-8859-1': missing.repeat(32) + range(0xa0, 0x100),
  // The WHATWG decoder of older Node versions gives U+0080 for 80, where the euro sign is meant.
  'windows-1252': `€${missing}‚ƒ„…†‡ˆ‰Š‹Œ${missing}Ž${missing}${missing}‘’“”•–—˜™š›œ${missing}žŸ${range(0xa0, 0x100)}`,
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
};

function range(from: number, to: number): string {
  return String.fromCharCode(...Array.from({ length: to - from }, (_, n) => from + n));
}

/** A text, or the offset of the first byte that does not belong to the encoding. */
export type DecodedText =
  | { readonly text: string; readonly wrongAt?: undefined }
  | { readonly text?: undefined; readonly wrongAt: number };

/** Bytes without a byte order mark to text; nothing is replaced in silence. */
export function decodeWithEncoding(bytes: Uint8Array, encoding: Encoding): DecodedText {
  if (encoding.startsWith('utf-16')) return decodeUtf16(bytes, encoding === 'utf-16be');
  if (isAscii(bytes))
    return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') };
  return encoding === 'utf-8' ? decodeUtf8(bytes) : decodeSingle(bytes, upperOf(encoding));
}

/** Any bytes as windows-1252; U+FFFD stands for those that it does not have. */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  decodeWithReplacement(bytes, upperOf('windows-1252'));

/** Text to bytes, or the index of the first character that the encoding does not have. */
export type EncodedText =
  | { readonly bytes: Uint8Array; readonly unfitAt?: undefined }
  | { readonly bytes?: undefined; readonly unfitAt: number };

export function encodeText(text: string, encoding: Encoding): EncodedText {
  if (encoding === 'utf-8' || encoding.startsWith('utf-16')) return encodeUnicode(text, encoding);
  const codes = codesOf(encoding);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const code = unit < 0x80 ? unit : codes.get(unit);
    if (code === undefined) return { unfitAt: at };
    bytes[at] = code;
  }
  return { bytes };
}

export interface ByteOrderMark {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be';
  readonly length: number;
}

/** What the first bytes say of the encoding themselves. */
export function findByteOrderMark([a, b, c]: Uint8Array): ByteOrderMark | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** The mark that a file in this encoding begins with. */
export function byteOrderMarkOf(encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Uint8Array.of(0xef, 0xbb, 0xbf);
  return encoding === 'utf-16be' ? Uint8Array.of(0xfe, 0xff) : Uint8Array.of(0xff, 0xfe);
}

/** Two bytes a unit, the lower one first; a copy. */
export function utf16Units(bytes: Uint8Array, bigEndian: boolean): Uint16Array {
  const even = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  if (bigEndian) even.swap16();
  const units = new Uint16Array(even.length / 2);
  new Uint8Array(units.buffer).set(even);
  return units;
}

/**
 * Bytes whose characters beyond ASCII are all UTF-8, and letters and signs of Europe: as an encoding of one byte a character they
 * would be `Ã¤` and `â‚¬`, which nobody writes.
 */
export const looksLikeUtf8 = (bytes: Uint8Array): boolean =>
  !isAscii(bytes) && isUtf8(bytes) && !bytes.some((byte) => byte > 0xc5 && byte !== 0xe2);

const uppers = new Map<Encoding, Uint16Array>();

function upperOf(encoding: Encoding): Uint16Array {
  const known = uppers.get(encoding);
  if (known !== undefined) return known;
  const text = tables[encoding] ?? whatwg(encoding);
  const made = Uint16Array.from(text, (character) => character.charCodeAt(0));
  uppers.set(encoding, made);
  return made;
}

/** The decoder gives control characters for the bytes that Windows' code pages do not have. */
function whatwg(encoding: Encoding): string {
  const upper = Uint8Array.from({ length: 128 }, (_, n) => n + 128);
  return new TextDecoder(encoding).decode(upper).replace(/[\u0080-\u009f]/g, missing);
}

const codes = new Map<Encoding, ReadonlyMap<number, number>>();

function codesOf(encoding: Encoding): ReadonlyMap<number, number> {
  const known = codes.get(encoding);
  if (known !== undefined) return known;
  const pairs = [...upperOf(encoding)].map((unit, at) => [unit, at + 128] as const);
  const made = new Map(pairs.filter(([unit]) => unit !== 0xfffd));
  codes.set(encoding, made);
  return made;
}

function decodeSingle(bytes: Uint8Array, upper: Uint16Array): DecodedText {
  // a byte a character, and no list of units beside
  if (isAscii(bytes))
    return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1') };
  const text = decodeWithReplacement(bytes, upper);
  const wrong = text.indexOf(missing);
  return wrong === -1 ? { text } : { wrongAt: wrong };
}

/** U+FFFD stands for what the encoding does not have. */
function decodeWithReplacement(bytes: Uint8Array, upper: Uint16Array): string {
  const units = new Uint16Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    units[at] = byte < 0x80 ? byte : (upper[byte - 0x80] ?? 0xfffd);
  }
  return textOfUnits(units);
}

const textOfUnits = (units: Uint16Array): string => Buffer.from(units.buffer).toString('utf16le');

function decodeUtf8(bytes: Uint8Array): DecodedText {
  if (!isUtf8(bytes)) return { wrongAt: firstWrong(bytes) };
  return { text: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8') };
}

/** Halves the range until the first wrong character is left; of a broken one, its first byte. */
function firstWrong(bytes: Uint8Array): number {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (beginsUtf8(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  const start = [1, 2, 3].map((back) => good - back).find((at) => at >= 0 && (bytes[at] ?? 0) >= 0xc0);
  return start !== undefined && !isUtf8(bytes.subarray(start, good)) ? start : good;
}

/** The last character may be cut off. */
function beginsUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    // The decoder says no by throwing a TypeError; there is nothing more in it.
    return false;
  }
}

function decodeUtf16(bytes: Uint8Array, bigEndian: boolean): DecodedText {
  const text = textOfUnits(utf16Units(bytes, bigEndian));
  if (!text.isWellFormed()) return { wrongAt: 2 * loneSurrogate(text) };
  return bytes.length % 2 === 0 ? { text } : { wrongAt: bytes.length - 1 };
}

/** Index of the first half of a character that stands alone. */
function loneSurrogate(text: string): number {
  const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
  return text.search(lone);
}

function encodeUnicode(text: string, encoding: Encoding): EncodedText {
  if (!text.isWellFormed()) return { unfitAt: loneSurrogate(text) };
  if (encoding === 'utf-8') return { bytes: Buffer.from(text) };
  const bytes = Buffer.from(text, 'utf16le');
  return { bytes: encoding === 'utf-16be' ? bytes.swap16() : bytes };
}
