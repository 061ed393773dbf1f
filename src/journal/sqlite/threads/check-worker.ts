import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import type { CheckedPart } from './page-check.ts';
import { serve } from './thread-server.ts';

/**
 * Runs in a thread of its own: reads a journal part by part, and says what is damaged. First each table with its indexes, as
 * SQLite checks them; then the bodies, which are most of it, a few at a time against their hashes. Imports nothing but Node.
 */

/** Milliseconds after which a part with bodies ends. */
const longest = 50;

/** Their rows are read with the bodies. */
const ofBodies = ['blob', 'piece'];

function* parts(db: DatabaseSync): Generator<string | undefined> {
  const tables = db
    .prepare("select name from sqlite_schema where type = 'table' and rootpage > 0 order by name")
    .all();
  for (const { name } of tables) if (!ofBodies.includes(String(name))) yield damageOf(db, String(name));
  let started = performance.now();
  for (let after = ''; ; ) {
    const row = db
      .prepare('select hash, size, body from blob where hash > ? order by hash limit 1')
      .get(after);
    if (!row) return;
    after = String(row.hash);
    if (!isWhole(db, after, Number(row.size), row.body)) yield `the bytes ${after} are not what was stored`;
    if (performance.now() - started < longest) continue;
    yield undefined;
    started = performance.now();
  }
}

function damageOf(db: DatabaseSync, table: string): string | undefined {
  const found = db.prepare(`pragma quick_check('${table}')`).get()?.quick_check;
  return found === 'ok' ? undefined : `table ${table}: ${String(found).replace(/\s+/g, ' ')}`;
}

/** Deleted since, it is no damage. */
function isWhole(db: DatabaseSync, hash: string, size: number, body: unknown): boolean {
  if (isSame(db, { hash, size, body })) return true;
  const again = db.prepare('select body from blob where hash = ?').get(hash);
  return again === undefined || isSame(db, { hash, size, body: again.body });
}

interface StoredBody {
  readonly hash: string;
  readonly size: number;
  readonly body: unknown;
}

function isSame(db: DatabaseSync, { hash, size, body }: StoredBody): boolean {
  const sum = createHash('sha256');
  let length = 0;
  try {
    for (const piece of piecesOf(db, hash, body)) {
      const bytes = zstdDecompressSync(piece);
      sum.update(bytes);
      length += bytes.length;
    }
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) throw error;
    return false;
  }
  return length === size && sum.digest('hex') === hash;
}

function* piecesOf(db: DatabaseSync, hash: string, body: unknown): Generator<Uint8Array> {
  if (body instanceof Uint8Array && body.length > 0) return yield body;
  const pieces = db.prepare('select body from piece where hash = ? order by n').iterate(hash);
  for (const piece of pieces) if (piece.body instanceof Uint8Array) yield piece.body;
}

class PartwiseCheck {
  readonly #db: DatabaseSync;
  #rest: Generator<string | undefined>;

  constructor(path: string) {
    this.#db = new DatabaseSync(path, { readOnly: true });
    this.#rest = parts(this.#db);
  }

  next(): CheckedPart {
    try {
      const { value, done } = this.#rest.next();
      if (done) this.#rest = parts(this.#db);
      return { more: !done, ...(typeof value === 'string' ? { damaged: value } : {}) };
    } catch (error) {
      if (!isDamage(error)) throw error;
      return { more: false, damaged: error.message };
    }
  }

  close(): void {
    this.#db.close();
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const isDamage = (error: unknown): error is Error =>
  error instanceof Error && 'errcode' in error && [11, 26].includes(Number(error.errcode) & 0xff);

serve(({ path }) => {
  const check = new PartwiseCheck(path);
  return { answer: () => check.next(), close: () => check.close() };
});
