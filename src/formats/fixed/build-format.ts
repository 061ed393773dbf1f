import type { Completeness, FileEnds, Format } from '../document-format.ts';
import { decodeFile } from '../records/decode-bytes.ts';
import { unpackEnvelope } from '../records/envelope.ts';
import { isFirstRecordType } from '../records/first-record.ts';
import { openBytes, readRoughText } from '../records/open-bytes.ts';
import { RecordScanner } from '../records/record-scanner.ts';
import { buildRecordShape } from '../records/record-shape.ts';
import { cutFixed } from './cut.ts';
import { fixedFindingCreator } from './findings/catalogue.ts';
import { joinFixed } from './join.ts';
import { type FixedLayout, scanLengthOf } from './layout.ts';
import { readFixed } from './read.ts';
import { writeFixed } from './write.ts';

/** Records of fixed places as their description says. */
export function buildFixedFormat(layout: FixedLayout, hash: string): Format {
  const { description, root } = layout;
  return {
    name: description.format,
    ...(description.kind === undefined ? {} : { kind: description.kind }),
    extension: description.extension ?? '.txt',
    hash,
    recognise: (head, envelope) => isRecognised(layout, head, envelope),
    checkCompleteness: (ends) => checkCompleteness(layout, ends),
    cut: (bytes, options) => cutFixed(bytes, layout, options?.language),
    read: (document, options) => readFixed(document, layout, options?.language),
    buildShape: () => ({ root: buildRecordShape(root), namespaces: new Map() }),
    write: (target, options) => writeFixed(target, layout, options?.language),
    join: (documents) => joinFixed(documents, layout),
    decodeText: (bytes) => decodeFile(bytes, description.encoding, fixedFindingCreator()),
  };
}

function isRecognised(layout: FixedLayout, bytes: Uint8Array, envelope: Uint8Array | undefined): boolean {
  const { header } = layout;
  const head = envelope === undefined ? undefined : unpackEnvelope(envelope).head;
  const begin = head === undefined ? bytes : Buffer.concat([head, ...(header === undefined ? [bytes] : [])]);
  return isFirstRecordType(layout, readFirstType(layout, begin));
}

function readFirstType(layout: FixedLayout, bytes: Uint8Array): string | undefined {
  const { units } = openBytes(bytes, layout.description.encoding);
  const scanner = new RecordScanner(units, scanLengthOf(layout), { line: 1, row: 1 });
  if (!scanner.next()) return undefined;
  return typeIn(layout, readRoughText(units, scanner.start, scanner.stop));
}

const typeIn = ({ type }: FixedLayout, record: string): string =>
  record.slice(type.first, type.first + type.length).trim();

/** Only a trailer with its line break shows the end of such a file. */
function checkCompleteness(layout: FixedLayout, { head, tail, size }: FileEnds): Completeness {
  if (size === 0) return 'empty';
  const { units } = openBytes(tail, openBytes(head, layout.description.encoding).encoding);
  const text = readRoughText(units, 0, units.length);
  if (text.endsWith('\0')) return 'unfinished';
  const { trailer, description } = layout;
  if (trailer === undefined) return 'endless';
  const isLines = description.record.ends === 'newline';
  if (isLines && !/[\r\n]$/.test(text)) return 'unfinished';
  const kept = text.trimEnd();
  const last = isLines ? (kept.split(/[\r\n]/).at(-1) ?? '') : lastOf(text, description.record.length ?? 1);
  return typeIn(layout, last) === trailer.type ? 'complete' : 'unfinished';
}

/** The last record of a file without line breaks, of which the tail begins anywhere. */
const lastOf = (text: string, length: number): string => text.replace(/[\r\n]+$/, '').slice(-length);
