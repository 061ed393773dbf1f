import type { CreateFinding } from '../../findings/create-finding.ts';
import { decodeWithEncoding, type Encoding, looksLikeUtf8 } from '../../text/encodings.ts';
import type { Finding } from '../../types.ts';
import { openBytes } from './open-bytes.ts';

/** DOS programs write it behind a text. */
const endOfFile = '\u001a';

export type DecodedBytes =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: Finding };

export interface StartPosition {
  readonly line: number;
  readonly column: number;
}

/**
 * Bytes without a byte order mark as text. Not: a byte that the encoding does not have, or UTF-8 where the format (and no mark)
 * says an encoding of one byte a character. `start`: where the bytes begin in the file.
 */
export function decodeBytes(
  bytes: Uint8Array,
  { encoding, hasMark }: { readonly encoding: Encoding; readonly hasMark: boolean },
  tell: CreateFinding,
  start: StartPosition = { line: 1, column: 1 },
): DecodedBytes {
  const values = { encoding: encoding.toUpperCase() };
  const { text, wrongAt: wrong } = decodeWithEncoding(bytes, encoding);
  const isOther = !hasMark && !encoding.startsWith('utf') && looksLikeUtf8(bytes);
  if (isOther) {
    const at = bytes.findIndex((byte) => byte >= 0x80);
    return { problem: tell('text-encoding-other', values, positionIn(bytes, at, start)) };
  }
  if (wrong === undefined) return { text: text.endsWith(endOfFile) ? text.slice(0, -1) : text };
  const shown = { ...values, ...showByte(bytes, wrong) };
  return { problem: tell('text-encoding-wrong', shown, positionIn(bytes, wrong, start)) };
}

/** The byte in hexadecimal, and what stands before it on its line. */
function showByte(bytes: Uint8Array, at: number): { readonly value: string; readonly near: string } {
  const before = Buffer.from(bytes.subarray(Math.max(0, at - 30), at)).toString('latin1');
  const line = before.split(/[\r\n]/).at(-1) ?? '';
  return {
    value: (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0'),
    near: line.replace(/\p{Cc}/gu, ''),
  };
}

/** A whole file as text; undefined where it is not of its encoding. */
export function decodeFile(bytes: Uint8Array, declared: Encoding, tell: CreateFinding): string | undefined {
  const file = openBytes(bytes, declared);
  return decodeBytes(bytes.subarray(file.markLength), file, tell).text;
}

/** A byte order mark that says another encoding than the format. */
export function checkByteOrderMark(
  { encoding: actual }: { readonly encoding: Encoding },
  declared: Encoding,
  tell: CreateFinding,
): readonly Finding[] {
  if (actual === declared || (declared === 'utf-16' && actual.startsWith('utf-16'))) return [];
  const values = { encoding: declared.toUpperCase(), actual: actual.toUpperCase() };
  return [tell('text-encoding-mark', values, { line: 1, column: 1 })];
}

function positionIn(bytes: Uint8Array, offset: number, start: StartPosition): StartPosition {
  let { line, column } = start;
  for (let at = 0; at < offset; at += 1) {
    const isBreak = bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10);
    line += isBreak ? 1 : 0;
    column = isBreak ? 1 : column + 1;
  }
  return { line, column };
}
