import {
  DocumentNode,
  type ElementName,
  ElementNode,
  isElement,
  textOf,
} from '../../../tree/nodes/tree-builder.ts';
import type { TreeDocument, TreeElement, TreeNode } from '../../../tree/nodes/tree-node.ts';
import type { Step } from './place.ts';

/** An element that still changes; nodes of a tree are made in document order, and stay. */
interface Draft {
  readonly name: ElementName;
  readonly attributes: Map<string, string>;
  readonly children: Draft[];
  readonly jsonType?: TreeElement['jsonType'];
  text: string;
}

/** Where a value was put. */
interface PlacedValue {
  readonly draft: Draft;
  readonly attribute?: string;
}

export interface DraftOptions {
  /** What a new element cannot be without, by its name: a party has a number, a price an amount. */
  readonly essentials: ReadonlyMap<string, { readonly steps: readonly Step[]; readonly value: string }>;
  /** Is there at most one of it, or does the base have the one that is meant (the line of an order)? */
  isShared(path: string): boolean;
  /** The namespace of a new element. */
  namespaceOf(prefix: string): string | null;
}

/** A document on the way: a base, and what a row puts into it. */
export class DocumentDraft {
  readonly #base: TreeDocument;
  readonly #root: Draft;
  readonly #options: DraftOptions;
  readonly #put: PlacedValue[] = [];
  readonly #new: { readonly draft: Draft; readonly path: string }[] = [];

  constructor(base: TreeDocument, options: DraftOptions) {
    this.#base = base;
    this.#root = draftOf(base.root);
    this.#options = options;
  }

  /** Puts a value into its place; what the steps and their conditions ask for is made where it is not there. */
  put(steps: readonly Step[], value: string): void {
    this.#put.push(this.#place(this.#root, '', steps, value));
  }

  /** The document, and the nodes of the values that were put into it. */
  made(): { readonly document: TreeDocument; readonly nodes: readonly TreeNode[] } {
    for (const { draft, path } of this.#new) this.#complete(draft, path);
    const nodes = new Map<Draft, ElementNode>();
    const document = new DocumentNode(this.#base.format, elementOf(this.#root, nodes));
    document.size = this.#base.size + nodes.size;
    const found = this.#put.flatMap(({ draft, attribute }): TreeNode[] => {
      const node = nodes.get(draft);
      const own = attribute === undefined ? node : node?.attributes.find(({ name }) => name === attribute);
      return own === undefined ? [] : [own];
    });
    return { document, nodes: found };
  }

  #place(parent: Draft, path: string, [step, ...more]: readonly Step[], value: string): PlacedValue {
    if (step === undefined) {
      parent.text = value;
      return { draft: parent };
    }
    if (step.name.startsWith('@')) {
      parent.attributes.set(step.name.slice(1), value);
      return { draft: parent, attribute: step.name.slice(1) };
    }
    const below = path === '' ? step.name : `${path}/${step.name}`;
    return this.#place(this.#child(parent, below, step), below, more, value);
  }

  #child(parent: Draft, path: string, { name, conditions }: Step): Draft {
    const same = parent.children.filter((one) => spelled(one) === name);
    const fitting = same.find((one) => conditions.every(({ steps, value }) => holds(one, steps, value)));
    if (fitting !== undefined && (conditions.length > 0 || this.#options.isShared(path))) return fitting;
    const [first] = same;
    const made = first !== undefined && this.#options.isShared(path) ? first : this.#make(parent, path, name);
    for (const { steps, value } of conditions) this.#place(made, path, steps, value);
    return made;
  }

  #complete(draft: Draft, path: string): void {
    const essential = this.#options.essentials.get(spelled(draft));
    if (essential === undefined || has(draft, essential.steps)) return;
    this.#place(draft, path, essential.steps, essential.value);
  }

  #make(parent: Draft, path: string, spelling: string): Draft {
    const [local = '', prefix = ''] = spelling.split(':').reverse();
    const name = { prefix, localName: local, namespaceURI: this.#options.namespaceOf(prefix) };
    const made: Draft = { name, attributes: new Map(), children: [], text: '' };
    parent.children.push(made);
    this.#new.push({ draft: made, path });
    return made;
  }
}

const spelled = ({ name: { prefix, localName } }: Draft): string =>
  prefix === '' ? localName : `${prefix}:${localName}`;

function holds(draft: Draft, [step, ...more]: readonly Step[], value: string): boolean {
  if (step === undefined) return draft.text.trim() === value;
  if (step.name.startsWith('@')) return draft.attributes.get(step.name.slice(1)) === value;
  return draft.children
    .filter((one) => spelled(one) === step.name)
    .filter((one) => step.conditions.every((condition) => holds(one, condition.steps, condition.value)))
    .some((one) => holds(one, more, value));
}

const has = (draft: Draft, [step, ...more]: readonly Step[]): boolean =>
  step === undefined || draft.children.some((one) => spelled(one) === step.name && has(one, more));

function draftOf(element: TreeElement): Draft {
  const { prefix, localName, namespaceURI, jsonType } = element;
  const children = element.childNodes.filter(isElement);
  return {
    name: { prefix, localName, namespaceURI },
    attributes: new Map(element.attributes.map(({ nodeName, value }) => [nodeName, value])),
    children: children.map(draftOf),
    text: children.length > 0 ? '' : textOf(element),
    ...(jsonType === undefined ? {} : { jsonType }),
  };
}

function elementOf(draft: Draft, nodes: Map<Draft, ElementNode>): ElementNode {
  const element = new ElementNode(draft.name, 1, 1);
  if (draft.jsonType !== undefined) element.jsonType = draft.jsonType;
  nodes.set(draft, element);
  for (const [name, value] of draft.attributes) {
    const own = { prefix: '', localName: name, namespaceURI: null };
    element.attribute(own, value);
  }
  if (draft.children.length === 0 && draft.text !== '') element.addText(draft.text);
  for (const child of draft.children) element.append(elementOf(child, nodes));
  return element;
}
