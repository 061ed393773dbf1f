import { buildPhrase, type FindingLocation, renderPhrase } from '../../findings/create-finding.ts';
import type { DocumentPartName } from '../../findings/finding-catalogue.ts';
import { pathOf } from '../../tree/nodes/items.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Language } from '../../types.ts';
import type { ElementModel } from '../schemas/schema-set.ts';
import { type ChildIndex, indexChildren } from './child-index.ts';

/** Whether an element has the name that a model has. */
export function isNamed(element: TreeElement, { localName, namespace }: ElementModel): boolean {
  return element.localName === localName && (element.namespaceURI ?? '') === namespace;
}

/** The first text between the tags of an element that is not blank, or nothing. */
export function ownText(element: TreeElement): string {
  for (const node of element.childNodes) {
    if (node.nodeType === 3 && node.data.trim() !== '') return node.data.trim();
  }
  return '';
}

/** Where an element stands: line, column, XPath and business key. */
export function locationOf(
  element: TreeElement,
  attribute?: string,
  language: Language = 'en',
): FindingLocation {
  const key = businessKeyOf(element, language);
  const path = pathOf(element) + (attribute === undefined ? '' : `/@${attribute}`);
  return { line: element.line, column: element.column, path, ...(key === undefined ? {} : { key }) };
}

export function childElements(element: TreeElement): TreeElement[] {
  return element.childNodes.filter(isElement);
}

function findChild(element: TreeElement | undefined, localName: string): TreeElement | undefined {
  return element === undefined
    ? undefined
    : childElements(element).find((child) => child.localName === localName);
}

/**
 * The element of a path as libxml2 writes it: the root as a star, then steps such as cac:OrderLine[2], where a star with a
 * number counts all elements. A path to an attribute gives its element.
 */
export function resolvePath(document: TreeDocument, path: string): TreeElement | undefined {
  const [first, ...steps] = path.split('/').slice(1);
  if (first === undefined) return undefined;
  let element: TreeElement | undefined = document.root;
  for (const step of steps) {
    if (step.startsWith('@')) break;
    const [, name = '', index = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const { all, byName }: ChildIndex = indexChildren(element);
    const same = name === '*' ? all : byName.get(name);
    element = same?.[Number(index) - 1];
    if (element === undefined) return undefined;
  }
  return element;
}

interface NamedPart {
  readonly name: DocumentPartName;
  /** Finds the number by which people know this part. */
  readonly number?: (element: TreeElement) => string | undefined;
}

/** The repeated parts of documents that people speak of, by local name. */
const parts: Readonly<Record<string, NamedPart>> = {
  OrderLine: {
    name: 'order-line',
    number: (line) => text(findChild(findChild(line, 'LineItem'), 'ID')),
  },
  DespatchLine: {
    name: 'despatch-line',
    number: (line) => text(findChild(line, 'ID')),
  },
  OrderLineStatus: {
    name: 'order-line-status',
    number: (line) => text(findChild(findChild(line, 'OrderLineReference'), 'LineID')),
  },
  BuyerCustomerParty: { name: 'buyer' },
  SellerSupplierParty: { name: 'seller' },
  AccountingCustomerParty: { name: 'invoice-party' },
  DeliveryCustomerParty: { name: 'delivery-party' },
  DespatchSupplierParty: { name: 'despatch-party' },
  AdditionalDocumentReference: { name: 'document' },
  DocumentReference: { name: 'document' },
  ItemSpecificationDocumentReference: { name: 'document' },
  Delivery: { name: 'delivery' },
  DeliveryStatus: { name: 'delivery-status' },
  SubLineItem: { name: 'sub-line' },
  AllowanceCharge: { name: 'allowance-charge' },
};

/** `order line 3 (position 00030), delivery 2`; undefined in the header. */
function businessKeyOf(element: TreeElement, language: Language): string | undefined {
  const parent = element.parentNode;
  if (parent.nodeType === 9) return undefined;
  const above = businessKeyOf(parent, language);
  const part = parts[element.localName];
  if (part === undefined) return above;
  const number = part.number?.(element);
  const known =
    number === undefined || number === ''
      ? ''
      : ` ${renderPhrase(buildPhrase('position', { number }), language)}`;
  const count = indexChildren(parent).numbers.get(element) ?? 1;
  const own = renderPhrase(buildPhrase(part.name, { count }), language) + known;
  return above === undefined ? own : `${above}, ${own}`;
}

const text = (element: TreeElement | undefined) =>
  element === undefined ? undefined : textOf(element).trim().slice(0, 40);
