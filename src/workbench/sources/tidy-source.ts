import { splitText } from '../../formats/syntaxes.ts';
import { layOutJson } from '../../tree/json/lay-out-json.ts';
import type { SourceFile } from '../preview/read-source.ts';

/** A longer line can neither be read nor pointed at. */
const longestLine = 2000;

/**
 * A document with lines that a person can point at: JSON of one line is indented, an interchange without line ends gets one behind each
 * segment, where they mean nothing. Values stay as they are.
 */
export function tidySource({ path, bytes }: SourceFile): SourceFile {
  const text = Buffer.from(bytes).toString('latin1');
  if (/^[{[]/.test(text.trimStart())) return { path, bytes: indentJson(bytes) };
  const split = hasLongLine(text) ? splitText(text) : undefined;
  if (split === undefined) return { path, bytes };
  const lines = [...(split.head === '' ? [] : [split.head]), ...split.units, ''];
  return { path, bytes: Buffer.from(lines.join('\n'), 'latin1') };
}

const hasLongLine = (text: string): boolean =>
  text.split('\n').some((line) => line.length > longestLine / 10);

function indentJson(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const tidy = layOutJson(text);
  return tidy === text ? bytes : Buffer.from(tidy);
}
