import { encodeText } from '../../text/encodings.ts';
import type { Shape } from '../../tree/nodes/shape.ts';
import { checkXmlCompleteness } from '../../tree/xml/xml-ends.ts';
import type { Completeness, DocumentShape, FileDocument, FileEnds, Format } from '../document-format.ts';
import { decodeFile } from '../records/decode-bytes.ts';
import { openBytes } from '../records/open-bytes.ts';
import { buildRecordShape } from '../records/record-shape.ts';
import { decodeXmlSource } from '../xml/decode-source.ts';
import { joinXml } from '../xml/join.ts';
import { cutIdoc } from './cut.ts';
import { idocFindingCreator } from './findings/catalogue.ts';
import { isXmlIdoc, readControlText, readHeadText } from './idoc-form.ts';
import type { IdocLayout } from './layout.ts';
import { readIdoc } from './read.ts';
import { writeIdoc } from './write.ts';

/** SAP IDocs of one message, flat or XML, as their description says. */
export function buildIdocFormat(layout: IdocLayout, hash: string): Format {
  const { description } = layout;
  let shape: DocumentShape | undefined;
  return {
    name: description.format,
    ...(description.kind === undefined ? {} : { kind: description.kind }),
    extension: description.extension ?? (description.write.form === 'xml' ? '.xml' : '.txt'),
    hash,
    recognise: (head) => isRecognised(layout, head),
    findReference: referenceOf,
    checkCompleteness: checkCompleteness,
    cut: (bytes, options) => cutIdoc(bytes, layout, options?.language),
    read: (document, options) => readIdoc(document, layout, options?.language),
    buildShape() {
      shape ??= { root: shapeOf(layout), namespaces: new Map() };
      return shape;
    },
    write: (target, options) => writeIdoc(target, layout, options),
    join: (documents) => joinIdocs(documents, layout),
    decodeText: (bytes) => textOf(layout, bytes),
  };
}

/** The control record is filled by who writes. */
function shapeOf({ root }: IdocLayout): Shape {
  const shape = buildRecordShape(root);
  const children = shape.children.map((child, n) => (n === 0 ? { ...child, required: false } : child));
  return { ...shape, children };
}

/** By what the first control record says: MESTYP, and sender and recipient where the format names them. */
function isRecognised({ message, description }: IdocLayout, bytes: Uint8Array): boolean {
  const head = readHeadText(bytes);
  const { sender, recipient } = description.recognise;
  const isOf = (wanted: string | undefined, name: string) =>
    wanted === undefined || readControlText(head, name) === wanted;
  return isOf(message, 'MESTYP') && isOf(sender, 'SNDPRN') && isOf(recipient, 'RCVPRN');
}

/** SAP gives a DOCNUM once. */
function referenceOf(bytes: Uint8Array): string | undefined {
  const head = readHeadText(bytes);
  const [sender, recipient, number] = ['SNDPRN', 'RCVPRN', 'DOCNUM'].map((name) =>
    readControlText(head, name),
  );
  return number === '' ? undefined : `${sender} ${recipient} ${number}`;
}

/** A flat file shows no end. */
function checkCompleteness(ends: FileEnds): Completeness {
  const { head, tail, size } = ends;
  const text = readHeadText(head);
  if (text.startsWith('<')) return checkXmlCompleteness(ends);
  if (text === '') return size === 0 || (head.length === size && !head.includes(0)) ? 'empty' : 'unfinished';
  const isWide = head[0] === 0xff || head[0] === 0xfe;
  return tail.at(-1) === 0 && !isWide ? 'unfinished' : 'endless';
}

function joinIdocs(documents: readonly FileDocument[], { description }: IdocLayout): Uint8Array {
  const [first] = documents;
  if (first === undefined || isXmlIdoc(first.bytes)) return joinXml(documents);
  if (first.envelope === undefined) return first.bytes;
  const { encoding } = openBytes(first.envelope, description.encoding);
  const lineEnd = encodeText('\r\n', encoding).bytes ?? new Uint8Array();
  const parts = documents.map(({ bytes }) => {
    const last = bytes.subarray(bytes.length - lineEnd.length / 2);
    return last.includes(10) || last.includes(13) ? bytes : Buffer.concat([bytes, lineEnd]);
  });
  return Buffer.concat([first.envelope, ...parts]);
}

function textOf({ description }: IdocLayout, bytes: Uint8Array): string | undefined {
  if (isXmlIdoc(bytes)) return decodeXmlSource(bytes, description, idocFindingCreator()).source?.whole();
  return decodeFile(bytes, description.encoding, idocFindingCreator());
}
