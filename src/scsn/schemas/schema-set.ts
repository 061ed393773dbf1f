import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { FileLook } from '../../tree/xml/not-xml.ts';
import type { Finding, Language, Severity } from '../../types.ts';
import type { DocumentType } from '../document-types.ts';
import type { RuleSet } from '../rules/schematron-file.ts';

/** A set of XSDs loaded into libxml2, with what they say of order, cardinality and types. One per worker and folder. */
export interface SchemaSet {
  readonly model: SchemaModel;
  /** SHA-256 over all files, hex. */
  readonly hash: string;
  /** The XSDs by their path, of a folder of one's own; none of the delivered ones, which come with the gateway. */
  readonly texts: readonly { readonly path: string; readonly text: string }[];
  /** The Schematron rules beside the XSDs. */
  readonly rules: RuleSet;
  /** The check of a document on receipt (`checkXml`). */
  check(bytes: Uint8Array, options: XmlCheckOptions): XmlCheck;
  /** The compiled XSD of a document type. Throws an Error when the set has none for it. */
  validator(document: DocumentType): SchemaValidator;
  dispose(): void;
}

/** One thing libxml2 has against a document: raw material for a finding. */
export interface LibxmlError {
  /** Without the `{namespace}` prefixes, one line. */
  readonly message: string;
  readonly line: number;
  /** Of the element or attribute, with the document's prefixes; empty when unknown. */
  readonly path: string;
}

export interface SchemaValidator {
  /**
   * What is wrong with a well-formed document in UTF-8, or nothing. After the first error in a parent's children
   * libxml2 skips those that follow; each of them is therefore validated alone.
   */
  validate(utf8: Uint8Array): readonly LibxmlError[];
  dispose(): void;
}

/** The text of the XSD of that name, or at the place where another one imports it from. */
export type ServeXsd = (location: string) => string | undefined;

/** Compiles the XSD `name`; it and what it imports are served. */
export type CompileXsd = (name: string, serve: ServeXsd) => SchemaValidator;

/** What the XSDs say, by qualified name with the canonical prefixes `cac:`, `cbc:`, `ext:` and none for roots. */
export interface SchemaModel {
  /** The root element of a document type. */
  root(document: DocumentType): ElementModel;
  /** Local names of all global elements. */
  readonly names: ReadonlySet<string>;
}

export interface ElementModel {
  /** `cac:Party`, or `Order` for a root. */
  readonly name: string;
  readonly namespace: string;
  readonly localName: string;
  /** Local name of its type, where the type has one. */
  readonly typeName?: string;
  /** Absent for a leaf. In schema order. */
  readonly children?: readonly ChildModel[];
  /** Base XSD type of a leaf or of a leaf's content: `string`, `decimal`, `date`, `time`, `boolean`, `base64Binary`, … */
  readonly type?: string;
  readonly attributes: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly type: string;
  }[];
  /** The XSD restricts the values of its base type, such as their length. */
  readonly narrowed?: true;
  /** Content is not modelled: anything goes below. */
  readonly open?: true;
}

export interface ChildModel {
  readonly min: number;
  /** Infinity for unbounded. */
  readonly max: number;
  /** A getter, since UBL's aggregates contain one another. */
  readonly element: ElementModel;
}

interface XmlCheck {
  /** Present when it was readable as XML. */
  readonly tree?: TreeDocument;
  readonly findings: readonly Finding[];
}

export interface XmlCheckOptions {
  /** The document type the channel expects; another root is a finding. */
  readonly document: DocumentType;
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  /** English by default. */
  readonly language?: Language;
  /** `element-order`: when wrong order is the only fault, it is a warning (`repairOrder` puts it right). */
  readonly repair?: 'element-order';
  /** False: the XSD alone decides. True by default. */
  readonly rules?: boolean;
  /** How files of other syntaxes begin, to be told where XML is expected. */
  readonly fileLooks?: readonly FileLook[];
}

export type CheckXml = (bytes: Uint8Array, schemas: SchemaSet, options: XmlCheckOptions) => XmlCheck;

/** Writes in schema order, UTF-8, namespaces declared once on the root; same input, same bytes. */
export type WriteXml = (
  document: DocumentType,
  target: TargetObject,
  model: SchemaModel,
  language?: Language,
) => { readonly bytes: Uint8Array; readonly findings: readonly Finding[] };
