import type { CreateFinding } from '../../findings/create-finding.ts';
import { limits } from '../../limits.ts';
import { TokenCount } from '../../tree/nodes/tree-limits.ts';
import type { Finding } from '../../types.ts';
import type { FileDocument, FilePosition } from '../document-format.ts';
import { type DocumentPart, packEnvelope } from './envelope.ts';
import type { OpenedFile } from './open-bytes.ts';

/** The rows of a document as far as they are known. */
export interface DocumentPiece {
  readonly key: string;
  readonly parts: {
    start: number;
    end: number;
    readonly line: number;
    readonly row: number;
    /** Absent: 1. */
    readonly column?: number;
  }[];
  readonly findings: Finding[];
}

/** The documents of a file, as many as one may have. */
export class PieceList {
  readonly all: DocumentPiece[] = [];
  readonly #count = new TokenCount(limits.documents, 'file-too-many-documents');

  get last(): DocumentPiece | undefined {
    return this.all.at(-1);
  }

  /** Throws UnreadableError. */
  push(piece: DocumentPiece): void {
    this.#count.add();
    this.all.push(piece);
  }
}

/** A part of a file, in units. */
export interface UnitRange {
  readonly start: number;
  readonly end: number;
}

/** A file and what stands around its documents. */
export interface PieceSurroundings {
  readonly bytes: Uint8Array;
  readonly file: OpenedFile;
  /** In units. */
  readonly headEnd: number;
  readonly trailer?: UnitRange | undefined;
}

/** A key that comes back is as unclear in its first rows as in its last ones. */
export function reportRepeatedKeys(pieces: readonly DocumentPiece[], tell: CreateFinding): void {
  for (const { key, parts, findings } of pieces) {
    const [first, second] = parts;
    if (first === undefined || second === undefined) continue;
    const values = { value: key.replaceAll('\0', ', '), first: first.row, count: second.row };
    findings.push(tell('rows-apart', values, { line: second.line, column: 1, record: second.row }));
  }
}

/** Pieces as documents with their envelope; the only one of a file is all of it. */
export function packDocuments(
  pieces: readonly DocumentPiece[],
  around: PieceSurroundings,
): readonly FileDocument[] {
  const [only, ...more] = pieces;
  if (only === undefined) return [];
  if (more.length === 0 && only.parts.length === 1)
    return [{ bytes: around.bytes, ...(only.findings.length === 0 ? {} : { findings: only.findings }) }];
  return new DocumentPacker(around).documents(pieces);
}

class DocumentPacker {
  readonly #bytes: Uint8Array;
  readonly #file: OpenedFile;
  readonly #around: { readonly head: Uint8Array; readonly trailer?: Uint8Array };

  constructor({ bytes, file, headEnd, trailer }: PieceSurroundings) {
    this.#bytes = bytes;
    this.#file = file;
    const head = bytes.subarray(0, this.#offset(headEnd));
    this.#around = trailer === undefined ? { head } : { head, trailer: this.#slice(trailer) };
  }

  documents(pieces: readonly DocumentPiece[]): readonly FileDocument[] {
    const shared = packEnvelope(this.#around);
    return pieces.map((piece) => this.#document(piece, shared));
  }

  #document({ parts, findings }: DocumentPiece, shared: Uint8Array): FileDocument {
    const [first] = parts;
    const at: FilePosition = {
      offset: this.#offset(first?.start ?? 0),
      line: first?.line ?? 1,
      column: first?.column ?? 1,
      record: first?.row ?? 1,
    };
    const told = findings.length === 0 ? {} : { findings };
    if (first !== undefined && parts.length === 1)
      return { bytes: this.#slice(first), envelope: shared, at, ...told };
    const bytes = Buffer.concat(parts.map((part) => this.#slice(part)));
    const envelope = packEnvelope({ ...this.#around, parts: joinParts(parts, this.#file.unitSize) });
    return { bytes, envelope, at, ...told };
  }

  #slice({ start, end }: UnitRange): Uint8Array {
    return this.#bytes.subarray(this.#offset(start), this.#offset(end));
  }

  /** In bytes of the file. */
  #offset(unit: number): number {
    return this.#file.markLength + unit * this.#file.unitSize;
  }
}

/** Where parts begin when they are one text. */
function joinParts(parts: DocumentPiece['parts'], unitSize: number): readonly DocumentPart[] {
  let offset = 0;
  return parts.map(({ start, end, line, row }) => {
    const part = { offset, line, row };
    offset += (end - start) * unitSize;
    return part;
  });
}
