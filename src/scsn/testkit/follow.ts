import { type Phrase, sentenceValuesOf } from '../../findings/create-finding.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { decodeXmlBytes } from '../../tree/xml/decode-xml.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { Finding } from '../../types.ts';
import type { DocumentType } from '../document-types.ts';
import type { ElementModel, SchemaModel } from '../schemas/schema-set.ts';
import { childElements, resolvePath } from '../xml/element-location.ts';
import { type Node, places, readNodes, writeNode } from './nodes.ts';

/** What became of a document when its findings were followed. */
export interface Followed {
  readonly text: string;
  /** The findings whose advice a program can follow. */
  readonly done: readonly Finding[];
}

/**
 * Does what the advice of findings says, where no knowledge of the order is needed: move, remove, rename, add, write
 * otherwise. It knows a finding's code, its values and its place, as a reader does, and of the schemas only what an added
 * element has to hold.
 */
export function follow(
  text: string,
  findings: readonly Finding[],
  held: { readonly model: SchemaModel; readonly document: DocumentType },
): Followed {
  const { source } = decodeXmlBytes(Buffer.from(text));
  const { tree } = source === undefined ? {} : { tree: undefined, ...parseXmlTree(source) };
  if (tree === undefined) return { text, done: [] };
  const root = readNodes(text);
  const nodes = new Map<TreeElement, Node>();
  pair(tree.root, root, nodes);
  const editor = new Editor(root, held.model.root(held.document));
  const done = phases.flatMap((codes) =>
    findings.filter((finding) => {
      if (!codes.includes(finding.code)) return false;
      const node = nodes.get(resolvePath(tree, finding.path ?? '') ?? tree.root);
      return node !== undefined && editor.follow(finding, node);
    }),
  );
  return { text: `<?xml version="1.0" encoding="UTF-8"?>\n${writeNode(root)}\n`, done };
}

function pair(element: TreeElement, node: Node, nodes: Map<TreeElement, Node>): void {
  nodes.set(element, node);
  for (const [at, child] of childElements(element).entries()) {
    const other = node.children[at];
    if (other !== undefined) pair(child, other, nodes);
  }
}

/** Names first, order last: who moves an element by the name it should have must find that name. */
const phases: readonly (readonly string[])[] = [
  ['root-namespace', 'root-no-namespace'],
  [
    'attribute-missing',
    'attribute-unknown',
    'attribute-value',
    'element-type',
    'text-unexpected',
    'elements-in-value',
  ],
  ['decimal-comma', 'decimal-thousands', 'decimal-exponent', 'date-with-time', 'date-order'],
  ['element-misspelt', 'element-namespace'],
  ['element-repeated', 'element-unknown', 'element-nil', 'value-empty', 'extension-content'],
  ['elements-unwrapped', 'element-misplaced'],
  ['element-missing'],
  ['element-order'],
];

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

class Editor {
  readonly #root: Node;
  readonly #model: ElementModel;

  constructor(root: Node, model: ElementModel) {
    this.#root = root;
    this.#model = model;
  }

