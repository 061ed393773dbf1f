import type { FileDocument } from '../document-format.ts';
import { decodeLatin1, type EdifactEnvelope, separatorsOf, unpackEnvelope } from './lexical/envelope.ts';

/** Some messages of one file as a file: their interchanges and groups once, with counts made anew. */
export function joinEdifact(documents: readonly FileDocument[]): Uint8Array {
  const [first] = documents;
  if (first?.envelope === undefined) return first?.bytes ?? new Uint8Array();
  const known = new Map<Uint8Array, EdifactEnvelope>();
  const placed = documents.map(({ bytes, envelope = new Uint8Array() }) => {
    const read = known.get(envelope) ?? unpackEnvelope(envelope);
    known.set(envelope, read);
    return { bytes, envelope: read };
  });
  const interchanges = Map.groupBy(placed, ({ envelope }) => envelope.interchange);
  return Buffer.concat([...interchanges.values()].flatMap(interchange));
}

interface Placed {
  readonly bytes: Uint8Array;
  readonly envelope: EdifactEnvelope;
}

function interchange(messages: readonly Placed[]): readonly Uint8Array[] {
  const [first] = messages;
  if (first === undefined) return [];
  const { una, unb, lineEnd } = first.envelope;
  const { terminator, element } = separatorsOf(first.envelope);
  const end = Buffer.from(`${terminator}${lineEnd}`, 'latin1');
  const groups = Map.groupBy(messages, ({ envelope }) => envelope.ung?.at.offset);
  const body = [...groups.values()].flatMap((group) => inGroup(group, end));
  const count = groups.has(undefined) ? messages.length : groups.size;
  if (unb === undefined) return [una, ...body];
  const reference = elementOf(unb.bytes, 5, first.envelope);
  const unz = Buffer.from(`UNZ${element}${count}${element}${reference}`, 'latin1');
  const head = una.length === 0 ? [] : [una, Buffer.from(lineEnd, 'latin1')];
  return [...head, unb.bytes, end, ...body, unz, end];
}

function inGroup(messages: readonly Placed[], end: Uint8Array): readonly Uint8Array[] {
  const [first] = messages;
  const lineEnd = end.subarray(1);
  const body = messages.flatMap(({ bytes }) => [bytes, lineEnd]);
  const ung = first?.envelope.ung;
  if (first === undefined || ung === undefined) return body;
  const { element } = separatorsOf(first.envelope);
  const reference = elementOf(ung.bytes, 5, first.envelope);
  const une = Buffer.from(`UNE${element}${messages.length}${element}${reference}`, 'latin1');
  return [ung.bytes, end, ...body, une, end];
}

/** As it is, releases included. */
function elementOf(bytes: Uint8Array, number: number, envelope: EdifactEnvelope): string {
  const { element, release } = separatorsOf(envelope);
  let at = 0;
  let text = '';
  const all = decodeLatin1(bytes);
  for (let n = 0; n < all.length; n += 1) {
    const sign = all[n] ?? '';
    if (sign === element) at += 1;
    else if (at === number) text += sign === release ? sign + (all[++n] ?? '') : sign;
    else if (sign === release) n += 1;
  }
  return text;
}
