import type { TreeDocument } from '../tree/node.ts';
import { readXml } from '../tree/xml.ts';
import { type DocumentType, documentTypes, type Finding } from '../types.ts';
import { decode } from './decode.ts';
import { explain } from './explain.ts';
import type { CheckXml, SchemaSet, XmlCheckOptions } from './interface.ts';
import { NotWellFormed, type RawError } from './libxml.ts';
import { sharper } from './malformed.ts';
import { finding, isDocumentCode } from './messages.ts';
import { roots } from './model.ts';
import { placeOf } from './place.ts';
import { runRules } from './rules.ts';

/**
 * The check of an XML document on receipt: encoding, well-formedness and limits, document type, XSD, rules, in this order.
 * Each stage tells all it finds; a later stage runs only where the earlier found no error. Pure, but not bounded in time:
 * call it in a worker with a deadline.
 */
export const checkXml: CheckXml = (bytes, schemas, options) => {
  const decoded = decode(bytes);
  if (decoded.text === undefined) return { findings: decoded.findings };
  const read = readTree(decoded.text);
  if (read.tree === undefined) return { findings: [...decoded.findings, ...read.findings] };
  const checked = checkTree(
    read.tree,
    decoded.utf8 ?? new TextEncoder().encode(decoded.text),
    schemas,
    options,
  );
  return { tree: read.tree, findings: overridden([...decoded.findings, ...checked], options) };
};

function readTree(text: string): ReturnType<typeof readXml> {
  const start = text.trimStart();
  if (!start.startsWith('<')) {
    const value = start.slice(0, 40).split('\n')[0] ?? '';
    return { findings: [finding('file-not-xml', { value }, { line: 1, column: 1 })] };
  }
  const blank = /^\s+(?=<\?xml\s)/.exec(text)?.[0];
  if (blank !== undefined) {
    const lines = blank.split('\n');
    const place = { line: lines.length, column: (lines.at(-1) ?? '').length + 1 };
    return { findings: [finding('xml-late-declaration', {}, place)] };
  }
  const read = readXml(text);
  return read.tree === undefined ? { findings: read.findings.map((found) => sharper(found, text)) } : read;
}

function checkTree(
  tree: TreeDocument,
  utf8: Uint8Array,
  schemas: SchemaSet,
  options: XmlCheckOptions,
): readonly Finding[] {
  const wrongRoot = checkRoot(tree, options.document);
  if (wrongRoot !== undefined) return [wrongRoot];
  try {
    const errors = schemas.validator(options.document).validate(utf8);
    if (errors.length > 0) return explained(tree, schemas, options.document, errors);
  } catch (error) {
    if (!(error instanceof NotWellFormed)) throw error;
    return [
      finding('xml-not-well-formed', { what: error.message }, { line: error.line, column: error.column }),
    ];
  }
  return runRules(schemas.rules, tree, options.document);
}

function explained(
  tree: TreeDocument,
  schemas: SchemaSet,
  document: DocumentType,
  errors: readonly RawError[],
): readonly Finding[] {
  return explain(tree, schemas.model.root(document), errors);
}

function checkRoot(tree: TreeDocument, document: DocumentType): Finding | undefined {
  const { root } = tree;
  const wanted = roots[document];
  const namespace = root.namespaceURI ?? '';
  if (root.localName === wanted.localName && namespace === wanted.namespace) return undefined;
  const place = placeOf(root);
  const values = { name: root.nodeName, expected: wanted.localName, namespace: wanted.namespace };
  const other = documentTypes.find((type) => type !== document && roots[type].localName === root.localName);
  if (other !== undefined) return finding('root-other-document', { ...values, value: root.localName }, place);
  if (root.localName !== wanted.localName) {
    return finding('root-unknown', { ...values, value: root.localName }, place);
  }
  if (namespace === '') return finding('root-no-namespace', values, place);
  return finding('root-namespace', { ...values, value: namespace }, place);
}

/** Severities of rules and warnings are the channel's to choose; what makes a document invalid is not. */
function overridden(findings: readonly Finding[], options: XmlCheckOptions): readonly Finding[] {
  return findings.flatMap((found) => {
    const severity =
      found.severity === 'error' && isDocumentCode(found.code) ? undefined : options.severities[found.code];
    if (severity === 'off') return [];
    return severity === undefined ? [found] : [{ ...found, severity }];
  });
}
