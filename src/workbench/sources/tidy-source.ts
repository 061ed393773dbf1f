import { applyEdits, format } from 'jsonc-parser';
import type { SourceFile } from '../preview/read-source.ts';

/** A longer line can neither be read nor pointed at. */
const longestLine = 2000;

/**
 * A document with lines that a person can point at: JSON of one line is indented, an interchange without line ends gets one behind each
 * segment, where they mean nothing. Values stay as they are.
 */
export function tidySource({ path, bytes }: SourceFile): SourceFile {
  const text = Buffer.from(bytes).toString('latin1');
  const trimmed = text.trimStart();
  if (/^[{[]/.test(trimmed)) return { path, bytes: indentJson(bytes) };
  const isInterchange = /^(UNA.{6}|UNB)/s.test(trimmed);
  return isInterchange && hasLongLine(text)
    ? { path, bytes: Buffer.from(breakSegments(text), 'latin1') }
    : { path, bytes };
}

const hasLongLine = (text: string): boolean =>
  text.split('\n').some((line) => line.length > longestLine / 10);

function indentJson(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  if (text.trim().includes('\n')) return bytes;
  const edits = format(text, undefined, { insertSpaces: true, tabSize: 2, eol: '\n' });
  return Buffer.from(applyEdits(text, edits));
}

/** A released terminator belongs to the text. */
function breakSegments(text: string): string {
  const una = /^\s*UNA(.{6})/s.exec(text)?.[1];
  const [release, terminator] = [una?.[3] ?? '?', una?.[5] ?? "'"];
  let broken = '';
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] ?? '';
    broken += one;
    if (one === release && release !== ' ') {
      broken += text[at + 1] ?? '';
      at += 1;
    } else if (one === terminator && !/[\r\n]/.test(text[at + 1] ?? '\n')) broken += '\n';
  }
  return broken;
}
