import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { BodyDamaged, JournalNotWritten } from './errors.ts';
import type { PartInfo, PartRole, TranslatedPart } from './message.ts';
import { readPart } from './rows.ts';
import { all, type Dialect, type Engine, now, one, run, type Steps } from './sql.ts';

/**
 * Bytes by their SHA-256, compressed, each stored once; and the parts of messages, which name them. Large ones are stored
 * in pieces before their transaction, so that neither they nor their hash hold up the event loop: their own row is empty.
 */

/** Bytes from which on, and by which, pieces are made; those of another release may have another size. */
const pieceSize = 1_000_000;
/** Compressed bytes up to this many are unpacked at once: quicker than a turn in the thread pool. */
const syncUpTo = 4000;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Hashes of bytes that are stored in pieces. */
const stored = new WeakMap<Uint8Array, string>();
const nothing = new Uint8Array();

/** Stores large bytes in pieces, before the transaction that names them. What is not named later does no harm. */
export async function storeAhead(engine: Engine, ...every: readonly Uint8Array[]): Promise<void> {
  for (const bytes of every) {
    if (bytes.length < pieceSize) continue;
    const hash = stored.get(bytes) ?? (await gently(bytes));
    const known = await engine.read(() => one('select 1 as n from blob where hash = ?', hash));
    if (!known) await storePieces(engine, hash, bytes);
    stored.set(bytes, hash);
  }
}

async function storePieces(engine: Engine, hash: string, bytes: Uint8Array): Promise<void> {
  const pieces = piecesOf(bytes);
  for (const [n, piece] of pieces.entries()) {
    const body = await compress(piece);
    await engine.write(function* () {
      // another release may have left some of another size
      if (n === 0) yield* run('delete from piece where hash = ? and n >= ?', hash, pieces.length);
      yield* run(
        'insert into piece (hash, n, body) values (?, ?, ?) on conflict (hash, n) do update set body = excluded.body',
        hash,
        n,
        body,
      );
    });
  }
}

function piecesOf(bytes: Uint8Array): Uint8Array[] {
  const count = Math.ceil(bytes.length / pieceSize);
  return Array.from({ length: count }, (_, n) => bytes.subarray(n * pieceSize, (n + 1) * pieceSize));
}

/** The hash of bytes, with room for others between its parts. */
async function gently(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (const piece of piecesOf(bytes)) {
    hash.update(piece);
    await setImmediate();
  }
  return hash.digest('hex');
}

export const hashOf = (bytes: Uint8Array): string => stored.get(bytes) ?? sha256(bytes);

/** The dialect keeps a body that is there already from being deleted meanwhile. */
export function* putBlob(dialect: Dialect, bytes: Uint8Array): Steps<string> {
  const hash = hashOf(bytes);
  if (!(yield* one(`select 1 as n from blob where hash = ?${dialect.keep}`, hash))) {
    yield* run(
      'insert into blob (hash, size, body) values (?, ?, ?) on conflict (hash) do nothing',
      hash,
      bytes.length,
      (yield* hasPieces(dialect, hash, bytes)) ? nothing : compressed(bytes),
    );
  }
  return hash;
}

/** Retention may have deleted them since they were stored. */
/** Without the 64 kB that are set aside for an answer of unknown length. */
const compressed = (bytes: Uint8Array): Uint8Array =>
  zstdCompressSync(bytes, { chunkSize: Math.max(constants.Z_MIN_CHUNK, bytes.length) });

function* hasPieces(dialect: Dialect, hash: string, bytes: Uint8Array): Steps<boolean> {
  if (!stored.has(bytes)) return false;
  const there = yield* all(`select n from piece where hash = ?${dialect.keep}`, hash);
  return there.length === piecesOf(bytes).length;
}

