import type { Shape } from '../../tree/nodes/shape.ts';
import { checkXmlCompleteness, findRootName } from '../../tree/xml/xml-ends.ts';
import type { Format } from '../document-format.ts';
import { cutXml } from './cut.ts';
import { decodeXmlSource } from './decode-source.ts';
import type { XmlDescription } from './description.ts';
import { unpackEnvelope } from './envelope.ts';
import { xmlFindingCreator } from './findings/catalogue.ts';
import { joinXml } from './join.ts';
import type { XmlLayout } from './layout.ts';
import { readOwnXml } from './read.ts';
import type { XmlNode, XmlValue } from './read-tree.ts';
import { writeOwnXml } from './write.ts';

/** An own XML as its description says. */
export function buildXmlFormat(layout: XmlLayout, hash: string): Format {
  const { description, root } = layout;
  return {
    name: description.format,
    ...(description.kind === undefined ? {} : { kind: description.kind }),
    extension: description.extension ?? '.xml',
    hash,
    recognise: (head, envelope) =>
      findRootName(envelope === undefined ? head : unpackEnvelope(envelope).head) === root.localName,
    checkCompleteness: checkXmlCompleteness,
    cut: (bytes, options) =>
      description.documents === 'file'
        ? { documents: [{ bytes }], findings: [] }
        : cutXml(bytes, description.documents.element, options?.language),
    read: (document, options) => readOwnXml(document, layout, options?.language),
    buildShape: () => ({
      root: shapeOf(root, documentElementOf(description)),
      namespaces: new Map(Object.entries(description.namespaces)),
    }),
    ...(layout.xsd === undefined ? {} : { warmUp: () => void layout.xsd?.validator() }),
    write: (target, options) => writeOwnXml(target, layout, options?.language),
    join: joinXml,
    decodeText: (bytes) => decodeXmlSource(bytes, description, xmlFindingCreator()).source?.whole(),
  };
}

/** The element that is one document; each document has one of it. */
const documentElementOf = ({ documents }: XmlDescription): string | undefined =>
  documents === 'file' ? undefined : documents.element;

function shapeOf(node: XmlNode, document: string | undefined): Shape {
  const isLeaf = node.children.length === 0;
  return {
    name: node.name,
    ...(isLeaf ? { type: typeNameOf(node) } : {}),
    attributes: node.attributes.map((one) => ({
      name: one.name,
      required: one.required,
      type: typeNameOf(one),
    })),
    children: node.children.map((child) => ({
      shape: shapeOf(child, document),
      many: child.max > 1 && child.localName !== document,
      required: child.required,
    })),
    unknown: 'error',
  };
}

const typeNameOf = ({ type }: XmlValue): string => (type.kind === 'text' ? 'string' : type.kind);
