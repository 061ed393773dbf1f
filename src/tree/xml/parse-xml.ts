import { SaxesParser, type SaxesTagNS } from 'saxes';
import { SourceText } from '../nodes/source-text.ts';
import { DocumentNode, type ElementName, ElementNode, NodeNames, type Place } from '../nodes/tree-builder.ts';
import {
  catchUnreadable,
  type FailedRead,
  type TreeLimits,
  tooDeep,
  tooLarge,
  tooManyNames,
  tooManyPieces,
  treeLimits,
  UnreadableError,
} from '../nodes/tree-limits.ts';
import type { TreeDocument, TreeElement } from '../nodes/tree-node.ts';

export type ParsedTree =
  | { readonly tree: TreeDocument; readonly fault?: undefined; readonly findings?: undefined }
  | FailedRead;

export type ParsedXml =
  | {
      readonly tree: TreeDocument;
      /** Elements with a text that is abridged in the source. */
      readonly abridged: readonly TreeElement[];
      readonly fault?: undefined;
      readonly findings?: undefined;
    }
  /** `offset`: in the text, where reading ended. */
  | (FailedRead & { readonly offset: number });

const declarations = 'http://www.w3.org/2000/xmlns/';

/**
 * Reads XML into the tree: strict, namespace-aware, comments and processing instructions left out, CDATA as text.
 * Namespace declarations are no attributes. A document type declaration is refused, and the limits
 * hold while reading. The text is decoded already; whatever the declaration says of an encoding is not looked at.
 * The tree of an abridged text is that of the whole one.
 */
export function parseXmlTree(source: string | SourceText, limits: Partial<TreeLimits> = {}): ParsedXml {
  const text = typeof source === 'string' ? new SourceText(source) : source;
  const reader = new XmlReader(text, { ...treeLimits, ...limits });
  try {
    return { tree: reader.read(), abridged: reader.abridged };
  } catch (error) {
    return { ...catchUnreadable(error), offset: reader.offset };
  }
}

/** What of saxes is used from outside. */
interface Saxes {
  /** How far it has read: an offset in the text. */
  readonly position: number;
  write(text: string): this;
  close(): this;
}

const SaxesReader: new (options: { readonly xmlns: true }) => Saxes = SaxesParser;

/**
 * Its handlers are members by the names that saxes calls them by. `on` would add them by computed names, and V8 keeps an object of
 * that many properties in a hash table from the seventh on: an order took three times as long to read. Two of them are called
 * without `this`.
 */
export class XmlReader extends SaxesReader {
  readonly abridged: ElementNode[] = [];
  readonly #source: SourceText;
  readonly #text: string;
  readonly #limits: TreeLimits;
  readonly #place: PositionCounter;
  readonly #names = new NodeNames();
  readonly #open: ElementNode[] = [];
  /** The element that the last closing tag has closed, rightly or not. */
  #closed: ElementNode | undefined;
  #document: DocumentNode | undefined;
  #start: Place = { line: 1, column: 1 };
  /** Where the part of the tag begins that is not read yet: what follows its name, or an attribute. */
  #rest = 0;
  /** Of all attributes of the tag. */
  #places: Place[] = [];
  #size = 0;
  #attributes = 0;
  /** CDATA sections, comments and processing instructions. */
  #pieces = 0;

  constructor(source: SourceText, limits: TreeLimits) {
    super({ xmlns: true });
    this.#source = source;
    this.#text = source.text;
    this.#limits = limits;
    this.#place = new PositionCounter(source);
  }

  get offset(): number {
    return this.position;
  }

