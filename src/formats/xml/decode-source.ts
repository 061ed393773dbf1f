import type { CreateFinding } from '../../findings/create-finding.ts';
import { type Encoding, findByteOrderMark } from '../../text/encodings.ts';
import { SourceText } from '../../tree/nodes/source-text.ts';
import { decodeXmlBytes } from '../../tree/xml/decode-xml.ts';
import type { FileLook } from '../../tree/xml/not-xml.ts';
import type { Finding, Language } from '../../types.ts';
import { decodeBytes } from '../records/decode-bytes.ts';

export interface XmlSource {
  readonly source?: SourceText;
  readonly findings: readonly Finding[];
}

/** Encodings of DOS by what declarations call them. */
const dosEncodings: Readonly<Record<string, Encoding>> = {
  cp850: 'cp850',
  ibm850: 'cp850',
  'ibm-850': 'cp850',
  cp437: 'cp437',
  ibm437: 'cp437',
  'ibm-437': 'cp437',
};

/** What a format says of its files. */
export interface XmlDecoding {
  /** Where a file declares none. */
  readonly encoding: Encoding;
  /** How files of other syntaxes begin. */
  readonly fileLooks?: readonly FileLook[];
}

/**
 * Bytes as text: a byte order mark wins over the declaration, the declaration over the format's `encoding`, which is for exports
 * that declare none.
 */
export function decodeXmlSource(
  bytes: Uint8Array,
  { encoding, fileLooks }: XmlDecoding,
  tell: CreateFinding,
  language?: Language,
): XmlSource {
  const own = findByteOrderMark(bytes) === undefined ? findDeclaredEncoding(bytes, encoding) : undefined;
  if (own === undefined) return decodeXmlBytes(bytes, language, fileLooks);
  const { text, problem } = decodeBytes(bytes, { encoding: own, hasMark: false }, tell);
  return problem === undefined ? { source: new SourceText(text), findings: [] } : { findings: [problem] };
}

/** Where XML's own rules do not say it. */
function findDeclaredEncoding(bytes: Uint8Array, encoding: Encoding): Encoding | undefined {
  if (bytes[0] === 0 || bytes[1] === 0) return undefined;
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const declared = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']\s*([^"'>]*?)\s*["']/.exec(head)?.[1];
  if (declared !== undefined) return dosEncodings[declared.toLowerCase()];
  return encoding === 'utf-8' ? undefined : encoding;
}
