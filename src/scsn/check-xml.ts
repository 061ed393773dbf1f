import { buildPhrase, type CreateFinding, findingCreator } from '../findings/create-finding.ts';
import { isDocumentCode } from '../findings/finding-codes.ts';
import type { SourceText } from '../tree/nodes/source-text.ts';
import type { TreeDocument, TreeElement } from '../tree/nodes/tree-node.ts';
import { listOpenParts } from '../tree/open-parts.ts';
import { decodeXmlBytes } from '../tree/xml/decode-xml.ts';
import { explainMalformed } from '../tree/xml/explain-malformed.ts';
import { type FileLook, guessFileKind } from '../tree/xml/not-xml.ts';
import { type ParsedXml, parseXmlTree } from '../tree/xml/parse-xml.ts';
import type { Finding } from '../types.ts';
import { explainErrors } from './advice/explain-errors.ts';
import { isPostponedRule } from './advice/postponed-checks.ts';
import { type DocumentType, documentTypes } from './document-types.ts';
import { runRules } from './rules/run-rules.ts';
import { NotWellFormed } from './schemas/libxml.ts';
import { roots } from './schemas/schema-model.ts';
import type { CheckXml, LibxmlError, SchemaSet, XmlCheckOptions } from './schemas/schema-set.ts';
import { childElements, locationOf } from './xml/element-location.ts';
import { isEmbeddedFile } from './xml/embedded-file.ts';
import { repairOrder, reportRepair } from './xml/repair-order.ts';

/**
 * The check of an XML document on receipt: encoding, well-formedness and limits, document type, XSD, rules, in this order.
 * Each stage tells all it finds; a later stage runs only where the earlier found no error. Pure, but not bounded in time:
 * call it in a worker with a deadline. What concerns the parts that the document leaves open is not told: they are closed on its
 * way, and it is read again then.
 */
export const checkXml: CheckXml = (bytes, schemas, options) => {
  const tell = findingCreator(options.language);
  const decoded = decodeXmlBytes(bytes, options.language, options.fileLooks);
  if (decoded.source === undefined) return { findings: decoded.findings };
  const read = readTree(decoded.source, tell, options.fileLooks);
  if (read.tree === undefined) return { findings: [...decoded.findings, read.finding] };
  const checked = checkTree({ ...read, source: decoded.source }, schemas, options, tell);
  return { tree: read.tree, findings: applySeverities([...decoded.findings, ...checked], options) };
};

const asUtf8 = (text: string) => new TextEncoder().encode(text);

type ReadableXml = Pick<Extract<ParsedXml, { readonly tree: TreeDocument }>, 'tree' | 'abridged'>;
type UnreadableXml = { readonly tree?: undefined; readonly finding: Finding };

function readTree(
  source: SourceText,
  tell: CreateFinding,
  fileLooks?: readonly FileLook[],
): ReadableXml | UnreadableXml {
  const { text } = source;
  const start = text.trimStart();
  if (!start.startsWith('<')) {
    return {
      finding: tell(
        'file-not-xml',
        { looks: guessFileKind(start.slice(0, 2048), fileLooks) },
        { line: 1, column: 1 },
      ),
    };
  }
  const blank = /^\s+(?=<\?xml\s)/.exec(text)?.[0];
  if (blank !== undefined) {
    const lines = blank.split('\n');
    const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
    return { finding: tell('xml-late-declaration', {}, place) };
  }
  const read = parseXmlTree(source);
  return read.tree === undefined
    ? { finding: explainMalformed(read.fault, { source, offset: read.offset }, tell) }
    : read;
}

function checkTree(
  read: ReadableXml & { readonly source: SourceText },
  schemas: SchemaSet,
  options: XmlCheckOptions,
  tell: CreateFinding,
): readonly Finding[] {
  const { tree, source } = read;
  const { document, language } = options;
  const wrongRoot = checkRoot(tree, document, tell);
  if (wrongRoot !== undefined) return [wrongRoot];
  const tooWide = checkWidth(tree.root, tell);
  if (tooWide !== undefined) return [tooWide];
  try {
    const errors = validateWithXsd(read, schemas, document);
    if (errors.length > 0) {
      const held = { model: schemas.model, document, open: listOpenParts(tree) };
      const found = explainErrors(tree, held, errors, language);
      if (found.length === 0) return checkRules(schemas, tree, options);
      if (!canRepair(found, source.text, tree, schemas, options)) return found;
      return [...reportRepair(found, tell), ...checkRules(schemas, tree, options)];
    }
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    const place = { line: error.line, column: error.column };
    return [tell('xml-not-well-formed', { what: error.message }, place)];
  }
  return checkRules(schemas, tree, options);
}

