import { z } from 'zod';
import { BuildTable } from '../../system/build-table.ts';
import type { SyntaxNode } from './xpath-syntax.ts';

/**
 * The syntax of expressions that a build has parsed beforehand: those of the delivered mappings and rules. The engine's parser takes
 * half a millisecond for each while it is cold, which was most of what a thread needs until its first document.
 */

/** Name, attributes as pairs, children, text, offset. */
type Packed = readonly [
  name: string,
  attributes: readonly (readonly [string, string])[],
  children: readonly Packed[],
  text: string,
  offset: number,
];

export const parsedSyntaxFile = 'xpath-syntax.txt';

export const packSyntax = ({ name, attributes, children, text, offset }: SyntaxNode): Packed => [
  name,
  [...attributes].filter(([attribute]) => attribute !== 'start' && attribute !== 'end'),
  children.map(packSyntax),
  text,
  offset,
];

const unpack = ([name, attributes, children, text, offset]: Packed): SyntaxNode => ({
  name,
  attributes: new Map(attributes),
  children: children.map(unpack),
  text,
  offset,
});

const table = new BuildTable(parsedSyntaxFile);

/** Written by our own build, beside this program: its shape is not checked again. */
const packedSchema = z.custom<Packed>(Array.isArray);

/** Undefined where the build has not parsed it. */
export function findParsedSyntax(expression: string): SyntaxNode | undefined {
  const text = table.find(expression);
  return text === undefined ? undefined : unpack(packedSchema.parse(JSON.parse(text)));
}
