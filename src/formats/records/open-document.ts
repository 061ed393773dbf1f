import type { CreateFinding } from '../../findings/create-finding.ts';
import type { Encoding } from '../../text/encodings.ts';
import { UnreadableError } from '../../tree/nodes/tree-limits.ts';
import type { Finding } from '../../types.ts';
import type { CutResult, FileDocument, ReadResult } from '../document-format.ts';
import { decodeBytes } from './decode-bytes.ts';
import { type RecordsEnvelope, unpackEnvelope } from './envelope.ts';
import { type OpenedFile, openBytes } from './open-bytes.ts';

/** A document of which it is known how its bytes are to be taken. */
export interface OpenDocument {
  readonly file: OpenedFile;
  /** Of the file around the document; absent: the document is all of it. */
  readonly around?: RecordsEnvelope;
  /** What stands before the documents; of a document that is all of the file, the whole of it. */
  readonly head: string;
}

/** Opens a document with what it needs of its file. */
export function openDocument(
  { bytes, envelope }: FileDocument,
  encoding: Encoding,
  tell: CreateFinding,
): OpenDocument | { readonly problem: Finding } {
  const around = envelope === undefined ? undefined : unpackEnvelope(envelope);
  const first = around?.head ?? bytes;
  const file = openBytes(first, encoding);
  const { text, problem } = decodeBytes(first.subarray(file.markLength), file, tell);
  if (problem !== undefined) return { problem };
  return { file, head: text, ...(around === undefined ? {} : { around }) };
}

/** Cuts a file; too many documents become a finding. */
export function cutWithinLimits(cut: () => CutResult, tell: CreateFinding): CutResult {
  try {
    return cut();
  } catch (error) {
    return { documents: [], findings: [buildLimitFinding(error, tell)] };
  }
}

/** Reads a document; one that is too large or too deep becomes a finding. */
export function readWithinLimits(read: () => ReadResult, tell: CreateFinding): ReadResult {
  try {
    const { findings, ...made } = read();
    return { ...made, findings: findings.toSorted(comparePositions) };
  } catch (error) {
    return { findings: [buildLimitFinding(error, tell)] };
  }
}

function buildLimitFinding(error: unknown, tell: CreateFinding): Finding {
  if (!(error instanceof UnreadableError)) throw error;
  const { code, values, place } = error.fault;
  return tell(code, values, place);
}

const comparePositions = (a: Finding, b: Finding): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