/** Deletes those of the bodies that no message, order state or open decision refers to any more. */
export function* dropUnused(dialect: Dialect, hashes: readonly string[]): Steps<void> {
  if (hashes.length === 0) return;
  const these = `hash in (${hashes.map(() => '?').join()})`;
  // whoever is about to refer to one has locked it: wait for that, and only then look who does
  if (dialect.lock)
    for (const table of ['blob', 'piece'])
      yield* all(`select 1 from ${table} where ${these} order by hash${dialect.lock}`, ...hashes);
  yield* run(
    `delete from blob where ${these}
     and not exists (select 1 from part p where p.hash = blob.hash)
     and not exists (select 1 from state_body s where s.hash = blob.hash)
     and not exists (select 1 from command c where c.result is null and c.body = blob.hash)`,
    ...hashes,
  );
  yield* run(
    `delete from piece where ${these} and not exists (select 1 from blob b where b.hash = piece.hash)`,
    ...hashes,
  );
}

/**
 * The bytes of that hash, large ones beside the event loop. Rejects with BodyDamaged when they are not what was stored, with
 * JournalNotWritten where that says that the whole journal is damaged, and when a piece is missing.
 */
export async function readBlob(engine: Engine, hash: string): Promise<Uint8Array | undefined> {
  const row = await engine.read(() => one('select size, body from blob where hash = ?', hash));
  if (!(row?.body instanceof Uint8Array)) return undefined;
  const bytes = await unpacked(engine, hash, row.body, Number(row.size));
  if (bytes === undefined || (await hashOfRead(bytes)) !== hash) throw damaged(engine, hash);
  return alone(bytes);
}

/** Undefined: they cannot be unpacked any more. */
async function unpacked(
  engine: Engine,
  hash: string,
  body: Uint8Array,
  size: number,
): Promise<Uint8Array | undefined> {
  try {
    if (body.length === 0) return await joined(engine, hash, size);
    return body.length < syncUpTo ? zstdDecompressSync(body) : await decompress(body);
  } catch (error) {
    if (isOfZstd(error)) return undefined;
    throw error;
  }
}

const isOfZstd = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && /^Z(STD)?_/.test(String(error.code)));

const hashOfRead = (bytes: Uint8Array): string | Promise<string> =>
  bytes.length < pieceSize ? sha256(bytes) : gently(bytes);

function damaged(engine: Engine, hash: string): Error {
  const what = `the bytes ${hash} are not what was stored`;
  const reason = engine.damaged(what);
  return reason ? new JournalNotWritten(reason.en) : new BodyDamaged(what);
}

/** In memory of its own: what lies in the 64 kB that Node's buffers share takes all of them along into another thread. */
const alone = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);

async function joined(engine: Engine, hash: string, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let [at, n] = [0, 0]; at < size; n += 1) {
    const row = await engine.read(() => one('select body from piece where hash = ? and n = ?', hash, n));
    if (!(row?.body instanceof Uint8Array)) throw new BodyDamaged(`the journal has lost a piece of ${hash}`);
    const piece = await decompress(row.body);
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function* addPart(dialect: Dialect, id: number, role: PartRole, bytes: Uint8Array): Steps<void> {
  yield* namePart(id, role, yield* putBlob(dialect, bytes));
}

/** What a document was translated into, and what did that. */
export function* addTranslated(dialect: Dialect, id: number, { bytes, by }: TranslatedPart): Steps<void> {
  yield* addPart(dialect, id, 'translated', bytes);
  yield* addPart(dialect, id, 'translator', Buffer.from(by));
}

/** A part whose bytes are stored already. */
export function* namePart(id: number, role: PartRole, hash: string): Steps<void> {
  yield* run(
    `insert into part (message, n, role, hash, at)
     select ?, coalesce(max(n), 0) + 1, ?, ?, ? from part where message = ?`,
    id,
    role,
    hash,
    now(),
    id,
  );
}

/** The hash of the newest part of a role. */
export function* partHash(id: number, role: PartRole): Steps<string | undefined> {
  const row = yield* one(
    'select hash from part where message = ? and role = ? order by n desc limit 1',
    id,
    role,
  );
  return typeof row?.hash === 'string' ? row.hash : undefined;
}

export function* parts(id: number): Steps<readonly PartInfo[]> {
  const rows = yield* all(
    'select p.role, p.hash, b.size, p.at from part p join blob b on b.hash = p.hash where message = ? order by n',
    id,
  );
  return rows.map(readPart);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
