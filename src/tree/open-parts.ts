import { createFinding } from '../findings/create-finding.ts';
import type { Finding, Language } from '../types.ts';
import { pathOf, positionOf } from './nodes/items.ts';
import { isElement, textOf } from './nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from './nodes/tree-node.ts';

/**
 * Our own element in `ext:ExtensionContent` of an SCSN document (mappings/README.md, "What is left open"): which parts the ERP left
 * open, and what the exchange knows and SCSN has no place for.
 */
export const ownNamespace = 'urn:scsn-gateway:document';

/**
 * status: lines of a response without a status. values: what lines leave out (item, deliveries, dates, prices). lines: a document
 * without lines speaks of lines all the same.
 */
export const openPartNames = ['status', 'values', 'lines'] as const;
export type OpenPart = (typeof openPartNames)[number];

/** The parts that a document says are open. Nothing for a document of somebody else. */
export function listOpenParts({ root }: TreeDocument): ReadonlySet<OpenPart> {
  const said = listOwnElements(root).flatMap((own) =>
    listOwnChildren(own, 'open').map((one) => textOf(one).trim()),
  );
  return new Set(openPartNames.filter((part) => said.includes(part)));
}

/** What holds a document back whose open parts nothing has closed; undefined for one that is whole. */
export function checkNothingOpen(tree: TreeDocument, language?: Language): Finding | undefined {
  const open = [...listOpenParts(tree)];
  if (open.length === 0) return undefined;
  const at = listOwnElements(tree.root)[0] ?? tree.root;
  return createFinding(
    'document-left-open',
    { parts: open.join(', ') },
    { ...positionOf(at), path: pathOf(at) },
    language,
  );
}

/** Our own elements of a document: one, as a rule. */
export function listOwnElements(root: TreeElement): readonly TreeElement[] {
  return ['UBLExtensions', 'UBLExtension', 'ExtensionContent']
    .reduce<readonly TreeElement[]>(
      (above, name) => above.flatMap((one) => children(one).filter(({ localName }) => localName === name)),
      [root],
    )
    .flatMap((content) => listOwnChildren(content, 'Document'));
}

const children = (element: TreeElement): readonly TreeElement[] => element.childNodes.filter(isElement);

const listOwnChildren = (element: TreeElement, name: string): readonly TreeElement[] =>
  children(element).filter(
    ({ localName, namespaceURI }) => localName === name && namespaceURI === ownNamespace,
  );
