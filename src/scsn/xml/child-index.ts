import { isElement } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { ElementModel } from '../schemas/schema-set.ts';

/** The child elements of one parent. */
export interface ChildIndex {
  readonly all: readonly TreeElement[];
  /** By their names as the document writes them. */
  readonly byName: ReadonlyMap<string, readonly TreeElement[]>;
  /** By namespace and local name (`findNamed`). */
  readonly byFullName: ReadonlyMap<string, readonly TreeElement[]>;
  /** The number of each among those of its local name, from 1 on. */
  readonly numbers: ReadonlyMap<TreeElement, number>;
}

const indexes = new WeakMap<TreeElement, ChildIndex>();

/** Made once per parent: a tree does not change, and thousands of findings may be about the lines of one order. */
export function indexChildren(parent: TreeElement): ChildIndex {
  const known = indexes.get(parent) ?? buildIndex(parent.childNodes.filter(isElement));
  indexes.set(parent, known);
  return known;
}

function buildIndex(all: readonly TreeElement[]): ChildIndex {
  const counts = new Map<string, number>();
  const numbers = new Map<TreeElement, number>();
  for (const element of all) {
    const number = (counts.get(element.localName) ?? 0) + 1;
    counts.set(element.localName, number);
    numbers.set(element, number);
  }
  const byFullName = Map.groupBy(all, ({ namespaceURI, localName }) =>
    fullName(namespaceURI ?? '', localName),
  );
  return { all, byName: Map.groupBy(all, ({ nodeName }) => nodeName), byFullName, numbers };
}

const fullName = (namespace: string, localName: string): string => `${namespace} ${localName}`;

/** The children of an element that have the name of a model. */
export const findNamed = (
  parent: TreeElement,
  { namespace, localName }: Pick<ElementModel, 'namespace' | 'localName'>,
): readonly TreeElement[] => indexChildren(parent).byFullName.get(fullName(namespace, localName)) ?? [];
