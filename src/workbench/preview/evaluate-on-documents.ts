import type { Formats } from '../../formats/document-format.ts';
import { listSourceNames } from '../../mapping/models/document-models.ts';
import { resolveStartNode } from '../../mapping/run/context-trees.ts';
import { evaluateExpression } from '../../mapping/run/evaluate-expression.ts';
import { type Item, isNode, itemText, pathOf, positionOf } from '../../tree/nodes/items.ts';
import type { Finding, Language } from '../../types.ts';
import { parseAnyDocument, type SourceFile } from './read-source.ts';

/** What an expression finds in the documents of a file. Plain data. */
export interface ExpressionResult {
  /** Of the expression; the same for every document. */
  readonly findings: readonly Finding[];
  /** Of all documents, in their order; undefined: the expression is wrong, or it failed on one of them. */
  readonly items: readonly FoundItem[] | undefined;
  /** Nobody said what the file is, and no format knows it. */
  readonly isUnknown?: true;
}

/** A node with its place, or a value with its type. */
export type FoundItem = { readonly text: string } & (
  | { readonly kind: 'node'; readonly path: string; readonly line: number; readonly column: number }
  | { readonly kind: 'value'; readonly type: string }
);

export interface ExpressionQuestion {
  readonly expression: string;
  readonly source: SourceFile;
  /** What the document is; by default what its beginning says. */
  readonly type?: string | undefined;
  readonly language: Language;
}

/**
 * As in a leaf of a mapping, without context variables and tables. Pure; it may take as long as the time limit of an expression for each
 * document, so that pages call it in a worker. Throws an Error in words for a type that does not exist, and for a file that cannot be read.
 */
export function evaluateOnDocuments(
  { expression, source, type, language }: ExpressionQuestion,
  formats: Formats,
): ExpressionResult {
  const known = listSourceNames(formats);
  if (type !== undefined && !known.includes(type))
    throw new Error(`There is no document ${type}. There are: ${known.join(', ')}.`);
  const read = parseAnyDocument(source, formats, type);
  const from = type ?? read.type;
  if (from === undefined) return { findings: [], items: undefined, isUnknown: true };
  const all = read.trees.map((tree) =>
    evaluateExpression(expression, from, resolveStartNode(tree, from), formats, language),
  );
  const isWhole = all.every(({ items }) => items !== undefined);
  return {
    findings: all[0]?.findings ?? [],
    items: isWhole ? all.flatMap(({ items = [] }) => items.map(foundItemOf)) : undefined,
  };
}

function foundItemOf(item: Item): FoundItem {
  const text = itemText(item);
  if (!isNode(item)) return { kind: 'value', type: typeof item, text };
  const { line, column } = positionOf(item);
  return { kind: 'node', path: pathOf(item), line, column, text };
}
