import type { Format, ReadOptions, ReadResult } from '../formats/document-format.ts';
import { sha256 } from '../text/sha256.ts';
import type { Namespaces } from '../tree/compile-xpath.ts';
import { decodeXmlBytes } from '../tree/xml/decode-xml.ts';
import type { FileLook } from '../tree/xml/not-xml.ts';
import { parseXmlTree } from '../tree/xml/parse-xml.ts';
import { checkXmlCompleteness, findRootName } from '../tree/xml/xml-ends.ts';
import { type DocumentType, kindByDocument } from './document-types.ts';
import { buildElementShape } from './schemas/element-shape.ts';
import { canonicalPrefixes, roots } from './schemas/schema-model.ts';
import type { SchemaSet } from './schemas/schema-set.ts';
import { passThrough } from './xml/pass-through.ts';
import { writeXml } from './xml/write-xml.ts';

/**
 * SCSN XML of one document type behind the seam. `schemas`: asked for when they are needed, not before. `fileLooks`: of files that
 * are others'.
 */
export function buildScsnFormat(
  name: DocumentType,
  schemas: () => SchemaSet,
  fileLooks: readonly FileLook[] = [],
): Format {
  const root = () => schemas().model.root(name);
  return {
    name,
    kind: kindByDocument[name],
    extension: '.xml',
    get hash() {
      return sha256(`${name}\n${schemas().hash}`);
    },
    recognise: (head) => findRootName(head) === roots[name].localName,
    checkCompleteness: checkXmlCompleteness,
    cut: (bytes) => ({ documents: [{ bytes }], findings: [] }),
    read: ({ bytes }, options = {}) => (options.known ? readKnown(bytes) : check(bytes, options)),
    buildShape: () => ({ root: buildElementShape(root()), namespaces: namespacesOf(name) }),
    write: (target, { language } = {}) => writeXml(name, target, schemas().model, language),
    join: ([document]) => document?.bytes ?? new Uint8Array(),
    passThrough: ({ bytes }, options) => passThrough(bytes, root, options),
    warmUp: () => void schemas().validator(name),
    decodeText: (bytes) => decodeXmlBytes(bytes).source?.whole(),
  };

  function check(bytes: Uint8Array, { severities = {}, language, repair, rules }: ReadOptions): ReadResult {
    return schemas().check(bytes, {
      document: name,
      severities,
      fileLooks,
      ...(language === undefined ? {} : { language }),
      ...(repair === undefined ? {} : { repair }),
      ...(rules === undefined ? {} : { rules }),
    });
  }
}

function readKnown(bytes: Uint8Array): ReadResult {
  const { source, findings } = decodeXmlBytes(bytes);
  if (source === undefined) return { findings };
  const { tree, findings: unread } = parseXmlTree(source);
  return tree === undefined ? { findings: unread } : { tree, findings: [] };
}

/** Names without prefix mean the root's namespace. */
const namespacesOf = (name: DocumentType): Namespaces =>
  new Map([
    ['', roots[name].namespace],
    ...Object.entries(canonicalPrefixes).map(([namespace, prefix]) => [prefix, namespace] as const),
  ]);
