/**
 * One read-only tree over XML, JSON and files of records, shaped for an XPath engine's DOM facade.
 *
 * XML: as parsed, comments and processing instructions left out, CDATA as text.
 * JSON: the top-level value is an element `json`; a member is an element of that name (no namespace), an array repeats
 * its member's element; numbers keep their source text; null is an element with no children and
 * `jsonType: 'null'`. An empty array yields no element.
 * Records (CSV, fixed places): elements without a namespace, as the format's description nests and names them.
 */
export interface TreeDocument {
  /** Rises in document order; nodes of an older tree come before those of a newer one. */
  readonly order: number;
  readonly nodeType: 9;
  readonly format: SourceFormat;
  /** Present: this is no document but the value of that variable of a mapping (`channel`, `sent`), and has no place in a file. */
  readonly variable?: string;
  readonly childNodes: readonly [TreeElement];
  readonly root: TreeElement;
  readonly parentNode: null;
  /** Elements, attributes and texts together. */
  readonly size: number;
}

export type SourceFormat = 'xml' | 'json' | 'records';

/** What a file had at the place of an element. */
export interface FileOrigin {
  /** Number of the record (row, segment) in the file, 1-based; absent where a file has none. */
  readonly record?: number;
  /** The field, as its heading or the format's description calls it; absent for a whole record. */
  readonly field?: string;
  /** The field's own text, where the tree has it in another form: `1.234,50`, `26-11-2026`. */
  readonly written?: string;
}

export interface TreeElement {
  /** Rises in document order; nodes of an older tree come before those of a newer one. */
  readonly order: number;
  readonly nodeType: 1;
  readonly nodeName: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly attributes: readonly TreeAttribute[];
  readonly childNodes: readonly (TreeElement | TreeText)[];
  readonly parentNode: TreeElement | TreeDocument;
  /** Of the start tag's `<` (XML) or the value's first character (JSON, records); 1-based. */
  readonly line: number;
  readonly column: number;
  readonly jsonType?: 'object' | 'string' | 'number' | 'boolean' | 'null';
  readonly origin?: FileOrigin;
}

export interface TreeAttribute {
  /** Rises in document order; nodes of an older tree come before those of a newer one. */
  readonly order: number;
  readonly nodeType: 2;
  readonly nodeName: string;
  readonly prefix: string;
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly value: string;
  readonly origin?: FileOrigin;
  /** Of the name's first character, 1-based; absent of what was read from no file. */
  readonly line?: number;
  readonly column?: number;
  readonly parentNode: TreeElement;
}

export interface TreeText {
  /** Rises in document order; nodes of an older tree come before those of a newer one. */
  readonly order: number;
  readonly nodeType: 3;
  readonly data: string;
  /** The same in parts, so that a long text need not be held whole. */
  parts(): Iterable<string>;
  readonly parentNode: TreeElement;
}

export type TreeNode = TreeDocument | TreeElement | TreeAttribute | TreeText;
