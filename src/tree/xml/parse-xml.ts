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
import type { TreeDocument } from '../nodes/tree-node.ts';
import { readPlainXml, type XmlTree } from './plain-xml.ts';
import { PositionCounter } from './position-counter.ts';

export type ParsedTree =
  | { readonly tree: TreeDocument; readonly fault?: undefined; readonly findings?: undefined }
  | FailedRead;

export type ParsedXml =
  | (XmlTree & { readonly fault?: undefined; readonly findings?: undefined })
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
  const all = { ...treeLimits, ...limits };
  return readPlainXml(text, all) ?? parseAnyXml(text, all);
}

/** The same, always by the parser. */
export function parseAnyXml(source: SourceText, limits = treeLimits): ParsedXml {
  const reader = new XmlReader(source, limits);
  try {
    return { tree: reader.read(), abridged: reader.abridged };
  } catch (error) {
    return { ...catchUnreadable(error), offset: reader.offset };
  }
}

class XmlReader {
  readonly abridged: ElementNode[] = [];
  readonly #source: SourceText;
  readonly #text: string;
  readonly #limits: TreeLimits;
  readonly #parser = new SaxesParser({ xmlns: true });
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
    this.#source = source;
    this.#text = source.text;
    this.#limits = limits;
    this.#place = new PositionCounter(source);
    this.#listen();
  }

  get offset(): number {
    return this.#parser.position;
  }

  read(): TreeDocument {
    countReferences(this.#text, this.#limits.references);
    this.#parser.write(this.#text).close();
    if (this.#document === undefined) throw notWellFormedError('it is empty', { line: 1, column: 1 });
    this.#document.size = this.#size;
    return this.#document;
  }

  #listen(): void {
    this.#parser.on('opentagstart', ({ name }) => {
      const at = this.#text.lastIndexOf('<', this.#parser.position - 1);
      this.#start = this.#place.of(at);
      this.#rest = at + 1 + name.length;
      this.#places = [];
    });
    this.#parser.on('attribute', () => this.#attribute());
    this.#parser.on('opentag', (tag) => this.#opened(tag));
    this.#parser.on('closetag', () => {
      this.#closed = this.#open.pop();
      this.#closed?.close();
    });
    this.#parser.on('text', (data) => this.#data(data));
    this.#parser.on('cdata', (data) => {
      this.#piece();
      this.#data(data);
    });
    this.#parser.on('comment', () => this.#piece());
    this.#parser.on('processinginstruction', () => this.#piece());
    this.#parser.on('doctype', () => {
      throw new UnreadableError('xml-doctype', {}, this.#here());
    });
    this.#parser.on('error', (error) => {
      const what = error.message.replace(/^(\d+:\d+: )/, '').replace(/\.$/, '');
      throw notWellFormedError(what, this.#here(), this.#closed);
    });
  }

  #opened(tag: SaxesTagNS): void {
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

  /** Before its tag is read to the end; namespace declarations too. */
  #attribute(): void {
    this.#attributes += 1;
    if (this.#attributes > this.#limits.nodes) throw tooLarge(this.#limits.nodes, this.#start);
    while (/\s/.test(this.#text.charAt(this.#rest))) this.#rest += 1;
    this.#places.push(this.#place.of(this.#rest));
    this.#rest = this.#parser.position;
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
    return this.#place.of(this.#parser.position);
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
