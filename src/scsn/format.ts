import { createHash } from 'node:crypto';
import type { Format, Read, ReadOptions } from '../formats/interface.ts';
import { decode } from '../tree/decode.ts';
import { readXml } from '../tree/xml.ts';
import { rootName, xmlCompleteness } from '../tree/xml-ends.ts';
import type { Namespaces } from '../tree/xpath.ts';
import { asIs } from './as-is.ts';
import { checkXml } from './check.ts';
import { type DocumentType, kindOf } from './documents.ts';
import type { SchemaSet } from './interface.ts';
import { prefixes, roots } from './model.ts';
import { elementShape } from './shape.ts';
import { writeXml } from './write.ts';

/** SCSN XML of one document type behind the seam. `schemas`: asked for when they are needed, not before. */
export function scsnFormat(name: DocumentType, schemas: () => SchemaSet): Format {
  const root = () => schemas().model.root(name);
  return {
    name,
    kind: kindOf[name],
    extension: '.xml',
    get hash() {
      return createHash('sha256').update(`${name}\n${schemas().hash}`).digest('hex');
    },
    recognise: (head) => rootName(head) === roots[name].localName,
    complete: xmlCompleteness,
    cut: (bytes) => ({ documents: [{ bytes }], findings: [] }),
    read: ({ bytes }, options = {}) => (options.known ? readKnown(bytes) : check(bytes, options)),
    shape: () => ({ root: elementShape(root()), namespaces: namespacesOf(name) }),
    write: (target, { language } = {}) => writeXml(name, target, schemas().model, language),
    join: ([document]) => document?.bytes ?? new Uint8Array(),
    asIs: ({ bytes }, options) => asIs(bytes, root, options),
    ready: () => void schemas().validator(name),
    text: (bytes) => decode(bytes).source?.whole(),
  };

  function check(bytes: Uint8Array, { severities = {}, language, repair, rules }: ReadOptions): Read {
    return checkXml(bytes, schemas(), {
      document: name,
      severities,
      ...(language === undefined ? {} : { language }),
      ...(repair === undefined ? {} : { repair }),
      ...(rules === undefined ? {} : { rules }),
    });
  }
}

function readKnown(bytes: Uint8Array): Read {
  const { source, findings } = decode(bytes);
  if (source === undefined) return { findings };
  const { tree, findings: unread } = readXml(source);
  return tree === undefined ? { findings: unread } : { tree, findings: [] };
}

/** Names without prefix mean the root's namespace. */
const namespacesOf = (name: DocumentType): Namespaces =>
  new Map([
    ['', roots[name].namespace],
    ...Object.entries(prefixes).map(([namespace, prefix]) => [prefix, namespace] as const),
  ]);
