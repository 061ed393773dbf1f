import type { SourceText } from '../nodes/source-text.ts';
import { DocumentNode, type ElementName, ElementNode, NodeNames } from '../nodes/tree-builder.ts';
import type { TreeLimits } from '../nodes/tree-limits.ts';
import type { TreeDocument, TreeElement } from '../nodes/tree-node.ts';
import { PositionCounter } from './position-counter.ts';

export interface XmlTree {
  readonly tree: TreeDocument;
  /** Elements with a text that is abridged in the source. */
  readonly abridged: readonly TreeElement[];
}

/**
 * Reads the XML that ERPs write: tags with ASCII names, attributes in quotes, texts, comments, and references to the five characters that
 * XML names. That takes a quarter of the time of the parser, which reads everything else and has the last word on it: undefined for a
 * document with anything odd, wrong or above the limits. plain-xml.test.ts holds the two against each other.
 */
export function readPlainXml(source: SourceText, limits: TreeLimits): XmlTree | undefined {
  if (oddCharacters.test(source.text) || source.text.includes(']]>')) return undefined;
  try {
    return new PlainReader(source, limits).read();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Something that only the parser can decide. */
class NotPlain extends Error {}

/** What XML has no place for, and halves of characters. */
const oddCharacters = /[^\t\n\r -\ud7ff\ue000-\ufffd]/;

const blank = String.raw`[ \t\r\n]`;
const name = String.raw`(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)`;
const declaration = new RegExp(
  String.raw`^<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][\w.-]*\2)?(?: standalone=(["'])(?:yes|no)\3)?${blank}*\?>`,
);
const tagName = new RegExp(`<${name}`, 'y');
const attribute = new RegExp(
  String.raw`(${blank}+)(${name})${blank}*=${blank}*(?:"([^"<\t\n\r]*)"|'([^'<\t\n\r]*)')`,
  'y',
);
const tagEnd = new RegExp(`${blank}*(/?)>`, 'y');
const onlyBlank = new RegExp(`^${blank}*$`);

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Namespaces by prefix; `''`: of elements without one. */
type Scope = ReadonlyMap<string, string>;

/** Each tag that declares one has a scope of its own. */
const mostPrefixes = 50;

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';
const reservedNamespaces = [xmlNamespace, 'http://www.w3.org/2000/xmlns/'];

interface PlainAttribute extends Pick<ElementName, 'prefix' | 'localName'> {
  readonly nodeName: string;
  readonly value: string;
  /** Of its name. */
  readonly offset: number;
}

class PlainReader {
  readonly #source: SourceText;
  readonly #text: string;
  readonly #limits: TreeLimits;
  readonly #place: PositionCounter;
  readonly #names = new NodeNames();
  readonly #abridged: ElementNode[] = [];
  readonly #open: ElementNode[] = [];
  /** Of the elements that are open, and of the document. */
  readonly #scopes: Scope[] = [new Map([['xml', xmlNamespace]])];
  #document: DocumentNode | undefined;
  #at = 0;
  #size = 0;
  /** Attributes and declarations of namespaces. */
  #attributes = 0;
  #comments = 0;
  #references = 0;

  constructor(source: SourceText, limits: TreeLimits) {
    this.#source = source;
    this.#text = source.text;
    this.#limits = limits;
    this.#place = new PositionCounter(source);
  }

  read(): XmlTree {
    this.#at = declaration.exec(this.#text)?.[0].length ?? 0;
    for (let tag = this.#text.indexOf('<', this.#at); tag !== -1; tag = this.#text.indexOf('<', this.#at)) {
      this.#readText(tag);
      this.#readTag();
    }
    this.#readText(this.#text.length);
    if (this.#document === undefined || this.#open.length > 0) throw new NotPlain();
    this.#document.size = this.#size;
    return { tree: this.#document, abridged: this.#abridged };
  }

  #readText(end: number): void {
    const written = this.#text.slice(this.#at, end);
    this.#at = end;
    const parent = this.#open.at(-1);
    if (parent === undefined) {
      if (!onlyBlank.test(written)) throw new NotPlain();
    } else if (written !== '') {
      const lines = written.includes('\r') ? written.replace(/\r\n?/g, '\n') : written;
      this.#addText(parent, this.#resolve(lines));
    }
  }

  #addText(parent: ElementNode, data: string): void {
    const pieces = this.#source.pieces(data);
    if (pieces !== undefined && this.#abridged.at(-1) !== parent) this.#abridged.push(parent);
    if (parent.addText(pieces ?? data)) this.#count(1);
  }

  #resolve(text: string): string {
    if (!text.includes('&')) return text;
    return text.replace(/&(?:(\w+);)?/g, (_, named: string = '') => {
      const character = Object.hasOwn(characters, named) ? characters[named] : undefined;
      this.#references += 1;
      if (character === undefined || this.#references > this.#limits.references) throw new NotPlain();
      return character;
    });
  }

  #readTag(): void {
    const next = this.#text[this.#at + 1];
    if (next === '/') this.#readEnd();
    else if (next === '!') this.#readComment();
    else this.#readStart();
  }

  #readEnd(): void {
    const element = this.#open.pop();
    const end = `${element?.nodeName}>`;
    if (element === undefined || !this.#text.startsWith(end, this.#at + 2)) throw new NotPlain();
    this.#at += 2 + end.length;
    element.close();
    this.#scopes.pop();
  }

  #readComment(): void {
    const end = this.#text.startsWith('<!--', this.#at) ? this.#text.indexOf('--', this.#at + 4) : -1;
    this.#comments += 1;
    if (end === -1 || this.#text[end + 2] !== '>' || this.#comments > this.#limits.pieces)
      throw new NotPlain();
    this.#at = end + 3;
  }

  #readStart(): void {
    const start = this.#at;
    const [tag, prefix = '', localName = ''] = this.#take(tagName);
    const attributes = this.#readAttributes();
    const [, slash] = this.#take(tagEnd);
    const scope = openScope(attributes, this.#scopes.at(-1) ?? new Map());
    const { line, column } = this.#place.of(start);
    const uri = prefix === '' ? (scope.get('') ?? '') : findNamespace(prefix, scope);
    const element = new ElementNode(this.#name(tag.slice(1), { prefix, localName }, uri), line, column);
    for (const one of attributes) if (!isDeclaration(one)) this.#addAttribute(element, one, scope);
    this.#append(element);
    if (slash === '/') element.close();
    else {
      this.#open.push(element);
      this.#scopes.push(scope);
    }
  }

  #readAttributes(): readonly PlainAttribute[] {
    const found: PlainAttribute[] = [];
    for (;;) {
      attribute.lastIndex = this.#at;
      const match = attribute.exec(this.#text);
      if (match === null) break;
      const [whole, blanks = '', nodeName = '', prefix = '', localName = '', one, other = ''] = match;
      const value = this.#resolve(one ?? other);
      found.push({ nodeName, prefix, localName, value, offset: this.#at + blanks.length });
      this.#at += whole.length;
    }
    this.#attributes += found.length;
    const isTwice = found.length > 1 && new Set(found.map(({ localName }) => localName)).size < found.length;
    if (isTwice || this.#attributes > this.#limits.nodes) throw new NotPlain();
    return found;
  }

  #take(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) throw new NotPlain();
    this.#at += match[0].length;
    return match;
  }

  #addAttribute(element: ElementNode, written: PlainAttribute, scope: Scope): void {
    const { nodeName, prefix, value, offset } = written;
    const uri = prefix === '' ? '' : findNamespace(prefix, scope);
    element.attribute(this.#name(nodeName, written, uri), value, this.#place.of(offset));
  }

  #append(element: ElementNode): void {
    this.#count(1 + element.attributes.length);
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.append(element);
    else if (this.#document === undefined) this.#document = new DocumentNode('xml', element);
    else throw new NotPlain();
    if (this.#open.length >= this.#limits.depth) throw new NotPlain();
  }

  #name(nodeName: string, { prefix, localName }: Pick<ElementName, 'prefix' | 'localName'>, uri: string) {
    const name = this.#names.of(nodeName, { prefix, localName, namespaceURI: uri === '' ? null : uri });
    if (this.#names.count > this.#limits.names) throw new NotPlain();
    return name;
  }

  #count(nodes: number): void {
    this.#size += nodes;
    if (this.#size > this.#limits.nodes) throw new NotPlain();
  }
}

const isDeclaration = ({ nodeName, prefix }: PlainAttribute): boolean =>
  prefix === 'xmlns' || nodeName === 'xmlns';

function findNamespace(prefix: string, scope: Scope): string {
  const uri = scope.get(prefix);
  if (uri === undefined) throw new NotPlain();
  return uri;
}

/** With what a tag declares. What XML reserves, and a prefix that is taken back, are for the parser. */
function openScope(attributes: readonly PlainAttribute[], outer: Scope): Scope {
  const declared = attributes.filter(isDeclaration);
  if (declared.length === 0) return outer;
  const own = declared.map(({ prefix, localName, value }) => {
    const bound = prefix === '' ? '' : localName;
    const isReserved = bound === 'xml' || bound === 'xmlns' || reservedNamespaces.includes(value);
    if (isReserved || value !== value.trim() || (value === '' && bound !== '')) throw new NotPlain();
    return [bound, value] as const;
  });
  const scope = new Map([...outer, ...own]);
  if (scope.size > mostPrefixes) throw new NotPlain();
  return scope;
}
