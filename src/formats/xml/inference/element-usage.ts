import { createFindingFromDraft } from '../../../findings/create-finding.ts';
import { type LocalizedText, localize } from '../../../findings/localized-text.ts';
import type { Encoding } from '../../../text/encodings.ts';
import { isElement, textOf } from '../../../tree/nodes/tree-builder.ts';
import type { TreeAttribute, TreeElement } from '../../../tree/nodes/tree-node.ts';
import { parseXmlTree } from '../../../tree/xml/parse-xml.ts';
import type { Language } from '../../../types.ts';
import { decodeXmlSource } from '../decode-source.ts';
import { xmlFindingCreator } from '../findings/catalogue.ts';

/** What samples show of one element or attribute, wherever it stands under its parent. */
export interface ElementUsage {
  readonly name: string;
  /** How often the parent was there, and in how many of them this. */
  parents: number;
  inParents: number;
  most: number;
  readonly values: string[];
  count: number;
  readonly attributes: Map<string, ElementUsage>;
  readonly children: Map<string, ElementUsage>;
}

/** Names of elements and attributes, each under its parent, and namespaces: a format that people read has fewer. */
const mostNames = 1000;

/** The samples have more names than a format. */
export class TooManyNames extends Error {
  readonly because = localize('sample-many-names', { most: mostNames });
}

/** The root element of a file, or why there is none. `encoding`: of one that declares none. */
export function parseRoot(bytes: Uint8Array, encoding: Encoding = 'utf-8'): TreeElement | LocalizedText {
  const read = readRoot(bytes, 'en', encoding);
  if (typeof read !== 'string') return read;
  const dutch = readRoot(bytes, 'nl', encoding);
  return localize('sample-no-xml', { why: { en: read, nl: typeof dutch === 'string' ? dutch : read } });
}

function readRoot(bytes: Uint8Array, language: Language, encoding: Encoding): TreeElement | string {
  const { source, findings } = decodeXmlSource(bytes, { encoding }, xmlFindingCreator(language));
  const read = source && parseXmlTree(source);
  if (read?.tree !== undefined) return read.tree.root;
  const [first = read?.fault && createFindingFromDraft(read.fault, language)] = findings;
  return [first?.message, first?.advice].filter(Boolean).join(' ');
}

/** Throws TooManyNames. Prefixes as the first sample has them; the root's namespace without one. */
export function collectNamespaces(roots: readonly TreeElement[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const [root] = roots;
  if (root?.namespaceURI) found.set('', root.namespaceURI);
  const look = (element: TreeElement): void => {
    for (const { prefix, namespaceURI } of [element, ...element.attributes.filter(isOwn)])
      if (namespaceURI !== null && ![...found.values()].includes(namespaceURI))
        found.set(findFreePrefix(prefix, found), namespaceURI);
    if (found.size > mostNames) throw new TooManyNames();
    element.childNodes.filter(isElement).forEach(look);
  };
  roots.forEach(look);
  return found;
}

function findFreePrefix(prefix: string, found: ReadonlyMap<string, string>): string {
  const wanted = prefix === '' ? 'n' : prefix;
  return found.has(wanted) ? findFreePrefix(`${wanted}1`, found) : wanted;
}

/** Not what XML Schema puts anywhere (`xsi:schemaLocation`), which every format takes. */
const isOwn = ({ namespaceURI }: TreeAttribute): boolean =>
  namespaceURI !== 'http://www.w3.org/2001/XMLSchema-instance';

/** Learns what documents of one root element hold. */
export class UsageCollector {
  /** All of them, of elements and attributes. */
  readonly values: string[] = [];
  readonly #prefixes: ReadonlyMap<string, string>;
  #names = 0;

  constructor(namespaces: ReadonlyMap<string, string>) {
    this.#prefixes = new Map([...namespaces].map(([prefix, namespace]) => [namespace, prefix]));
  }

  /** Throws TooManyNames. */
  root(roots: readonly TreeElement[]): ElementUsage {
    const seen = emptyUsage(this.#name(roots[0]?.localName ?? '', roots[0]?.namespaceURI ?? null));
    for (const root of roots) this.#learn(seen, root);
    return seen;
  }

  #learn(seen: ElementUsage, element: TreeElement): void {
    seen.count += 1;
    for (const { localName, namespaceURI, value } of element.attributes.filter(isOwn)) {
      const name = namespaceURI === null ? localName : this.#name(localName, namespaceURI);
      const attribute = this.#within(seen.attributes, name);
      attribute.inParents += 1;
      this.#value(attribute, value);
    }
    const children = element.childNodes.filter(isElement);
    if (children.length === 0) this.#value(seen, textOf(element));
    const groups = Map.groupBy(children, (child) => this.#name(child.localName, child.namespaceURI));
    for (const [name, same] of groups) {
      const child = this.#within(seen.children, name);
      child.inParents += 1;
      child.most = Math.max(child.most, same.length);
      for (const one of same) this.#learn(child, one);
    }
    for (const child of [...seen.children.values(), ...seen.attributes.values()]) child.parents = seen.count;
  }

  #within(map: Map<string, ElementUsage>, name: string): ElementUsage {
    const known = map.get(name);
    if (known !== undefined) return known;
    this.#names += 1;
    if (this.#names > mostNames) throw new TooManyNames();
    const seen = emptyUsage(name);
    map.set(name, seen);
    return seen;
  }

  #value(seen: ElementUsage, text: string): void {
    seen.values.push(text.trim());
    this.values.push(text);
  }

  #name(localName: string, namespace: string | null): string {
    const prefix = this.#prefixes.get(namespace ?? '') ?? '';
    return prefix === '' ? localName : `${prefix}:${localName}`;
  }
}

const emptyUsage = (name: string): ElementUsage => ({
  name,
  parents: 0,
  inParents: 0,
  most: 0,
  values: [],
  count: 0,
  attributes: new Map(),
  children: new Map(),
});
