import type { Completeness, FileEnds, Format } from '../document-format.ts';
import { decodeBytes, decodeFile } from '../records/decode-bytes.ts';
import { unpackEnvelope } from '../records/envelope.ts';
import { isFirstRecordType } from '../records/first-record.ts';
import { openBytes, readRoughText } from '../records/open-bytes.ts';
import { buildRecordShape } from '../records/record-shape.ts';
import { cutCsv } from './cut.ts';
import { readHead } from './file-head.ts';
import { csvFindingCreator } from './findings/catalogue.ts';
import { joinCsv } from './join.ts';
import type { CsvLayout } from './layout.ts';
import { TextRows } from './lexical/text-rows.ts';
import { readCsv } from './read.ts';
import { writeCsv } from './write.ts';

/** A CSV as its description says. */
export function buildCsvFormat(layout: CsvLayout, hash: string): Format {
  const { description, root } = layout;
  return {
    name: description.format,
    ...(description.kind === undefined ? {} : { kind: description.kind }),
    extension: description.extension ?? '.csv',
    hash,
    recognise: buildRecognition(layout),
    checkCompleteness: (ends) => checkCompleteness(layout, ends),
    cut: (bytes, options) => cutCsv(bytes, layout, options?.language),
    read: (document, options) => readCsv(document, layout, options?.language),
    buildShape: () => ({ root: buildRecordShape(root), namespaces: new Map() }),
    write: (target, options) => writeCsv(target, layout, options?.language),
    join: (documents) => joinCsv(documents, layout),
    decodeText: (bytes) => decodeFile(bytes, description.encoding, csvFindingCreator()),
  };
}

/** Where all documents of a file share what stands before them, and that tells, it is read once. */
function buildRecognition(layout: CsvLayout): Format['recognise'] {
  const known = new WeakMap<Uint8Array, boolean>();
  return (head, envelope) => {
    const before = envelope && known.get(envelope);
    if (before !== undefined) return before;
    const isOurs = isRecognised(layout, head, envelope);
    if (envelope && isToldByHead(layout)) known.set(envelope, isOurs);
    return isOurs;
  };
}

/** By what stands before all documents; else by the first record of each. */
const isToldByHead = ({ typeColumn, header }: CsvLayout): boolean =>
  typeColumn === undefined || header !== undefined;

/** By the headings that it must have, or by its first record. */
function isRecognised(layout: CsvLayout, bytes: Uint8Array, envelope: Uint8Array | undefined): boolean {
  const head = headOf(layout, bytes, envelope);
  const rows = rowsOf(layout, head);
  if (rows === undefined) return false;
  if (layout.typeColumn !== undefined)
    return rows.next() && isFirstRecordType(layout, rows.text(layout.typeColumn).trim());
  const { findings } = readHead(rows, layout, csvFindingCreator());
  return !findings.some(({ severity }) => severity === 'error');
}

/** What a file begins with; where no record stands before the first document, that is the document's own. */
function headOf(layout: CsvLayout, bytes: Uint8Array, envelope: Uint8Array | undefined): Uint8Array {
  if (envelope === undefined) return bytes;
  const { head } = unpackEnvelope(envelope);
  return isToldByHead(layout) ? head : Buffer.concat([head, bytes]);
}

/** The rows of a beginning; where the last character is cut off, without it. */
function rowsOf(layout: CsvLayout, head: Uint8Array): TextRows | undefined {
  const file = openBytes(head, layout.description.encoding);
  const rest = head.subarray(file.markLength);
  const whole = rest.subarray(0, Math.max(rest.lastIndexOf(10), rest.lastIndexOf(13)) + file.unitSize);
  const part = whole.length < file.unitSize + 1 ? rest : whole;
  const { text } = decodeBytes(
    part.subarray(0, part.length - (part.length % file.unitSize)),
    file,
    csvFindingCreator(),
  );
  return text === undefined ? undefined : new TextRows(text, layout.lexical, file.first);
}

/** Only a trailer with its line break shows the end of a CSV. */
function checkCompleteness(layout: CsvLayout, { head, tail, size }: FileEnds): Completeness {
  if (size === 0) return 'empty';
  const { units } = openBytes(tail, openBytes(head, layout.description.encoding).encoding);
  const text = readRoughText(units, 0, units.length);
  if (text.endsWith('\0')) return 'unfinished';
  if (layout.trailer === undefined || layout.typeColumn === undefined) return 'endless';
  if (!/[\r\n]$/.test(text)) return 'unfinished';
  const rows = new TextRows(
    text
      .trimEnd()
      .split(/[\r\n]/)
      .at(-1) ?? '',
    layout.lexical,
  );
  const isTrailer = rows.next() && rows.text(layout.typeColumn).trim() === layout.trailer.type;
  return isTrailer ? 'complete' : 'unfinished';
}
