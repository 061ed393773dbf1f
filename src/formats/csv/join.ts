import { encodeText } from '../../text/encodings.ts';
import type { FileDocument } from '../document-format.ts';
import { endWithLineBreak } from '../records/end-with-line-break.ts';
import { unpackEnvelope } from '../records/envelope.ts';
import { openBytes, readRoughText } from '../records/open-bytes.ts';
import type { CsvLayout } from './layout.ts';
import { writeRow } from './lexical/row-text.ts';
import { TextRows } from './lexical/text-rows.ts';

/** Some documents of one file as a file: its first rows once, the documents as they are, its trailer with new counts. */
export function joinCsv(documents: readonly FileDocument[], layout: CsvLayout): Uint8Array {
  const [first] = documents;
  if (first === undefined) return new Uint8Array();
  if (first.envelope === undefined) return first.bytes;
  const { head, trailer } = unpackEnvelope(first.envelope);
  const file = openBytes(head, layout.description.encoding);
  const lineEnd = encodeText('\r\n', file.encoding).bytes ?? new Uint8Array();
  const parts = [head, ...documents.map(({ bytes }) => bytes)].map((bytes) =>
    endWithLineBreak(bytes, lineEnd),
  );
  if (trailer === undefined) return Buffer.concat(parts);
  const rows = documents
    .map(({ bytes }) => rowsIn(bytes, layout, file.encoding))
    .reduce((sum, count) => sum + count, 0);
  const text = readRoughText(openBytes(trailer, file.encoding).units, 0, trailer.length);
  const made = encodeText(
    recountTrailer(text, { documents: documents.length, rows }, layout),
    file.encoding,
  ).bytes;
  return Buffer.concat([...parts, made ?? trailer]);
}

function rowsIn(bytes: Uint8Array, layout: CsvLayout, encoding: Parameters<typeof openBytes>[1]): number {
  const { units } = openBytes(bytes, encoding);
  const rows = new TextRows(readRoughText(units, 0, units.length), layout.lexical);
  let count = 0;
  while (rows.next()) count += 1;
  return count;
}

function recountTrailer(
  text: string,
  counted: Readonly<Record<'documents' | 'rows', number>>,
  { lexical, trailer, description }: CsvLayout,
): string {
  const rows = new TextRows(text, lexical);
  if (!rows.next()) return text;
  const cells = Array.from({ length: rows.count }, (_, index) => rows.text(index));
  for (const field of trailer?.members ?? []) {
    const what = description.file.counts[field.name];
    if (what !== undefined && field.kind === 'field' && field.at.by === 'position')
      cells[field.at.column] = String(counted[what]);
  }
  return `${writeRow(cells, lexical)}${/[\r\n]+$/.exec(text)?.[0] ?? '\r\n'}`;
}
