import { isAscii, isUtf8 } from 'node:buffer';
import type { Encoding } from '../../../text/encodings.ts';
import type { Finding } from '../../../types.ts';
import type { CreateEdifactFinding } from '../findings/catalogue.ts';
import { decodeLatin1 } from './envelope.ts';

/** Character sets by the syntax identifier of UNB (0001); W and Y: UTF-8, as GS1 and version 4 have it. */
const levels: Readonly<Record<string, Encoding>> = {
  UNOA: 'windows-1252',
  UNOB: 'windows-1252',
  UNOC: 'windows-1252',
  UNOD: 'iso-8859-2',
  UNOE: 'iso-8859-5',
  UNOF: 'iso-8859-7',
  UNOG: 'iso-8859-3',
  UNOH: 'iso-8859-4',
  UNOI: 'iso-8859-6',
  UNOJ: 'iso-8859-8',
  UNOK: 'iso-8859-9',
  UNOL: 'iso-8859-15',
  UNOW: 'utf-8',
  UNOY: 'utf-8',
};

export const isSyntaxLevel = (level: string): boolean => Object.hasOwn(levels, level);

/** What a level may be written in, and the letters that it has beside those of its encoding's upper half. */
export function charsetOfLevel(level: string): { readonly encoding: Encoding; readonly allowed: RegExp } {
  if (level === 'UNOA') return { encoding: 'us-ascii', allowed: /[A-Z0-9 .,()/='+:?-]/ };
  if (level === 'UNOB') return { encoding: 'us-ascii', allowed: /[A-Za-z0-9 .,()/='+:?!"%&*;<>-]/ };
  const encoding = level === 'UNOC' ? 'iso-8859-1' : (levels[level] ?? 'iso-8859-1');
  return { encoding, allowed: /[^\p{Cc}]/u };
}

/** How a message is decoded. Without an encoding: it cannot be determined, and `problem` says why. */
export type DetectedCharset =
  | { readonly encoding: Encoding; readonly finding?: Finding; readonly problem?: undefined }
  | { readonly encoding?: undefined; readonly problem: CharsetProblem };

/** `offset`: of the byte that shows it. */
interface CharsetProblem {
  readonly offset: number;
  readonly code: 'edi-charset-mixed' | 'edi-charset-unknown';
}

/**
 * The bytes decide, and the label (UNB 0001) where they leave it open: letters of several bytes that are UTF-8 are read as UTF-8;
 * else the label's set, windows-1252 for A to C. Both in one message: nobody can tell what is meant.
 */
export function detectCharset(
  bytes: Uint8Array,
  level: string,
  declared: Encoding | 'auto',
  tell: CreateEdifactFinding,
): DetectedCharset {
  if (declared !== 'auto') return { encoding: declared };
  if (isAscii(bytes)) return { encoding: 'us-ascii' };
  const isUnicode = levels[level] === 'utf-8';
  const told = (actual: string) => tell('edi-charset', { level, actual }, { line: 1, column: 1 });
  if (isUtf8(bytes)) return { encoding: 'utf-8', ...(isUnicode ? {} : { finding: told('UTF-8') }) };
  if (level === 'UNOX') return { problem: { offset: findFirst(bytes, 0x80), code: 'edi-charset-unknown' } };
  const encoding = levels[level] ?? 'windows-1252';
  if (encoding === 'windows-1252' || isUnicode) {
    const offset = mixedAt(bytes);
    if (offset !== undefined) return { problem: { offset, code: 'edi-charset-mixed' } };
  }
  if (isUnicode) return { encoding: 'windows-1252', finding: told('windows-1252') };
  const isWindows = level === 'UNOC' && bytes.some((byte) => byte >= 0x80 && byte < 0xa0);
  const isBeyond = level === 'UNOA' || level === 'UNOB';
  const isOther = isWindows || isBeyond || !isSyntaxLevel(level);
  return { encoding, ...(isOther ? { finding: told('windows-1252') } : {}) };
}

const findFirst = (bytes: Uint8Array, least: number): number => bytes.findIndex((byte) => byte >= least);

/** The first byte beyond ASCII that is no UTF-8, in bytes of which others are. */
function mixedAt(bytes: Uint8Array): number | undefined {
  const text = decodeLatin1(bytes);
  const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g;
  if (!sequence.test(text)) return undefined;
  const rest = text.replace(sequence, (found) => ' '.repeat(found.length));
  return /[\x80-\xff]/.exec(rest)?.index;
}
