import { teller } from '../../findings/messages.ts';
import { isElement, textOf } from '../../tree/build.ts';
import type { TreeElement } from '../../tree/node.ts';
import { readXml } from '../../tree/xml.ts';
import type { NumberMarks } from '../text/types.ts';
import { xmlSource } from '../xml/source.ts';
import { guessMarks, guessType } from './values.ts';
import { yamlText } from './yaml-text.ts';

/** What samples show of one element, wherever it stands under its parent. */
interface Seen {
  readonly name: string;
  /** How often the parent was there, and in how many of them this. */
  parents: number;
  inParents: number;
  most: number;
  readonly values: string[];
  count: number;
  readonly attributes: Map<string, number>;
  readonly children: Map<string, Seen>;
}

/** The text of a format file, learned from sample documents of one root element. Undefined: they are none. */
export function xmlYaml(name: string, files: readonly Uint8Array[]): string | undefined {
  const roots = files.flatMap((bytes) => rootOf(bytes) ?? []);
  const [first] = roots;
  if (first === undefined) return undefined;
  const namespaces = namespacesOf(roots);
  const learner = new Learner(namespaces);
  const seen = learner.root(roots);
  const marks = guessMarks(learner.values);
  const element = [...seen.children.values()].find((child) => child.most > 1 && child.children.size > 0);
  const description = {
    format: name,
    syntax: 'xml',
    namespaces: Object.fromEntries(namespaces),
    numbers: marks,
    documents: element === undefined ? 'file' : { element: element.name.replace(/^.*:/, '') },
    tree: { [`${seen.name}!`]: described(seen, marks) },
  };
  return yamlText(description, (map) => map.has('$type') || map.has('element') || map.has('decimal'));
}

function rootOf(bytes: Uint8Array): TreeElement | undefined {
  const { source } = xmlSource(bytes, 'utf-8', teller());
  return source && readXml(source).tree?.root;
}

/** Prefixes as the first sample has them; the root's namespace without one. */
function namespacesOf(roots: readonly TreeElement[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const [root] = roots;
  if (root?.namespaceURI) found.set('', root.namespaceURI);
  const look = (element: TreeElement): void => {
    for (const { prefix, namespaceURI } of [element, ...element.attributes])
      if (namespaceURI !== null && ![...found.values()].includes(namespaceURI))
        found.set(freePrefix(prefix, found), namespaceURI);
    element.childNodes.filter(isElement).forEach(look);
  };
  roots.forEach(look);
  return found;
}

function freePrefix(prefix: string, found: ReadonlyMap<string, string>): string {
  const wanted = prefix === '' ? 'n' : prefix;
  return found.has(wanted) ? freePrefix(`${wanted}1`, found) : wanted;
}

class Learner {
  readonly values: string[] = [];
  readonly #prefixes: ReadonlyMap<string, string>;

  constructor(namespaces: ReadonlyMap<string, string>) {
    this.#prefixes = new Map([...namespaces].map(([prefix, namespace]) => [namespace, prefix]));
  }

  root(roots: readonly TreeElement[]): Seen {
    const seen = emptySeen(this.#name(roots[0]?.localName ?? '', roots[0]?.namespaceURI ?? null));
    for (const root of roots) this.#learn(seen, root);
    return seen;
  }

  #learn(seen: Seen, element: TreeElement): void {
    seen.count += 1;
    for (const { localName, namespaceURI } of element.attributes) {
      const name = this.#name(localName, namespaceURI);
      seen.attributes.set(name, (seen.attributes.get(name) ?? 0) + 1);
    }
    const children = element.childNodes.filter(isElement);
    if (children.length === 0) this.#value(seen, textOf(element));
    const groups = Map.groupBy(children, (child) => this.#name(child.localName, child.namespaceURI));
    for (const [name, same] of groups) {
      const child = seen.children.get(name) ?? emptySeen(name);
      seen.children.set(name, child);
      child.inParents += 1;
      child.most = Math.max(child.most, same.length);
      for (const one of same) this.#learn(child, one);
    }
    for (const child of seen.children.values()) child.parents = seen.count;
  }

  #value(seen: Seen, text: string): void {
    seen.values.push(text.trim());
    this.values.push(text);
  }

  #name(localName: string, namespace: string | null): string {
    const prefix = this.#prefixes.get(namespace ?? '') ?? '';
    return prefix === '' ? localName : `${prefix}:${localName}`;
  }
}

const emptySeen = (name: string): Seen => ({
  name,
  parents: 0,
  inParents: 0,
  most: 0,
  values: [],
  count: 0,
  attributes: new Map(),
  children: new Map(),
});

function described({ children, attributes, values, count }: Seen, marks: NumberMarks): unknown {
  const own = [...attributes].map(([name, times]) => [`${name}${times === count ? '!' : ''}`, null] as const);
  const $attributes = own.length === 0 ? {} : { $attributes: Object.fromEntries(own) };
  if (children.size > 0) {
    const inside = [...children.values()].map((child) => [suffixed(child), described(child, marks)] as const);
    return { ...$attributes, ...Object.fromEntries(inside) };
  }
  const { type, empty } = guessType(values, marks);
  if (own.length === 0 && empty.length === 0) return type;
  return { $type: type, ...(empty.length === 0 ? {} : { $empty: empty }), ...$attributes };
}

/** Required where every parent has it, and with a value. */
function suffixed({ name, most, inParents, parents, values, children }: Seen): string {
  const isFilled = children.size > 0 || values.every((value) => value !== '');
  return `${name}${most > 1 ? '[]' : ''}${inParents === parents && isFilled ? '!' : ''}`;
}
