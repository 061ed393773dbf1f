import type { PageFile } from './page-file.ts';
import { decodeRecord, type SqlValue, varint } from './record.ts';

/** The cells of one page of a tree: pointers to other pages, and rows. */

const types = { indexInterior: 2, tableInterior: 5, indexLeaf: 10, tableLeaf: 13 };

/** A row as it is stored. */
export interface StoredRow {
  /** Undefined in a table without rowid. */
  readonly rowid: number | undefined;
  readonly values: readonly SqlValue[];
}

interface Header {
  readonly type: number;
  readonly isInterior: boolean;
  /** Where each cell begins. */
  readonly cells: readonly number[];
  readonly right: number;
}

/** Undefined: it is no page of a tree, or not any more. */
function headerOf(bytes: Buffer, number: number): Header | undefined {
  const at = number === 1 ? 100 : 0;
  const type = bytes[at] ?? 0;
  if (!Object.values(types).includes(type)) return undefined;
  const isInterior = type === types.indexInterior || type === types.tableInterior;
  const begin = at + (isInterior ? 12 : 8);
  const count = bytes.readUInt16BE(at + 3);
  if (begin + count * 2 > bytes.length) return undefined;
  const cells = Array.from({ length: count }, (_, n) => bytes.readUInt16BE(begin + 2 * n));
  if (cells.some((cell) => cell < begin + count * 2 || cell > bytes.length - 4)) return undefined;
  return { type, isInterior, cells, right: isInterior ? bytes.readUInt32BE(at + 8) : 0 };
}

export function childrenOf(file: PageFile, number: number): readonly number[] {
  const bytes = file.page(number);
  const header = headerOf(bytes, number);
  if (!header?.isInterior) return [];
  return [...header.cells.map((cell) => bytes.readUInt32BE(cell)), header.right];
}

/** What one page holds; `lost`: rows that were there and cannot be read, or undefined for a page of which nothing can be told. */
export interface PageRows {
  readonly rows: readonly StoredRow[];
  readonly lost: number | undefined;
}

/** Rows of a table that has rowids stand in its leaves alone; of one without, in every page. */
export function rowsOf(file: PageFile, number: number, hasRowids: boolean): PageRows {
  const bytes = file.page(number);
  const header = headerOf(bytes, number);
  const fits = hasRowids ? [types.tableInterior, types.tableLeaf] : [types.indexInterior, types.indexLeaf];
  if (!header || !fits.includes(header.type)) return { rows: [], lost: undefined };
  if (header.type === types.tableInterior) return { rows: [], lost: 0 };
  const rows = header.cells.flatMap((cell) => rowAt(file, bytes, cell, header) ?? []);
  return { rows, lost: header.cells.length - rows.length };
}

function rowAt(
  file: PageFile,
  bytes: Buffer,
  cell: number,
  { type, isInterior }: Header,
): StoredRow | undefined {
  try {
    const size = varint(bytes, isInterior ? cell + 4 : cell);
    const rowid = type === types.tableLeaf ? varint(bytes, size.end) : undefined;
    const payload = payloadAt(file, bytes, rowid?.end ?? size.end, size.value, rowid !== undefined);
    const values = payload && decodeRecord(payload);
    return values && { rowid: rowid?.value, values };
  } catch (error) {
    // beyond the end of the page: what stands there is no row any more
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}

/** What does not fit into the page goes on in a chain of others. */
function payloadAt(
  file: PageFile,
  bytes: Buffer,
  at: number,
  size: number,
  inTable: boolean,
): Buffer | undefined {
  const { usable } = file;
  const most = inTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
  if (size <= most) return at + size <= usable ? bytes.subarray(at, at + size) : undefined;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const even = least + ((size - least) % (usable - 4));
  const here = even <= most ? even : least;
  if (size > file.count * usable || at + here + 4 > usable) return undefined;
  const pieces = [bytes.subarray(at, at + here)];
  let next = bytes.readUInt32BE(at + here);
  for (let left = size - here; left > 0; left -= usable - 4) {
    if (next < 2 || next > file.count) return undefined;
    const page = file.page(next);
    next = page.readUInt32BE(0);
    pieces.push(page.subarray(4, 4 + Math.min(left, usable - 4)));
    // a chain ends where its payload does
    if (left <= usable - 4 && next !== 0) return undefined;
  }
  return Buffer.concat(pieces);
}
