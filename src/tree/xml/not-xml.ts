import { isUtf8 } from 'node:buffer';
import { buildOwnPhrase, buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { PhraseName, PhraseTexts } from '../../findings/finding-catalogue.ts';

/** A kind of files that is known by how they begin. */
export interface FileLook {
  readonly start: string;
  /** A sentence's end: `it is an EDIFACT message`. */
  readonly texts: PhraseTexts;
}

/** What a file is that is no XML, by its first bytes; undefined when it may be XML. `looks`: of files that others read. */
export function detectNonXml(bytes: Uint8Array, looks: readonly FileLook[]): Phrase | undefined {
  const [a = 0, b = 0] = bytes;
  if (a === 0 || b === 0 || a >= 0xfe) return undefined; // UTF-16
  const first = bytes.findIndex((byte) => byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
  const head = Buffer.from(bytes.subarray(first, first + 2048));
  const end = head.indexOf('\n');
  const encoding = isUtf8(head.subarray(0, end === -1 ? 40 : end)) ? 'utf8' : 'latin1';
  const start = head.toString(encoding).trimStart();
  if (webPage.test(start)) return buildPhrase('looks-html', { value: titleOf(start) });
  return start.startsWith('<') ? undefined : guessFileKind(start, looks);
}

/** Of a text or of bytes that begin with something else than `<`. */
export function guessFileKind(start: string, looks: readonly FileLook[] = []): Phrase {
  const look = looks.find((one) => start.startsWith(one.start));
  if (look !== undefined) return buildOwnPhrase(look.texts);
  const known = kinds.find(([begin]) => start.startsWith(begin));
  if (known !== undefined) return buildPhrase(known[1]);
  const line = start.split(/[\r\n]/, 1)[0] ?? '';
  const value = line.replace(/\p{Cc}/gu, ' ').slice(0, 40);
  const separators = line.match(/[;\t]/g) ?? [];
  return buildPhrase(separators.length > 1 ? 'looks-table' : 'looks-other', { value });
}

/** By how they begin. */
const kinds: readonly (readonly [start: string, looks: PhraseName])[] = [
  ['%PDF', 'looks-pdf'],
  ['PK\u0003', 'looks-zip'],
  ['PK\u0005', 'looks-zip'],
  ['\u00d0\u00cf\u0011\u00e0', 'looks-office'],
  ['\u001f\u008b', 'looks-gzip'],
  ['\u0000\u0000', 'looks-zeros'],
  ['{', 'looks-json'],
  ['[', 'looks-json'],
];

const webPage = /^(<!--[\s\S]*?-->\s*)?<(!doctype\s+html|html)\b/i;

function titleOf(start: string): string {
  const title = /<title>\s*([^<]*?)\s*<\/title>/i.exec(start)?.[1] ?? '';
  return title === '' ? '' : ` (${title.replace(/\s+/g, ' ').slice(0, 60)})`;
}