  read(): TreeDocument {
    countReferences(this.#text, this.#limits.references);
    this.write(this.#text).close();
    if (this.#document === undefined) throw notWellFormedError('it is empty', { line: 1, column: 1 });
    this.#document.size = this.#size;
    return this.#document;
  }

  openTagStartHandler({ name }: { readonly name: string }): void {
    const at = this.#text.lastIndexOf('<', this.position - 1);
    this.#start = this.#place.of(at);
    this.#rest = at + 1 + name.length;
    this.#places = [];
  }

  /** Before its tag is read to the end; namespace declarations too. */
  attributeHandler(): void {
    this.#attributes += 1;
    if (this.#attributes > this.#limits.nodes) throw tooLarge(this.#limits.nodes, this.#start);
    while (/\s/.test(this.#text.charAt(this.#rest))) this.#rest += 1;
    this.#places.push(this.#place.of(this.#rest));
    this.#rest = this.position;
  }

  openTagHandler(tag: SaxesTagNS): void {
    const element = new ElementNode(this.#name(tag), this.#start.line, this.#start.column);
    for (const [n, attribute] of Object.values(tag.attributes).entries())
      if (attribute.uri !== declarations)
        element.attribute(this.#name(attribute), attribute.value, this.#places[n]);
    this.#count(1 + element.attributes.length);
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.append(element);
    else this.#document = new DocumentNode('xml', element);
    this.#open.push(element);
    if (this.#open.length > this.#limits.depth) throw tooDeep(this.#limits.depth, this.#start);
  }

  #name(tag: { name: string; prefix: string; local: string; uri: string }) {
    const name = this.#names.of(tag.name, nameOf(tag));
    if (this.#names.count > this.#limits.names) throw tooManyNames(this.#limits.names, this.#start);
    return name;
  }

  readonly closeTagHandler = (): void => {
    this.#closed = this.#open.pop();
    this.#closed?.close();
  };

  readonly textHandler = (data: string): void => this.#data(data);

  cdataHandler(data: string): void {
    this.#piece();
    this.#data(data);
  }

  commentHandler(): void {
    this.#piece();
  }

  piHandler(): void {
    this.#piece();
  }

  doctypeHandler(): never {
    throw new UnreadableError('xml-doctype', {}, this.#here());
  }

  /** In the place of its own, which would go on. */
  fail(message: string): never {
    throw notWellFormedError(message.replace(/\.$/, ''), this.#here(), this.#closed);
  }

  #data(data: string): void {
    const parent = this.#open.at(-1);
    if (parent === undefined || data === '') return;
    const pieces = this.#source.pieces(data);
    if (pieces !== undefined && this.abridged.at(-1) !== parent) this.abridged.push(parent);
    if (parent.addText(pieces ?? data)) this.#count(1);
  }

  #count(nodes: number): void {
    this.#size += nodes;
    if (this.#size > this.#limits.nodes) throw tooLarge(this.#limits.nodes, this.#start);
  }

  /** No node of ours, but one of libxml2's. */
  #piece(): void {
    this.#pieces += 1;
    if (this.#pieces > this.#limits.pieces) throw tooManyPieces(this.#limits.pieces, this.#start);
  }

  #here(): { line: number; column: number } {
    return this.#place.of(this.position);
  }
}

/** Each is a piece of a text that is put together: twelve million of them take the memory of a thread. */
function countReferences(text: string, most: number): void {
  let count = 0;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > most) throw tooManyPieces(most, {});
  }
}

/** Line and column of rising offsets, both 1-based, in one pass over the text. */
class PositionCounter {
  readonly #source: SourceText;
  readonly #text: string;
  #line = 1;
  #lineStart = 0;
  #next: number;

  constructor(source: SourceText) {
    this.#source = source;
    this.#text = source.text;
    if (this.#text.startsWith('\uFEFF')) this.#lineStart = 1;
    this.#next = this.#text.indexOf('\n');
  }

  of(offset: number): { line: number; column: number } {
    while (this.#next !== -1 && this.#next < offset) {
      this.#line += 1;
      this.#lineStart = this.#next + 1;
      this.#next = this.#text.indexOf('\n', this.#lineStart);
    }
    return this.#source.positionAt(offset, { line: this.#line, column: offset - this.#lineStart + 1 });
  }
}

function nameOf(tag: { prefix: string; local: string; uri: string }): ElementName {
  return { prefix: tag.prefix, localName: tag.local, namespaceURI: tag.uri === '' ? null : tag.uri };
}

const notWellFormedError = (
  what: string,
  place: { line: number; column: number },
  closed?: ElementNode,
): UnreadableError =>
  new UnreadableError(
    'xml-not-well-formed',
    { what, open: closed?.nodeName ?? '', since: closed?.line ?? 0 },
    place,
  );
