import type { RowPosition } from './open-bytes.ts';

/**
 * What a document needs of the file around it: its first bytes up to the documents (mark, headings, header record) as they
 * are. Where the rows of a document came from several places, the places follow behind a mark.
 */
export interface RecordsEnvelope {
  readonly head: Uint8Array;
  /** Behind all documents. */
  readonly trailer?: Uint8Array;
  /** Where the parts of the document begin in its own bytes, with their places in the file. */
  readonly parts?: readonly DocumentPart[];
}

export interface DocumentPart extends RowPosition {
  /** In bytes. */
  readonly offset: number;
}

/** No text has four NUL bytes. */
const mark = Buffer.alloc(4);

export function packEnvelope({ head, trailer, parts }: RecordsEnvelope): Uint8Array {
  if (trailer === undefined && parts === undefined) return head;
  const json = JSON.stringify({ head: head.length, parts });
  return Buffer.concat([head, mark, trailer ?? new Uint8Array(), mark, Buffer.from(json)]);
}

export function unpackEnvelope(bytes: Uint8Array): RecordsEnvelope {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!buffer.includes(mark)) return { head: bytes };
  const end = buffer.lastIndexOf(mark);
  const { head, parts = [] } = noteOf(buffer.toString('utf8', end + mark.length));
  const trailer = bytes.subarray(head + mark.length, end);
  return {
    head: bytes.subarray(0, head),
    ...(trailer.length === 0 ? {} : { trailer }),
    ...(parts.length === 0 ? {} : { parts }),
  };
}

/** `head`: its length, since UTF-16 ends in a NUL byte itself. */
function noteOf(json: string): { readonly head: number; readonly parts?: readonly DocumentPart[] } {
  return JSON.parse(json);
}