  /** Whether a program can do it. */
  follow(found: Finding, node: Node): boolean {
    const { code, path = '' } = found;
    const values = sentenceValuesOf(found);
    const { example, todo, name = '', parent = '' } = values;
    const attribute = String(values.attribute ?? path.split('/@')[1]);
    switch (code) {
      case 'root-namespace':
      case 'root-no-namespace':
        return this.#declare(node, String(values.namespace));
      case 'attribute-missing': {
        const [, value = '…'] = /"(.*)"/.exec(typeof example === 'object' ? 'C62' : String(example)) ?? [];
        node.attributes.set(attribute, value);
        return true;
      }
      case 'attribute-unknown':
      case 'element-type':
        return node.attributes.delete(attribute);
      case 'attribute-value':
        return isPart(todo) && todo.phrase === 'correct-or-leave-out' && node.attributes.delete(attribute);
      case 'text-unexpected':
        node.text = '';
        return true;
      case 'elements-in-value':
        node.text = node.text.trim() || node.children.map(({ text }) => text).join('');
        node.children.length = 0;
        return true;
      case 'element-misspelt':
        if (!isPart(todo)) return false;
        for (const one of values.more === '' ? [node] : this.#named(node.name)) this.#rename(one, todo);
        return true;
      case 'element-namespace':
        return isPart(todo) && this.#rename(node, todo);
      case 'element-repeated':
        return isPart(values.allowed) && this.#removeFrom(node, Number(values.count), values.allowed);
      case 'element-unknown':
        return this.#remove(node);
      case 'extension-content':
        return this.#remove(this.#outer(node, String(values.out)));
      case 'element-nil':
      case 'value-empty':
        return this.#todo(todo, node);
      case 'element-misplaced':
        return isPart(todo) && this.#move(node, todo);
      case 'elements-unwrapped':
        return isPart(todo) && this.#wrap(node, todo, String(values.names).split(', '));
      case 'element-missing':
        return isPart(values.wanted) && this.#add(node, String(name), values.wanted);
      case 'element-order':
        return this.#order(node, String(parent), String(values.order).split(', '));
      default:
        if (typeof example !== 'string') return false;
        node.text = example;
        return true;
    }
  }

  #parent(node: Node): Node | undefined {
    return places(this.#root).find((place) => place.node === node)?.parent;
  }

  #named(name: string): Node[] {
    return places(this.#root).flatMap(({ node }) => (node.name === name ? [node] : []));
  }

  #outer(node: Node, name: string): Node {
    const parent = this.#parent(node);
    return parent === undefined || local(node.name) === name ? node : this.#outer(parent, name);
  }

