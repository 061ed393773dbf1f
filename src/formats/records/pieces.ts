import type { Tell } from '../../findings/messages.ts';
import { limits } from '../../limits.ts';
import { TokenCount } from '../../tree/limits.ts';
import type { Finding } from '../../types.ts';
import type { Document, FilePlace } from '../interface.ts';
import { type Part, packed } from './envelope.ts';
import type { Opened } from './opened.ts';

/** The rows of a document as far as they are known. */
export interface Piece {
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
  readonly all: Piece[] = [];
  readonly #count = new TokenCount(limits.documents, 'file-too-many-documents');

  get last(): Piece | undefined {
    return this.all.at(-1);
  }

  /** Throws Unreadable. */
  push(piece: Piece): void {
    this.#count.add();
    this.all.push(piece);
  }
}

/** A part of a file, in units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A file and what stands around its documents. */
export interface AroundPieces {
  readonly bytes: Uint8Array;
  readonly file: Opened;
  /** In units. */
  readonly headEnd: number;
  readonly trailer?: Stretch | undefined;
}

/** A key that comes back is as unclear in its first rows as in its last ones. */
export function tellApart(pieces: readonly Piece[], tell: Tell): void {
  for (const { key, parts, findings } of pieces) {
    const [first, second] = parts;
    if (first === undefined || second === undefined) continue;
    const values = { value: key.replaceAll('\0', ', '), first: first.row, count: second.row };
    findings.push(tell('rows-apart', values, { line: second.line, column: 1, record: second.row }));
  }
}

/** Pieces as documents with their envelope; the only one of a file is all of it. */
export function documentsOf(pieces: readonly Piece[], around: AroundPieces): readonly Document[] {
  const [only, ...more] = pieces;
  if (only === undefined) return [];
  if (more.length === 0 && only.parts.length === 1)
    return [{ bytes: around.bytes, ...(only.findings.length === 0 ? {} : { findings: only.findings }) }];
  return new Packer(around).documents(pieces);
}

class Packer {
  readonly #bytes: Uint8Array;
  readonly #file: Opened;
  readonly #around: { readonly head: Uint8Array; readonly trailer?: Uint8Array };

  constructor({ bytes, file, headEnd, trailer }: AroundPieces) {
    this.#bytes = bytes;
    this.#file = file;
    const head = bytes.subarray(0, this.#offset(headEnd));
    this.#around = trailer === undefined ? { head } : { head, trailer: this.#slice(trailer) };
  }

  documents(pieces: readonly Piece[]): readonly Document[] {
    const shared = packed(this.#around);
    return pieces.map((piece) => this.#document(piece, shared));
  }

  #document({ parts, findings }: Piece, shared: Uint8Array): Document {
    const [first] = parts;
    const at: FilePlace = {
      offset: this.#offset(first?.start ?? 0),
      line: first?.line ?? 1,
      column: first?.column ?? 1,
      record: first?.row ?? 1,
    };
    const told = findings.length === 0 ? {} : { findings };
    if (first !== undefined && parts.length === 1)
      return { bytes: this.#slice(first), envelope: shared, at, ...told };
    const bytes = Buffer.concat(parts.map((part) => this.#slice(part)));
    const envelope = packed({ ...this.#around, parts: joined(parts, this.#file.unitSize) });
    return { bytes, envelope, at, ...told };
  }

  #slice({ start, end }: Stretch): Uint8Array {
    return this.#bytes.subarray(this.#offset(start), this.#offset(end));
  }

  /** In bytes of the file. */
  #offset(unit: number): number {
    return this.#file.markLength + unit * this.#file.unitSize;
  }
}

/** Where parts begin when they are one text. */
function joined(parts: Piece['parts'], unitSize: number): readonly Part[] {
  let offset = 0;
  return parts.map(({ start, end, line, row }) => {
    const part = { offset, line, row };
    offset += (end - start) * unitSize;
    return part;
  });
}
