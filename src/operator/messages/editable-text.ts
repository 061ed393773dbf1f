import type { Format } from '../../formats/document-format.ts';
import {
  byteOrderMarkOf,
  type Encoding,
  encodeText,
  encodingNames,
  findByteOrderMark,
} from '../../text/encodings.ts';

type Decoder = Pick<Format, 'decodeText'>;

/** A document as somebody edits it. */
export interface EditableText {
  readonly text: string;
  /** All its lines end so. */
  readonly newline: '\r\n' | '\n';
}

/** Undefined: it cannot be decoded, or would not come back byte for byte. */
export function readEditableText(format: Decoder, bytes: Uint8Array): EditableText | undefined {
  const text = decode(format, bytes);
  if (text === undefined) return undefined;
  const back = encodeEditedText(format, bytes, text);
  if (back.bytes === undefined || Buffer.compare(back.bytes, bytes) !== 0) return undefined;
  return { text, newline: /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n' };
}

/** Bytes, or the first character that the document's encoding does not have. */
export type EncodedEdit =
  | { readonly bytes: Uint8Array; readonly unfit?: undefined }
  | { readonly bytes?: undefined; readonly unfit: string };

/**
 * The edited text in the encoding of the original, with its byte order mark: whatever the format reads back as the very same text. Nothing
 * is replaced in silence.
 */
export function encodeEditedText(format: Decoder, original: Uint8Array, text: string): EncodedEdit {
  const mark = findByteOrderMark(original);
  const candidates = mark ? [mark.encoding] : listEncodings(original);
  const before = mark ? byteOrderMarkOf(mark.encoding) : new Uint8Array();
  for (const encoding of candidates) {
    const { bytes } = encodeText(text, encoding);
    const whole = bytes && Buffer.concat([before, bytes]);
    if (whole && decode(format, whole) === text) return { bytes: new Uint8Array(whole) };
  }
  return { unfit: findUnfit(format, original, text) };
}

/** That of an XML declaration alone: a reader may guess that a document lies about it, and others do not. */
function listEncodings(original: Uint8Array): readonly Encoding[] {
  const head = Buffer.from(original.subarray(0, 200)).toString('latin1');
  const declared = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/.exec(head)?.[1]?.toLowerCase();
  const named = encodingNames.filter((name) => name === declared);
  if (named.length > 0) return named;
  return encodingNames;
}

/** The first character that cannot be written by itself into the document. */
function findUnfit(format: Decoder, original: Uint8Array, text: string): string {
  const known = new Set(decode(format, original));
  return [...text].find((character) => character > '\u007f' && !known.has(character)) ?? '';
}

const decode = (format: Decoder, bytes: Uint8Array): string | undefined =>
  format.decodeText(bytes)?.replace(/^\uFEFF/, '');
