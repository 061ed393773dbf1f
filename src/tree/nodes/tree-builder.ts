import { internalize } from '../../text/internalize.ts';
import { type Gap, sliceBytes } from './abridge.ts';
import type {
  FileOrigin,
  SourceFormat,
  TreeAttribute,
  TreeDocument,
  TreeElement,
  TreeNode,
  TreeText,
} from './tree-node.ts';

let counter = 0;

/** Nodes are made in document order; the document node is made last and comes first. */
function nextOrder(): number {
  counter += 1;
  return counter;
}

/** The tree under construction: the same shapes as in tree-node.ts, still open for children. */
export class DocumentNode implements TreeDocument {
  readonly nodeType = 9;
  readonly order: number;
  readonly parentNode = null;
  readonly format: SourceFormat;
  readonly childNodes: [ElementNode];
  readonly root: ElementNode;
  readonly variable?: string;
  size = 0;

  constructor(format: SourceFormat, root: ElementNode, variable?: string) {
    this.format = format;
    if (variable !== undefined) this.variable = variable;
    this.order = root.order - 0.5;
    this.root = root;
    this.childNodes = [root];
    root.parentNode = this;
  }
}

/** In a file, both 1-based. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface ElementName {
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
}

/** A name as a document writes it, too. */
interface WrittenName extends ElementName {
  readonly nodeName: string;
}

/** The names of one document: each is held once, however many nodes bear it. */
export class NodeNames {
  readonly #known = new Map<string, WrittenName>();

  get count(): number {
    return this.#known.size;
  }

  of(nodeName: string, { prefix, localName, namespaceURI }: ElementName): WrittenName {
    const known = this.#known.get(nodeName);
    if (known?.namespaceURI === namespaceURI) return known;
    const name = {
      ...{ nodeName, prefix, localName: internalize(localName) },
      namespaceURI: namespaceURI === null ? null : internalize(namespaceURI),
    };
    this.#known.set(nodeName, name);
    return name;
  }
}

/** Most nodes have none: they share this one. */
const none: never[] = [];
Object.freeze(none);

export class ElementNode implements TreeElement {
  readonly nodeType = 1;
  readonly order = nextOrder();
  readonly nodeName: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  attributes: AttributeNode[] = none;
  childNodes: (ElementNode | TextNode)[] = none;
  /** Set by `append` or DocumentNode. */
  parentNode!: ElementNode | DocumentNode;
  readonly line: number;
  readonly column: number;
  jsonType?: NonNullable<TreeElement['jsonType']>;
  origin?: FileOrigin;

  constructor(name: ElementName | WrittenName, line: number, column: number) {
    this.prefix = name.prefix;
    this.localName = name.localName;
    this.namespaceURI = name.namespaceURI;
    this.nodeName = qualifiedNameOf(name);
    this.line = line;
    this.column = column;
  }

  append(child: ElementNode): void {
    child.parentNode = this;
    this.#add(child);
  }

  attribute(name: ElementName | WrittenName, value: string, place?: Place): void {
    const made = new AttributeNode(name, value, this, place);
    if (this.attributes === none) this.attributes = [made];
    else this.attributes.push(made);
  }

  /** Gives back what a list that grew has in reserve: of a list of two, fifteen places. */
  close(): void {
    if (this.childNodes.length > 1) this.childNodes = this.childNodes.slice();
    if (this.attributes.length > 1) this.attributes = this.attributes.slice();
  }

  #add(child: ElementNode | TextNode): void {
    if (this.childNodes === none) this.childNodes = [child];
    else this.childNodes.push(child);
  }

  /** Puts another text in the place of its own. Of an element that holds text alone. */
  replaceText(data: string): void {
    const [first] = this.childNodes;
    if (first instanceof TextNode) first.replace(data);
  }

  /** Adds text; runs of text (CDATA beside text) become one node, as XPath wants it. False: there was one already. */
  addText(data: string | readonly TextPiece[]): boolean {
    const last = this.childNodes.at(-1);
    if (last instanceof TextNode) {
      last.add(data);
      return false;
    }
    this.#add(new TextNode(data, this));
    return true;
  }
}

/** A text, or what was cut out of one. */
export type TextPiece = string | Gap;

export class TextNode implements TreeText {
  readonly nodeType = 3;
  readonly order = nextOrder();
  readonly nodeName = '#text';
  #content: string | readonly TextPiece[];
  readonly parentNode: ElementNode;
  constructor(content: string | readonly TextPiece[], parent: ElementNode) {
    this.#content = content;
    this.parentNode = parent;
  }

  /** An abridged text is put together anew each time. */
  get data(): string {
    return typeof this.#content === 'string' ? this.#content : this.#content.map(textOfPiece).join('');
  }

  /** The same in parts, none of which is large where the text was abridged. */
  *parts(): Generator<string> {
    for (const piece of this.#pieces()) {
      if (typeof piece === 'string') yield piece;
      else for (const part of sliceBytes(piece.bytes)) yield textOfGap(part);
    }
  }

  /** Another text in the same place. */
  replace(data: string): void {
    this.#content = data;
  }

  add(more: string | readonly TextPiece[]): void {
    this.#content =
      typeof this.#content === 'string' && typeof more === 'string'
        ? this.#content + more
        : [...this.#pieces(), ...(typeof more === 'string' ? [more] : more)];
  }

  #pieces(): readonly TextPiece[] {
    return typeof this.#content === 'string' ? [this.#content] : this.#content;
  }
}

const textOfPiece = (piece: TextPiece): string =>
  typeof piece === 'string' ? piece : textOfGap(piece.bytes);

/** XML reads any end of line as a line feed. */
function textOfGap(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

export class AttributeNode implements TreeAttribute {
  readonly nodeType = 2;
  readonly order = nextOrder();
  readonly nodeName: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  value: string;
  /** As the file has it, where the tree has it in another form. */
  origin?: FileOrigin;
  readonly line?: number;
  readonly column?: number;
  readonly parentNode: ElementNode;
  constructor(name: ElementName | WrittenName, value: string, parent: ElementNode, place?: Place) {
    this.prefix = name.prefix;
    this.localName = name.localName;
    this.namespaceURI = name.namespaceURI;
    this.nodeName = qualifiedNameOf(name);
    this.value = value;
    this.parentNode = parent;
    if (place === undefined) return;
    this.line = place.line;
    this.column = place.column;
  }

  /** The same value in another form. */
  replaceValue(value: string): void {
    this.origin = { written: this.value };
    this.value = value;
  }

  /** The DOM's other word for nodeName; the XPath engine reads it. */
  get name(): string {
    return this.nodeName;
  }
}

export function isElement(node: TreeNode): node is TreeElement {
  return node.nodeType === 1;
}

/** The text of a node: all texts below it, in document order. */
export function textOf(node: TreeNode): string {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType === 2) return node.value;
  let text = '';
  for (const child of node.childNodes) text += textOf(child);
  return text;
}

function qualifiedNameOf(name: ElementName | WrittenName): string {
  if ('nodeName' in name) return name.nodeName;
  return name.prefix === '' ? name.localName : `${name.prefix}:${name.localName}`;
}
