import type { CreateFinding } from '../../findings/create-finding.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import type { ElementModel } from '../schemas/schema-set.ts';
import { childElements } from './element-location.ts';
import { computeSpans, requireSpan } from './element-spans.ts';

/**
 * The text of a document with the children of every element in the order of the schema; the very same text when they are.
 * Elements of one name keep their order. Nothing else changes: what stands between elements (blanks, comments) stays where
 * it is. Elements that the model does not know come last.
 */
export function repairOrder(text: string, tree: TreeDocument, root: ElementModel): string {
  const spans = computeSpans(text, tree);
  const slice = (element: TreeElement, model: ElementModel | undefined): string => {
    const own = requireSpan(spans, element);
    const children = childElements(element).map((child) => ({ child, slot: slotIndexOf(child, model) }));
    const inOrder = children.every(({ slot }, index) => slot >= (children[index - 1]?.slot ?? 0));
    const sorted = inOrder ? children : children.toSorted((a, b) => a.slot - b.slot);
    let written = '';
    let at = own.start;
    for (const [index, { child }] of children.entries()) {
      const place = requireSpan(spans, child);
      const moved = sorted[index];
      written += text.slice(at, place.start);
      if (moved !== undefined) written += slice(moved.child, model?.children?.[moved.slot]?.element);
      at = place.end;
    }
    return written + text.slice(at, own.end);
  };
  const span = requireSpan(spans, tree.root);
  return text.slice(0, span.start) + slice(tree.root, root) + text.slice(span.end);
}

/** Findings on a document whose order was repaired: one for all, then a warning for each place. */
export function reportRepair(faults: readonly Finding[], tell: CreateFinding): readonly Finding[] {
  const names = [...new Set(faults.map(({ path }) => path?.replace(/^.*[/:]|\[\d+\]$/g, '') ?? ''))];
  const { line, column } = faults[0] ?? {};
  const place = line === undefined || column === undefined ? {} : { line, column };
  const summary = tell('order-repaired', { count: faults.length, names: names.join(', ') }, place);
  return [summary, ...faults.map((fault): Finding => ({ ...fault, severity: 'warning' }))];
}

function slotIndexOf(child: TreeElement, model: ElementModel | undefined): number {
  const slots = model?.children ?? [];
  const slot = slots.findIndex(
    ({ element }) =>
      element.localName === child.localName && element.namespace === (child.namespaceURI ?? ''),
  );
  return slot === -1 ? slots.length : slot;
}
