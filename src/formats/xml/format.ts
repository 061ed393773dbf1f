import { teller } from '../../findings/messages.ts';
import type { Shape } from '../../tree/shape.ts';
import { rootName, xmlCompleteness } from '../../tree/xml-ends.ts';
import type { XmlDescription } from '../describe/schema.ts';
import type { XmlNode, XmlValue } from '../describe/xml-tree.ts';
import type { Document, Format } from '../interface.ts';
import { cutXml } from './cut.ts';
import { unpacked } from './envelope.ts';
import type { XmlLayout } from './layout.ts';
import { readOwnXml } from './read.ts';
import { xmlSource } from './source.ts';
import { writeOwnXml } from './write.ts';

/** An own XML as its description says. */
export function xmlFormat(layout: XmlLayout, hash: string): Format {
  const { description, root } = layout;
  return {
    name: description.format,
    ...(description.kind === undefined ? {} : { kind: description.kind }),
    extension: description.extension ?? '.xml',
    hash,
    recognise: (head, envelope) =>
      rootName(envelope === undefined ? head : unpacked(envelope).head) === root.localName,
    complete: xmlCompleteness,
    cut: (bytes, options) =>
      description.documents === 'file'
        ? { documents: [{ bytes }], findings: [] }
        : cutXml(bytes, description.documents.element, options?.language),
    read(document, { language, known } = {}) {
      const read = readOwnXml(document, layout, language);
      return known && read.tree !== undefined ? { tree: read.tree, findings: [] } : read;
    },
    shape: () => ({
      root: shapeOf(root, documentOf(description)),
      namespaces: new Map(Object.entries(description.namespaces)),
    }),
    ...(layout.xsd === undefined ? {} : { ready: () => void layout.xsd?.validator() }),
    write: (target, options) => writeOwnXml(target, layout, options?.language),
    join: joinXml,
    text: (bytes) => xmlSource(bytes, description.encoding, teller()).source?.whole(),
  };
}

export function joinXml(documents: readonly Document[]): Uint8Array {
  const [first] = documents;
  if (first?.envelope === undefined) return first?.bytes ?? new Uint8Array();
  const { head, tail } = unpacked(first.envelope);
  return Buffer.concat([head, ...documents.map(({ bytes }) => bytes), tail]);
}

/** The element that is one document; each document has one of it. */
const documentOf = ({ documents }: XmlDescription): string | undefined =>
  documents === 'file' ? undefined : documents.element;

function shapeOf(node: XmlNode, document: string | undefined): Shape {
  const isLeaf = node.children.length === 0;
  return {
    name: node.name,
    ...(isLeaf ? { type: typeIn(node) } : {}),
    attributes: node.attributes.map((one) => ({ name: one.name, required: one.required, type: typeIn(one) })),
    children: node.children.map((child) => ({
      shape: shapeOf(child, document),
      many: child.max > 1 && child.localName !== document,
      required: child.required,
    })),
    unknown: 'error',
  };
}

const typeIn = ({ type }: XmlValue): string => (type.kind === 'text' ? 'string' : type.kind);