/** libxml2 sees an abridged document where that cannot change its verdict, else the whole. */
function validateWithXsd(
  { source, abridged }: ReadableXml & { readonly source: SourceText },
  schemas: SchemaSet,
  document: DocumentType,
): readonly LibxmlError[] {
  const validator = schemas.validator(document);
  const { text } = source;
  const root = schemas.model.root(document);
  if (abridged.length > 0 && abridged.every((element) => isEmbeddedFile(element, root))) {
    const errors = validator.validate(asUtf8(text));
    if (errors.every(({ message }) => source.pieces(message) === undefined)) return errors;
  }
  return validator.validate(source.utf8(text));
}

/** With this many children in one element, libxml2 takes minutes to say what is wrong with each. */
const mostChildren = 25_000;

function checkWidth(element: TreeElement, tell: CreateFinding): Finding | undefined {
  const children = childElements(element);
  if (children.length > mostChildren) {
    const values = { name: element.localName, count: children.length, most: mostChildren };
    return tell('document-too-wide', values, locationOf(element));
  }
  for (const child of children) {
    const found = checkWidth(child, tell);
    if (found !== undefined) return found;
  }
  return undefined;
}

function checkRules(schemas: SchemaSet, tree: TreeDocument, options: XmlCheckOptions): readonly Finding[] {
  const { document, language, rules } = options;
  if (rules === false) return [];
  const found = runRules(schemas.rules, tree, document, language);
  const open = listOpenParts(tree);
  return open.size === 0 ? found : found.filter(({ code }) => !isPostponedRule(code, open));
}

/** Wrong order is the only fault, and putting it right makes the document valid. */
function canRepair(
  found: readonly Finding[],
  text: string,
  tree: TreeDocument,
  schemas: SchemaSet,
  { document, repair }: XmlCheckOptions,
): boolean {
  if (repair !== 'element-order' || found.some(({ code }) => code !== 'element-order')) return false;
  const better = repairOrder(text, tree, schemas.model.root(document));
  return schemas.validator(document).validate(asUtf8(better)).length === 0;
}

function checkRoot(tree: TreeDocument, document: DocumentType, tell: CreateFinding): Finding | undefined {
  const { root } = tree;
  const wanted = roots[document];
  const namespace = root.namespaceURI ?? '';
  if (root.localName === wanted.localName && namespace === wanted.namespace) return undefined;
  const place = locationOf(root);
  const values = { name: root.nodeName, expected: wanted.localName, namespace: wanted.namespace };
  const other = documentTypes.find((type) => type !== document && roots[type].localName === root.localName);
  if (other !== undefined) return tell('root-other-document', { ...values, value: root.localName }, place);
  const kind = { OrderChange: 'change', OrderCancellation: 'cancellation' } as const;
  if (
    document === 'scsn/Order' &&
    (root.localName === 'OrderChange' || root.localName === 'OrderCancellation')
  ) {
    const todo = buildPhrase(`instead-of-${kind[root.localName]}`);
    return tell('root-order-change', { value: root.localName, todo }, place);
  }
  if (root.localName !== wanted.localName) {
    return tell('root-unknown', { ...values, value: root.localName }, place);
  }
  if (namespace === '') return tell('root-no-namespace', values, place);
  return tell('root-namespace', { ...values, value: namespace }, place);
}

/** Severities of rules and warnings are the channel's to choose; what makes a document invalid is not. */
function applySeverities(findings: readonly Finding[], options: XmlCheckOptions): readonly Finding[] {
  return findings.flatMap((found) => {
    const severity =
      found.severity === 'error' && isDocumentCode(found.code) ? undefined : options.severities[found.code];
    if (severity === 'off') return [];
    return severity === undefined ? [found] : [{ ...found, severity }];
  });
}
