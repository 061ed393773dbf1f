import type { Segment } from '../lexical/lexer.ts';
import type { Directory, ElementPart } from './directory.ts';

/** What people call things: `QTY 21 (ordered quantity)`. */

/** A segment by the qualifier that it begins with. */
export function renderSegmentLabel(directory: Directory, segment: Segment): string {
  const part = directory.segments.get(segment.tag)?.slots[0]?.parts[0];
  const [first] = segment.elements;
  const code = first?.number === 0 ? (first.components[0]?.text.trim() ?? '') : '';
  const names = part === undefined ? undefined : directory.codes.get(part.number);
  if (names === undefined || code === '') return segment.tag;
  const name = names.get(code);
  return name === undefined ? `${segment.tag} ${code.slice(0, 20)}` : `${segment.tag} ${code} (${name})`;
}

/** `1.2 quantity`: element and component as they are counted, from 1. */
export function renderPartLabel(
  { label }: ElementPart,
  slot: number,
  component: number,
  isComposite: boolean,
): string {
  return `${slot + 1}${isComposite ? `.${component + 1}` : ''} ${label}`;
}

/** A code with its name, where there is one. */
export function renderCodeLabel(directory: Directory, number: string, code: string): string {
  const name = directory.codes.get(number)?.get(code);
  return name === undefined ? code : `${code} (${name})`;
}
