import { createHash } from 'node:crypto';
import { zstdDecompressSync } from 'node:zlib';
import type { Row, Value } from '../sql/sql-engine.ts';

/** Holds bodies against their hashes, some at a time. */

/** Rows of an answer. */
export type RowReader = (sql: string, ...values: readonly Value[]) => Promise<readonly Row[]>;

/** Bodies that are read at once; one, or a piece of one, has a megabyte at most. */
const atOnce = 20;

export interface CheckedBodies {
  /** Hashes of those whose bytes are not what they were. */
  readonly damaged: readonly string[];
  /** Where the next ones begin; undefined: these were the last. */
  readonly last: string | undefined;
}

/** Those that follow the hash `after`. */
export async function checkBodies(query: RowReader, after: string): Promise<CheckedBodies> {
  const rows = await query(
    `select hash, size, body from blob where hash > ? order by hash limit ${atOnce}`,
    after,
  );
  const damaged: string[] = [];
  for (const row of rows) {
    // retention may have deleted its pieces meanwhile
    const isDamaged = !(await isWhole(query, row)) && (await isThere(query, row));
    if (isDamaged) damaged.push(String(row.hash));
  }
  const last = rows.length < atOnce ? undefined : String(rows.at(-1)?.hash);
  return { damaged, last };
}

const isThere = async (query: RowReader, { hash }: Row): Promise<boolean> =>
  (await query('select 1 from blob where hash = ?', String(hash))).length > 0;

async function isWhole(query: RowReader, { hash, size, body }: Row): Promise<boolean> {
  const sum = createHash('sha256');
  let length = 0;
  for await (const compressed of piecesOf(query, String(hash), body)) {
    const bytes = unpack(compressed);
    sum.update(bytes);
    length += bytes.length;
  }
  return sum.digest('hex') === hash && length === size;
}

function unpack(compressed: Uint8Array): Uint8Array {
  try {
    return zstdDecompressSync(compressed);
  } catch {
    return compressed; // not zstd any more: no hash agrees with it
  }
}

/** The body itself, or where it is empty its pieces in their order. */
async function* piecesOf(query: RowReader, hash: string, body: unknown): AsyncGenerator<Uint8Array> {
  if (body instanceof Uint8Array && body.length > 0) return yield body;
  for (let n = 0; ; n += 1) {
    const [row] = await query('select body from piece where hash = ? and n = ?', hash, n);
    if (!(row?.body instanceof Uint8Array)) return;
    yield row.body;
  }
}
