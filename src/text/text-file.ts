import { readFileSync, type Stats, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { decodeWindows1252 } from './encodings.ts';

/**
 * Decodes a text file a person saved: UTF-8 with or without a byte order mark, UTF-16 (as PowerShell's `>` or a spreadsheet's
 * "Unicode text" writes it; without its mark where every other byte at the start is zero), else windows-1252. Never throws:
 * where the bytes are none of these, `foreign` says so of the text.
 */
export function decodeSavedText(bytes: Uint8Array): string {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return decodeWindows1252(bytes);
  }
}

function utf16Of([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array):
  | 'utf-16le'
  | 'utf-16be'
  | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first > 0 && second === 0 && third > 0 && fourth === 0) return 'utf-16le';
  return first === 0 && second > 0 && third === 0 && fourth > 0 ? 'utf-16be' : undefined;
}

/** A pipe or a device: to read it might never end, and it says something else the second time. */
export class NotRegularFile extends Error {
  readonly code = 'no-file';
}

/** A text file a person saved, or a certificate that a command wrote. Rejects where it cannot be read; NotRegularFile at once. */
export async function readText(path: string): Promise<string> {
  assertFile(path, await stat(path).catch(() => undefined));
  return decodeSavedText(await readFile(path));
}

/** The same, synchronously. */
export function readTextSync(path: string): string {
  assertFile(path, statSync(path, { throwIfNoEntry: false }));
  return decodeSavedText(readFileSync(path));
}

/** What is not there, and a folder, is told by whoever reads it. */
function assertFile(path: string, found: Stats | undefined): void {
  if (found && !found.isFile() && !found.isDirectory())
    throw new NotRegularFile(`${path} is a pipe or a device, no file`);
}

/** Index, line and column (1-based) of a character. */
export interface CharacterLocation {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Where a decoded text shows that its bytes were no text, or of another encoding: a zero, a byte that windows-1252 does not
 * have (`ü` of MS-DOS), half a character, or a control character that no keyboard has.
 */
export function findForeignCharacter(text: string): CharacterLocation | undefined {
  const index = text.search(/[\0\u0080-\u009f\ufffd]/);
  if (index === -1) return undefined;
  const lines = text.slice(0, index).split('\n');
  return { index, line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
}
