import { SaxesParser } from 'saxes';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { childElements } from './element-location.ts';

/** Offsets in the text. */
export interface Span {
  readonly start: number;
  end: number;
}

export type Spans = ReadonlyMap<TreeElement, Span>;

export function requireSpan(spans: Spans, element: TreeElement): Span {
  const span = spans.get(element);
  if (span === undefined) throw new Error(`the place of ${element.nodeName} is not known`);
  return span;
}

/** Where the elements of a tree start and end in its text. */
export function computeSpans(text: string, tree: TreeDocument): Spans {
  const elements = inDocumentOrder(tree.root);
  const spans = new Map<TreeElement, Span>();
  const open: Span[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentagstart', () => {
    const start = text.lastIndexOf('<', parser.position - 1);
    const span = { start, end: start };
    const { value } = elements.next();
    if (value !== undefined) spans.set(value, span);
    open.push(span);
  });
  parser.on('closetag', () => {
    const span = open.pop();
    if (span !== undefined) span.end = parser.position;
  });
  parser.write(text).close();
  return spans;
}

function* inDocumentOrder(element: TreeElement): Generator<TreeElement, undefined> {
  yield element;
  for (const child of childElements(element)) yield* inDocumentOrder(child);
  return undefined;
}
