import type { FileDocument } from '../document-format.ts';
import { unpackEnvelope } from './envelope.ts';

/** One file of documents of one file: its root with what stands around them. */
export function joinXml(documents: readonly FileDocument[]): Uint8Array {
  const [first] = documents;
  if (first?.envelope === undefined) return first?.bytes ?? new Uint8Array();
  const { head, tail } = unpackEnvelope(first.envelope);
  return Buffer.concat([head, ...documents.map(({ bytes }) => bytes), tail]);
}
