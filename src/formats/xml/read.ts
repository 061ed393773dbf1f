import type { CreateFinding } from '../../findings/create-finding.ts';
import { buildPhrase } from '../../findings/create-finding.ts';
import type { FindingList } from '../../findings/finding-list.ts';
import { resolvePath } from '../../scsn/xml/element-location.ts';
import { pathOf } from '../../tree/nodes/items.ts';
import type { SourceText } from '../../tree/nodes/source-text.ts';
import { AttributeNode, ElementNode, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeAttribute, TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import { explainMalformed } from '../../tree/xml/explain-malformed.ts';
import { guessFileKind } from '../../tree/xml/not-xml.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { Finding, Language } from '../../types.ts';
import type { FileDocument, ReadResult } from '../document-format.ts';
import { decodeXmlSource, type XmlDecoding } from './decode-source.ts';
import { EnvelopedText, unpackEnvelope } from './envelope.ts';
import { type CreateXmlFinding, xmlFindingCreator } from './findings/catalogue.ts';
import type { XmlLayout } from './layout.ts';
import type { XmlNode, XmlValue } from './read-tree.ts';
import { XmlValueReader } from './xml-value-reader.ts';

/** The tree of a document, its values canonical, and what of it the format does not allow. */
export function readOwnXml(document: FileDocument, layout: XmlLayout, language: Language = 'en'): ReadResult {
  const tell = xmlFindingCreator(language);
  const { source, tree, findings } = parseDocument(document, decodingOf(layout), tell, language);
  if (source === undefined || tree === undefined) return { findings };
  const wrong = checkWithXsd(source, tree, layout, tell);
  const checker = new TreeChecker(layout, tell);
  const all = checker.document(tree);
  const told = layout.xsd ? all.filter(({ code }) => !codesOfXsd.has(code)) : all;
  return { tree, findings: [...findings, ...wrong, ...told] };
}

const decodingOf = ({ description, fileLooks }: XmlLayout): XmlDecoding => ({
  encoding: description.encoding,
  fileLooks,
});

interface ParsedDocument extends ReadResult {
  readonly source?: SourceText;
}

/** A document with all that stands around it, as its XML says; places are those of the file. */
export function parseDocument(
  document: FileDocument,
  decoding: XmlDecoding,
  tell: CreateFinding,
  language: Language,
): ParsedDocument {
  const { source, findings } = sourceOf(document, decoding, tell, language);
  if (source === undefined) return { findings };
  const read = treeOf(source, decoding, tell);
  if ('tree' in read) return { source, tree: read.tree, findings };
  return { findings: [...findings, read.problem] };
}

/** What an XSD decides where there is one: which elements and attributes there must be, and how many. */
const codesOfXsd: ReadonlySet<string> = new Set([
  'record-missing',
  'record-too-many',
  'xml-attribute-empty',
  'field-missing',
]);

/** Faults reported per document at most. */
const most = 200;

function checkWithXsd(
  source: SourceText,
  tree: TreeDocument,
  { xsd }: XmlLayout,
  tell: CreateXmlFinding,
): readonly Finding[] {
  const errors = xsd?.validator().validate(source.utf8(source.text)) ?? [];
  const what = new Set<string>();
  return errors.slice(0, most).flatMap(({ message, path }) => {
    const element = resolvePath(tree, path) ?? tree.root;
    const place = positionOf(element);
    if (what.has(`${place.path} ${message}`)) return [];
    what.add(`${place.path} ${message}`);
    return [tell('xml-by-xsd', { what: message }, place)];
  });
}

function sourceOf(
  { bytes, envelope, at }: FileDocument,
  decoding: XmlDecoding,
  tell: CreateFinding,
  language: Language,
) {
  if (envelope === undefined) return decodeXmlSource(bytes, decoding, tell, language);
  const { head, tail, tailAt } = unpackEnvelope(envelope);
  const place = at ?? { line: 1, column: 1 };
  // of one file, so that its declaration holds for all three
  const { source, findings } = decodeXmlSource(Buffer.concat([head, bytes, tail]), decoding, tell, language);
  if (source === undefined) {
    const [a = '', b = '', c = ''] = [head, bytes, tail].map((part) => Buffer.from(part).toString('latin1'));
    return {
      findings: findings.map((found) => locateFinding(found, new EnvelopedText(a, b, c, place, tailAt))),
    };
  }
  const before = decodeXmlSource(head, decoding, tell, language).source?.text ?? '';
  const around = decodeXmlSource(Buffer.concat([head, tail]), decoding, tell, language).source?.text ?? '';
  const text = source.whole();
  const end = text.length - (around.length - before.length);
  const parts = [text.slice(0, before.length), text.slice(before.length, end), text.slice(end)] as const;
  return { source: new EnvelopedText(...parts, place, tailAt), findings };
}

/** A finding on the text that was put together, at its place in the file. */
function locateFinding(found: Finding, text: EnvelopedText): Finding {
  const { line = 1, column = 1 } = found;
  const start = text.text.split('\n', line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  return { ...found, ...text.positionAt(start + column - 1, { line, column }) };
}

function treeOf(
  source: SourceText,
  { fileLooks }: XmlDecoding,
  tell: CreateFinding,
): { readonly tree: TreeDocument } | { readonly problem: Finding } {
  const start = source.text.trimStart();
  if (!start.startsWith('<'))
    return {
      problem: tell(
        'file-not-xml',
        { looks: guessFileKind(start.slice(0, 2048), fileLooks) },
        { line: 1, column: 1 },
      ),
    };
  const read = parseXmlTree(source);
  if (read.tree !== undefined) return { tree: read.tree };
  return { problem: explainMalformed(read.fault, { source, offset: read.offset }, tell) };
}

/** Holds a tree against the description, and puts its values into canonical form. */
class TreeChecker {
  readonly #layout: XmlLayout;
  readonly #tell: CreateXmlFinding;
  readonly #values: XmlValueReader;
  readonly #findings: FindingList;
  /** Names already reported as unknown: once for all elements of one name. */
  readonly #unknown = new Set<string>();

  constructor(layout: XmlLayout, tell: CreateXmlFinding) {
    this.#layout = layout;
    this.#tell = tell;
    this.#values = new XmlValueReader(layout, tell);
    this.#findings = this.#values.findings;
  }

  document({ root }: TreeDocument): readonly Finding[] {
    const wanted = this.#layout.root;
    if (isNamed(root, wanted)) this.#element(root, wanted);
    else {
      const values = {
        name: root.nodeName,
        namespace: renderNamespace(root.namespaceURI ?? ''),
        expected: wanted.name,
        wanted: renderNamespace(wanted.namespace),
      };
      this.#findings.push(this.#tell('xml-root-other', values, positionOf(root)));
    }
    return [...this.#findings];
  }

  #element(element: TreeElement, node: XmlNode): void {
    this.#attributes(element, node);
    if (node.children.length === 0) this.#value(element, node);
    else this.#children(element, node);
  }

  #children(element: TreeElement, node: XmlNode): void {
    const counts = new Map<XmlNode, number>();
    for (const child of element.childNodes) {
      if (child.nodeType === 3) {
        this.#textBeside(child.data.trim(), node, element);
        continue;
      }
      const known = node.children.find((one) => isNamed(child, one));
      if (known === undefined) this.#notDescribed(child.nodeName, node, child);
      else this.#counted(child, known, counts);
    }
    for (const child of node.children)
      if (child.required && !counts.has(child))
        this.#findings.push(
          this.#tell('record-missing', { name: child.name, parent: node.name }, positionOf(element)),
        );
  }

  /** Once for all elements of one name, as what is not described. */
  #textBeside(text: string, { name: parent }: XmlNode, element: TreeElement): void {
    if (text === '' || this.#unknown.has(parent)) return;
    this.#unknown.add(parent);
    const value = text.slice(0, longest);
    this.#findings.push(this.#tell('xml-text-beside', { parent, value }, positionOf(element)));
  }

  #counted(element: TreeElement, node: XmlNode, counts: Map<XmlNode, number>): void {
    const count = (counts.get(node) ?? 0) + 1;
    counts.set(node, count);
    if (count === node.max + 1)
      this.#findings.push(
        this.#tell('record-too-many', { name: node.name, most: node.max }, positionOf(element)),
      );
    this.#element(element, node);
  }

  #attributes(element: TreeElement, node: XmlNode): void {
    const known = (name: string, namespace: string) =>
      node.attributes.some((one) => one.localName === name && one.namespace === namespace);
    for (const { nodeName, localName, namespaceURI } of element.attributes)
      if (!known(localName, namespaceURI ?? '') && namespaceURI !== schemaInstance)
        this.#notDescribed(`@${nodeName}`, node, element);
    for (const wanted of node.attributes)
      this.#attribute(
        element.attributes.find((given) => isNamed(given, wanted)),
        wanted,
        element,
      );
  }

  #attribute(given: TreeAttribute | undefined, wanted: XmlValue, element: TreeElement): void {
    const text = given?.value ?? '';
    const { name } = wanted;
    if (wanted.required && this.#values.isEmpty(wanted, text))
      this.#findings.push(
        this.#tell('xml-attribute-empty', { name, parent: element.nodeName }, positionOf(element)),
      );
    const place = { ...positionOf(element), path: `${pathOf(element)}/@${given?.nodeName ?? name}` };
    const value = this.#values.read(wanted, text, place);
    if (value !== undefined && value !== text && given instanceof AttributeNode) given.replaceValue(value);
  }

  #notDescribed(name: string, { name: parent }: XmlNode, element: TreeElement): void {
    if (this.#unknown.has(`${parent} ${name}`)) return;
    this.#unknown.add(`${parent} ${name}`);
    this.#findings.push(this.#tell('xml-not-described', { name, parent }, positionOf(element)));
  }

  #value(element: TreeElement, node: XmlNode): void {
    const inner = element.childNodes.find((child) => child.nodeType === 1);
    if (inner?.nodeType === 1) {
      this.#notDescribed(inner.nodeName, node, inner);
      this.#valueMixed(element, node);
      return;
    }
    const text = textOf(element);
    if (node.required && this.#values.isEmpty(node, text))
      this.#findings.push(this.#tell('field-missing', { name: node.name }, positionOf(element)));
    const value = this.#values.read(node, text, positionOf(element));
    if (value !== undefined && value !== text && element instanceof ElementNode) {
      element.replaceText(value);
      element.origin = { written: text };
    }
  }

  /** A text is read with all that is in it; a number or a day would stay as the file writes it, 1.500 for 1500. */
  #valueMixed(element: TreeElement, { name, type }: XmlNode): void {
    const value = textOf(element).trim().slice(0, longest);
    if (type.kind === 'text' || value === '') return;
    this.#findings.push(this.#tell('xml-value-mixed', { name, value }, positionOf(element)));
  }
}

/** Characters of a text that a finding shows. */
const longest = 60;

const schemaInstance = 'http://www.w3.org/2001/XMLSchema-instance';

const isNamed = (node: TreeElement | TreeAttribute, { localName, namespace }: XmlValue): boolean =>
  node.localName === localName && (node.namespaceURI ?? '') === namespace;

const renderNamespace = (namespace: string) =>
  namespace === '' ? '' : buildPhrase('of-namespace', { namespace });

const positionOf = (element: TreeElement) => ({
  line: element.line,
  column: element.column,
  path: pathOf(element),
});
