import { encodeText } from '../../text/encodings.ts';
import type { FileDocument } from '../document-format.ts';
import { endWithLineBreak } from '../records/end-with-line-break.ts';
import { unpackEnvelope } from '../records/envelope.ts';
import { openBytes } from '../records/open-bytes.ts';
import { RecordScanner } from '../records/record-scanner.ts';
import { type FixedLayout, scanLengthOf } from './layout.ts';
import { buildTrailerRecord, encodeRecord } from './write.ts';

/** Some documents of one file as a file: its header once, the documents as they are, its trailer with new counts. */
export function joinFixed(documents: readonly FileDocument[], layout: FixedLayout): Uint8Array {
  const [first] = documents;
  if (first === undefined) return new Uint8Array();
  if (first.envelope === undefined) return first.bytes;
  const { head, trailer } = unpackEnvelope(first.envelope);
  const { encoding } = openBytes(head, layout.description.encoding);
  const lineEnd = encodeText('\r\n', encoding).bytes ?? new Uint8Array();
  const isLines = layout.description.record.ends === 'newline';
  const own = documents.map(({ bytes }) => (isLines ? endWithLineBreak(bytes, lineEnd) : bytes));
  if (trailer === undefined || layout.trailer === undefined) return Buffer.concat([head, ...own]);
  const rows = own.reduce((sum, bytes) => sum + recordsIn(bytes, layout, encoding), 0);
  const last = buildTrailerRecord(layout, layout.trailer.type, { documents: documents.length, rows });
  return Buffer.concat([head, ...own, encodeRecord(last, layout)]);
}

function recordsIn(
  bytes: Uint8Array,
  layout: FixedLayout,
  encoding: Parameters<typeof openBytes>[1],
): number {
  const { units } = openBytes(bytes, encoding);
  const scanner = new RecordScanner(units, scanLengthOf(layout), { line: 1, row: 1 });
  let count = 0;
  while (scanner.next()) count += 1;
  return count;
}
