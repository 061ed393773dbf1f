import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import { localize } from '../../findings/localized-text.ts';
import { sha256 } from '../../text/sha256.ts';
import { BodyDamaged, JournalNotWritten } from '../model/journal-errors.ts';
import type { PartInfo, PartRole, TranslatedPart } from '../model/message.ts';
import {
  currentInstant,
  execute,
  type SqlDialect,
  type SqlEngine,
  type SqlSteps,
  selectRow,
  selectRows,
  type Value,
} from '../sql/sql-engine.ts';
import { parsePartInfo } from './part-info.ts';
import { buildRawFrame } from './raw-frame.ts';

/**
 * Bytes by their SHA-256, compressed, each stored once; and the parts of messages, which name them. Large ones are stored
 * in pieces before their transaction, so that neither they nor their hash hold up the event loop: their own row is empty.
 */

/** Bytes from which on, and by which, pieces are made; those of another release may have another size. */
const pieceSize = 1_000_000;
/** Compressed bytes up to this many are unpacked at once: quicker than a turn in the thread pool. */
const unpackAtOnceUpTo = 4000;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** Hashes of bytes that are stored in pieces. */
const hashesOfStored = new WeakMap<Uint8Array, string>();
const emptyBody = new Uint8Array();

/** Stores large bytes in pieces, before the transaction that names them. What is not named later does no harm. */
export async function storeLargeBlobs(engine: SqlEngine, ...every: readonly Uint8Array[]): Promise<void> {
  for (const bytes of every) {
    if (bytes.length < pieceSize) continue;
    const hash = hashesOfStored.get(bytes) ?? (await hashByPieces(bytes));
    const known = await engine.read(() => selectRow('select 1 as n from blob where hash = ?', hash));
    if (!known) await storePieces(engine, hash, bytes);
    hashesOfStored.set(bytes, hash);
  }
}