  #declare(root: Node, namespace: string): boolean {
    root.name = local(root.name);
    root.attributes.set('xmlns', namespace);
    for (const [prefix, uri] of Object.entries(usual)) root.attributes.set(`xmlns:${prefix}`, uri);
    return true;
  }

  #rename(node: Node, { phrase, values: { nearest, namespace } }: Phrase): boolean {
    const [prefix = ''] = (phrase === 'write-name' ? node.name : String(nearest)).split(':');
    const isPlain = phrase === 'write-default' || !node.name.includes(':');
    node.name = phrase === 'write-name' && !isPlain ? `${prefix}:${nearest}` : String(nearest);
    if (phrase === 'write-prefix') this.#root.attributes.set(`xmlns:${prefix}`, String(namespace));
    if (phrase === 'write-default') node.attributes.set('xmlns', String(namespace));
    return true;
  }

  #remove(node: Node): boolean {
    const parent = this.#parent(node);
    parent?.children.splice(parent.children.indexOf(node), 1);
    return parent !== undefined;
  }

  /** It and those of its name after it, as many as are too many. */
  #removeFrom(node: Node, count: number, { values: { most = 1 } }: Phrase): boolean {
    const parent = this.#parent(node);
    const from = parent?.children.indexOf(node) ?? 0;
    const more =
      parent?.children.filter((other, at) => at >= from && local(other.name) === local(node.name)) ?? [];
    return more
      .slice(0, count - Number(most))
      .map((other) => this.#remove(other))
      .includes(true);
  }

  #todo(todo: unknown, node: Node): boolean {
    if (!isPart(todo)) return false;
    if (todo.phrase === 'nil-remove') return node.attributes.delete('xsi:nil');
    return /leave-out$/.test(todo.phrase) && this.#remove(node);
  }

  #move(node: Node, move: Phrase): boolean {
    const { phrase, values } = move;
    const parent = this.#parent(node);
    const home = String(values.home);
    if (parent === undefined || phrase === 'move-to-one' || phrase.startsWith('held-'))
      return this.#remove(node);
    this.#remove(node);
    const there = parent.children.find((child) => local(child.name) === home);
    if (phrase.startsWith('move-')) {
      const inside = places(parent).filter((place) => local(place.node.name) === home);
      const free = inside.find(
        (place) => !place.node.children.some(({ name }) => local(name) === local(node.name)),
      );
      const target = there ?? free?.node ?? this.#outer(parent, home);
      insert(target, node, phrase.replace('move-', ''), String(values.name ?? ''));
    } else this.#into(parent, [node], move);
    return true;
  }

  /** All of these names that stand beside it, into an element that is made for them. */
  #wrap(node: Node, todo: Phrase, names: readonly string[]): boolean {
    const parent = this.#parent(node);
    if (parent === undefined) return false;
    const inside = names.flatMap((name) => parent.children.filter((child) => local(child.name) === name));
    for (const one of inside) this.#remove(one);
    if (todo.phrase === 'wrap-each')
      for (const one of inside.filter(({ name }) => local(name) === todo.values.name))
        this.#into(parent, [one], { ...todo, phrase: 'wrap-own' });
    else this.#into(parent, inside, todo);
    return true;
  }

  #into(parent: Node, children: Node[], { phrase, values }: Phrase): void {
    const home = String(values.home);
    const name = this.#modelOf(parent)?.children?.find(({ element }) => element.localName === home)?.element
      .name;
    const made: Node = { name: this.#prefixed(home, name), text: '', attributes: new Map(), children };
    insert(parent, made, phrase.replace('wrap-', ''), String(values.name ?? home));
  }

  #add(parent: Node, name: string, { phrase, values }: Phrase): boolean {
    const there = parent.children.some((child) => local(child.name) === name);
    if (there) return false;
    const model = this.#modelOf(parent)?.children?.find(({ element }) => element.localName === name)?.element;
    if (model === undefined) return false;
    insert(parent, this.#made(model), phrase.replace('-name', ''), String(values.name));
    return true;
  }

  #order(node: Node, parentName: string, order: readonly string[]): boolean {
    const parent = this.#parent(node);
    if (parent === undefined || local(parent.name) !== parentName) return false;
    let last = 0;
    const ranked = parent.children.map((child) => {
      const rank = order.indexOf(local(child.name));
      if (rank !== -1) last = rank;
      return { child, rank: rank === -1 ? last : rank };
    });
    parent.children.splice(
      0,
      ranked.length,
      ...ranked.toSorted((a, b) => a.rank - b.rank).map(({ child }) => child),
    );
    return true;
  }

  #modelOf(node: Node): ElementModel | undefined {
    if (node === this.#root) return this.#model;
    const parent = this.#parent(node);
    const model = parent && this.#modelOf(parent);
    return model?.children?.find(({ element }) => element.localName === local(node.name))?.element;
  }

  /** What an element holds at least. */
  #made(model: ElementModel): Node {
    const attributes: [string, string][] = model.attributes
      .filter(({ required }) => required)
      .map(({ name }) => [name, 'EUR']);
    if (!model.name.includes(':')) attributes.push(['xmlns', model.namespace]);
    const children =
      model.children?.filter(({ min }) => min > 0).map(({ element }) => this.#made(element)) ?? [];
    const text = model.children === undefined ? (sample[model.type ?? ''] ?? 'X') : '';
    return {
      name: this.#prefixed(model.localName, model.name),
      text,
      attributes: new Map(attributes),
      children,
    };
  }

  #prefixed(home: string, name = `cac:${home}`): string {
    const [prefix = ''] = name.split(':');
    const uri = usual[prefix];
    if (uri !== undefined) this.#root.attributes.set(`xmlns:${prefix}`, uri);
    return name;
  }
}

const sample: Readonly<Record<string, string>> = {
  decimal: '1',
  date: '2026-03-02',
  dateTime: '2026-03-02T10:00:00',
};

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:Common';
const usual: Readonly<Record<string, string>> = {
  cac: `${ubl}AggregateComponents-2`,
  cbc: `${ubl}BasicComponents-2`,
  ext: `${ubl}ExtensionComponents-2`,
};

const isPart = (value: unknown): value is Phrase =>
  typeof value === 'object' && value !== null && 'phrase' in value;

function insert(target: Node, node: Node, side: string, name: string): void {
  const names = target.children.map((child) => local(child.name));
  const at = side === 'before' ? names.indexOf(name) : names.lastIndexOf(name) + 1;
  target.children.splice(side === 'into' || side === 'in' || at === -1 ? names.length : at, 0, node);
}
