import type { TreeAttribute, TreeDocument, TreeElement, TreeNode, TreeText } from './node.ts';

let counter = 0;

/** Nodes are made in document order; the document node is made last and comes first. */
function nextOrder(): number {
  counter += 1;
  return counter;
}

/** The tree under construction: the same shapes as in node.ts, still open for children. */
export class DocumentNode implements TreeDocument {
  readonly nodeType = 9;
  readonly order: number;
  readonly parentNode = null;
  readonly format: 'xml' | 'json';
  readonly childNodes: [ElementNode];
  readonly root: ElementNode;
  size = 0;

  constructor(format: 'xml' | 'json', root: ElementNode) {
    this.format = format;
    this.order = root.order - 0.5;
    this.root = root;
    this.childNodes = [root];
    root.parentNode = this;
  }
}

export interface ElementName {
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
}

export class ElementNode implements TreeElement {
  readonly nodeType = 1;
  readonly order = nextOrder();
  readonly nodeName: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: AttributeNode[] = [];
  readonly childNodes: (ElementNode | TextNode)[] = [];
  /** Set by `append` or DocumentNode. */
  parentNode!: ElementNode | DocumentNode;
  readonly line: number;
  readonly column: number;
  jsonType?: NonNullable<TreeElement['jsonType']>;

  constructor(name: ElementName, line: number, column: number) {
    this.prefix = name.prefix;
    this.localName = name.localName;
    this.namespaceURI = name.namespaceURI;
    this.nodeName = qualified(name);
    this.line = line;
    this.column = column;
  }

  append(child: ElementNode): void {
    child.parentNode = this;
    this.childNodes.push(child);
  }

  /** Adds text; runs of text (CDATA beside text) become one node, as XPath wants it. */
  text(data: string): boolean {
    const last = this.childNodes.at(-1);
    if (last instanceof TextNode) {
      last.data += data;
      return false;
    }
    this.childNodes.push(new TextNode(data, this));
    return true;
  }
}

export class TextNode implements TreeText {
  readonly nodeType = 3;
  readonly order = nextOrder();
  readonly nodeName = '#text';
  data: string;
  readonly parentNode: ElementNode;
  constructor(data: string, parent: ElementNode) {
    this.data = data;
    this.parentNode = parent;
  }
}

export class AttributeNode implements TreeAttribute {
  readonly nodeType = 2;
  readonly order = nextOrder();
  readonly nodeName: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly value: string;
  readonly parentNode: ElementNode;
  constructor(name: ElementName, value: string, parent: ElementNode) {
    this.prefix = name.prefix;
    this.localName = name.localName;
    this.namespaceURI = name.namespaceURI;
    this.nodeName = qualified(name);
    this.value = value;
    this.parentNode = parent;
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

function qualified(name: ElementName): string {
  return name.prefix === '' ? name.localName : `${name.prefix}:${name.localName}`;
}
