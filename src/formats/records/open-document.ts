import type { Encoding } from '../../encodings.ts';
import type { Tell } from '../../findings/messages.ts';
import { Unreadable } from '../../tree/limits.ts';
import type { Finding } from '../../types.ts';
import type { Cut, Document, Read } from '../interface.ts';
import { decoded } from './decoded.ts';
import { type Envelope, unpacked } from './envelope.ts';
import { type Opened, opened } from './opened.ts';

/** A document of which it is known how its bytes are to be taken. */
export interface OpenDocument {
  readonly file: Opened;
  /** Of the file around the document; absent: the document is all of it. */
  readonly around?: Envelope;
  /** What stands before the documents; of a document that is all of the file, the whole of it. */
  readonly head: string;
}

/** Opens a document with what it needs of its file. */
export function openDocument(
  { bytes, envelope }: Document,
  encoding: Encoding,
  tell: Tell,
): OpenDocument | { readonly problem: Finding } {
  const around = envelope === undefined ? undefined : unpacked(envelope);
  const first = around?.head ?? bytes;
  const file = opened(first, encoding);
  const { text, problem } = decoded(first.subarray(file.markLength), file, tell);
  if (problem !== undefined) return { problem };
  return { file, head: text, ...(around === undefined ? {} : { around }) };
}

/** Cuts, and tells what has too many documents. */
export function cutWithin(cut: () => Cut, tell: Tell): Cut {
  try {
    return cut();
  } catch (error) {
    return { documents: [], findings: [beyond(error, tell)] };
  }
}

/** Reads, and tells what is too large or too deep to be read. */
export function readWithin(read: () => Read, tell: Tell): Read {
  try {
    const { findings, ...made } = read();
    return { ...made, findings: findings.toSorted(byPlace) };
  } catch (error) {
    return { findings: [beyond(error, tell)] };
  }
}

function beyond(error: unknown, tell: Tell): Finding {
  if (!(error instanceof Unreadable)) throw error;
  const { code, values, place } = error.fault;
  return tell(code, values, place);
}

export const byPlace = (a: Finding, b: Finding): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
