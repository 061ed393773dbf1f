import { isElement, textOf } from '../tree/build.ts';
import { pathOf } from '../tree/items.ts';
import type { TreeDocument, TreeElement } from '../tree/node.ts';
import type { Place } from './messages.ts';

/** Where an element stands: line, column, XPath and business key. */
export function placeOf(element: TreeElement, attribute?: string): Place {
  const key = keyOf(element);
  const path = pathOf(element) + (attribute === undefined ? '' : `/@${attribute}`);
  return { line: element.line, column: element.column, path, ...(key === undefined ? {} : { key }) };
}

export function childElements(element: TreeElement): TreeElement[] {
  return element.childNodes.filter(isElement);
}

export function childNamed(element: TreeElement | undefined, localName: string): TreeElement | undefined {
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
    const children: TreeElement[] = childElements(element);
    const same = name === '*' ? children : children.filter(({ nodeName }) => nodeName === name);
    element = same[Number(index) - 1];
    if (element === undefined) return undefined;
  }
  return element;
}

interface Part {
  readonly words: string;
  /** Finds the number by which people know this part. */
  readonly number?: (element: TreeElement) => string | undefined;
  readonly numbered?: string;
}

/** The repeated parts of documents that people speak of, by local name. */
const parts: Readonly<Record<string, Part>> = {
  OrderLine: {
    words: 'order line',
    numbered: 'position',
    number: (line) => text(childNamed(childNamed(line, 'LineItem'), 'ID')),
  },
  DespatchLine: {
    words: 'despatch line',
    numbered: 'position',
    number: (line) => text(childNamed(line, 'ID')),
  },
  OrderLineStatus: {
    words: 'order line status',
    numbered: 'position',
    number: (line) => text(childNamed(childNamed(line, 'OrderLineReference'), 'LineID')),
  },
  Delivery: { words: 'delivery' },
  DeliveryStatus: { words: 'delivery status' },
  SubLineItem: { words: 'sub line' },
  AllowanceCharge: { words: 'allowance or charge' },
};

/** `order line 3 (position 00030), delivery 2`; undefined in the header. */
export function keyOf(element: TreeElement): string | undefined {
  const parent = element.parentNode;
  if (parent.nodeType === 9) return undefined;
  const above = keyOf(parent);
  const part = parts[element.localName];
  if (part === undefined) return above;
  const same = childElements(parent).filter(({ localName }) => localName === element.localName);
  const number = part.number?.(element);
  const known = number === undefined || number === '' ? '' : ` (${part.numbered} ${number})`;
  const own = `${part.words} ${same.indexOf(element) + 1}${known}`;
  return above === undefined ? own : `${above}, ${own}`;
}

const text = (element: TreeElement | undefined) =>
  element === undefined ? undefined : textOf(element).trim().slice(0, 40);