async function storePieces(engine: SqlEngine, hash: string, bytes: Uint8Array): Promise<void> {
  const pieces = piecesOf(bytes);
  for (const [n, piece] of pieces.entries()) {
    const body = await compress(piece);
    await engine.write(function* () {
      // another release may have left some of another size
      if (n === 0) yield* execute('delete from piece where hash = ? and n >= ?', hash, pieces.length);
      yield* execute(
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
async function hashByPieces(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  for (const piece of piecesOf(bytes)) {
    hash.update(piece);
    await setImmediate();
  }
  return hash.digest('hex');
}

export const hashBlob = (bytes: Uint8Array): string => hashesOfStored.get(bytes) ?? sha256(bytes);

interface HashedBlob {
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Resolves to their hashes. Over a network small ones are not asked for first: as a rule they are new. */
function* storeBlobs(dialect: SqlDialect, every: readonly Uint8Array[]): SqlSteps<readonly string[]> {
  const blobs = every.map((bytes) => ({ hash: hashBlob(bytes), bytes }));
  const isTried = dialect.shared && every.every(({ length }) => length < pieceSize);
  const inserted = isTried ? yield* insertBlobs(dialect, blobs) : new Set();
  for (const blob of blobs) if (!inserted.has(blob.hash)) yield* keepBlob(dialect, blob);
  return blobs.map(({ hash }) => hash);
}

export function* storeBlob(dialect: SqlDialect, bytes: Uint8Array): SqlSteps<string> {
  const [hash = ''] = yield* storeBlobs(dialect, [bytes]);
  return hash;
}

/** The dialect keeps one that is there already from being deleted meanwhile. */
function* keepBlob(dialect: SqlDialect, blob: HashedBlob): SqlSteps<void> {
  if (!(yield* selectRow(`select 1 as n from blob where hash = ?${dialect.keep}`, blob.hash)))
    yield* insertBlobs(dialect, [blob]);
}

/** Resolves to the hashes of those that were not there. */
function* insertBlobs(dialect: SqlDialect, blobs: readonly HashedBlob[]): SqlSteps<ReadonlySet<unknown>> {
  const values: Value[] = [];
  for (const { hash, bytes } of blobs) {
    const body = (yield* hasPieces(dialect, hash, bytes)) ? emptyBody : compressBlob(bytes);
    values.push(hash, bytes.length, body);
  }
  const rows = yield* selectRows(
    `insert into blob (hash, size, body) values ${blobs.map(() => '(?, ?, ?)').join()} on conflict (hash) do nothing returning hash`,
    ...values,
  );
  return new Set(rows.map(({ hash }) => hash));
}

/** Bytes that are worth packing. */
const leastPacked = 512;

/** As zstd, without the 64 kB that are set aside for an answer of unknown length. */
export const compressBlob = (bytes: Uint8Array): Uint8Array =>
  bytes.length < leastPacked ? buildRawFrame(bytes) : zstdCompressSync(bytes, { chunkSize: bytes.length });

/** Likewise; `size`: of what comes out, as far as it is known. */
export const decompressBlob = (body: Uint8Array, size: number): Uint8Array =>
  zstdDecompressSync(body, { chunkSize: Math.max(constants.Z_MIN_CHUNK, size) });

/** Retention may have deleted pieces since they were stored. */
function* hasPieces(dialect: SqlDialect, hash: string, bytes: Uint8Array): SqlSteps<boolean> {
  if (!hashesOfStored.has(bytes)) return false;
  const there = yield* selectRows(`select n from piece where hash = ?${dialect.keep}`, hash);
  return there.length === piecesOf(bytes).length;
}

/** Deletes those of the bodies that no message, order state or open decision refers to any more. */
export function* deleteUnusedBlobs(dialect: SqlDialect, hashes: readonly string[]): SqlSteps<void> {
  if (hashes.length === 0) return;
  const these = `hash in (${hashes.map(() => '?').join()})`;
  // whoever is about to refer to one has locked it: wait for that, and only then look who does
  if (dialect.lock)
    for (const table of ['blob', 'piece'])
      yield* selectRows(`select 1 from ${table} where ${these} order by hash${dialect.lock}`, ...hashes);
  yield* execute(
    `delete from blob where ${these}
     and not exists (select 1 from part p where p.hash = blob.hash)
     and not exists (select 1 from state_body s where s.hash = blob.hash)
     and not exists (select 1 from command c where c.result is null and c.body = blob.hash)`,
    ...hashes,
  );
  yield* execute(
    `delete from piece where ${these} and not exists (select 1 from blob b where b.hash = piece.hash)`,
    ...hashes,
  );
}

/**
 * The bytes of that hash, large ones beside the event loop. Rejects with BodyDamaged when they are not what was stored, with
 * JournalNotWritten where that says that the whole journal is damaged, and when a piece is missing.
 */
export async function readBlob(engine: SqlEngine, hash: string): Promise<Uint8Array | undefined> {
  const row = await engine.read(() => selectRow('select size, body from blob where hash = ?', hash));
  if (!(row?.body instanceof Uint8Array)) return undefined;
  const bytes = await unpack(engine, hash, row.body, Number(row.size));
  if (bytes === undefined || (await hashOfRead(bytes)) !== hash) throw damageError(engine, hash);
  return copyFromPool(bytes);
}

/** Undefined: they cannot be unpacked any more. */
async function unpack(
  engine: SqlEngine,
  hash: string,
  body: Uint8Array,
  size: number,
): Promise<Uint8Array | undefined> {
  try {
    if (body.length === 0) return await joinPieces(engine, hash, size);
    return body.length < unpackAtOnceUpTo ? decompressBlob(body, size) : await decompress(body);
  } catch (error) {
    if (isOfZstd(error)) return undefined;
    throw error;
  }
}

const isOfZstd = (error: unknown): boolean =>
  error instanceof RangeError ||
  (error instanceof Error && 'code' in error && /^Z(STD)?_/.test(String(error.code)));

const hashOfRead = (bytes: Uint8Array): string | Promise<string> =>
  bytes.length < pieceSize ? sha256(bytes) : hashByPieces(bytes);

function damageError(engine: SqlEngine, hash: string): Error {
  const what = localize('body-other', { hash }).en;
  const reason = engine.damaged(what);
  return reason ? new JournalNotWritten(reason.en) : new BodyDamaged(what);
}

/** In memory of its own: what lies in the 64 kB that Node's buffers share takes all of them along into another thread. */
const copyFromPool = (bytes: Uint8Array): Uint8Array =>
  bytes.buffer.byteLength === bytes.length ? bytes : new Uint8Array(bytes);

async function joinPieces(engine: SqlEngine, hash: string, size: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(size);
  for (let [at, n] = [0, 0]; at < size; n += 1) {
    const row = await engine.read(() =>
      selectRow('select body from piece where hash = ? and n = ?', hash, n),
    );
    if (!(row?.body instanceof Uint8Array)) throw new BodyDamaged(localize('body-lost-piece', { hash }).en);
    const piece = await decompress(row.body);
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

export function* addPart(dialect: SqlDialect, id: number, role: PartRole, bytes: Uint8Array): SqlSteps<void> {
  yield* linkPart(id, role, yield* storeBlob(dialect, bytes));
}

type NewPart = readonly [role: PartRole, bytes: Uint8Array];

export function* addParts(dialect: SqlDialect, id: number, parts: readonly NewPart[]): SqlSteps<void> {
  const hashes = yield* storeBlobs(
    dialect,
    parts.map(([, bytes]) => bytes),
  );
  yield* linkParts(
    id,
    parts.map(([role], n) => [role, hashes[n] ?? '']),
  );
}

/** What a document was translated into, and what did that. */
export const addTranslatedPart = (
  dialect: SqlDialect,
  id: number,
  { bytes, by }: TranslatedPart,
): SqlSteps<void> =>
  addParts(dialect, id, [
    ['translated', bytes],
    ['translator', Buffer.from(by)],
  ]);

/** A part whose bytes are stored already. */
export const linkPart = (id: number, role: PartRole, hash: string): SqlSteps<void> =>
  linkParts(id, [[role, hash]]);

/** In this order. */
function* linkParts(id: number, parts: readonly (readonly [role: PartRole, hash: string])[]): SqlSteps<void> {
  const rows = parts.map((_, n) => `select message, last + ${n + 1}, ?, ?, ? from before`);
  yield* execute(
    `with before as (select cast(? as bigint) as message, coalesce(max(n), 0) as last from part where message = ?)
     insert into part (message, n, role, hash, at) ${rows.join(' union all ')}`,
    ...[id, id],
    ...parts.flatMap(([role, hash]) => [role, hash, currentInstant()]),
  );
}

/** The hash of the newest part of a role. */
export function* findPartHash(id: number, role: PartRole): SqlSteps<string | undefined> {
  const row = yield* selectRow(
    'select hash from part where message = ? and role = ? order by n desc limit 1',
    id,
    role,
  );
  return typeof row?.hash === 'string' ? row.hash : undefined;
}

export function* listMessageParts(id: number): SqlSteps<readonly PartInfo[]> {
  const rows = yield* selectRows(
    'select p.role, p.hash, b.size, p.at from part p join blob b on b.hash = p.hash where message = ? order by n',
    id,
  );
  return rows.map(parsePartInfo);
}
