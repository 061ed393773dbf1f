import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { zstdCompress, zstdCompressSync, zstdDecompress, zstdDecompressSync } from 'node:zlib';
import type { PartInfo, PartRole } from './interface.ts';
import { readPart } from './rows.ts';
import { all, type Dialect, now, one, run, type Steps } from './sql.ts';

/** Bytes by their SHA-256, compressed, each stored once; and the parts of messages, which name them. */

/** From this many bytes on, compressing would hold up the event loop. */
const largeFrom = 1_000_000;
/** Compressed bytes up to this many are unpacked at once: quicker than a turn in the thread pool. */
const syncUpTo = 4000;
const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** What was compressed ahead of its transaction. */
const packed = new WeakMap<Uint8Array, { readonly hash: string; readonly body: Uint8Array }>();

/** Hashes and compresses large bytes beside the event loop, before the transaction that stores them. */
export async function pack(...all: readonly Uint8Array[]): Promise<void> {
  for (const bytes of all) {
    if (bytes.length < largeFrom || packed.has(bytes)) continue;
    packed.set(bytes, { hash: sha256(bytes), body: await compress(bytes) });
  }
}

/** The stored form back into the bytes, large ones beside the event loop. */
export async function unpack(body: Uint8Array | undefined): Promise<Uint8Array | undefined> {
  return body && (body.length < syncUpTo ? zstdDecompressSync(body) : await decompress(body));
}

export const hashOf = (bytes: Uint8Array): string => packed.get(bytes)?.hash ?? sha256(bytes);

/** The dialect keeps a body that is there already from being deleted meanwhile. */
export function* putBlob(dialect: Dialect, bytes: Uint8Array): Steps<string> {
  const hash = hashOf(bytes);
  if (!(yield* one(`select 1 as n from blob where hash = ?${dialect.keep}`, hash))) {
    yield* run(
      'insert into blob (hash, size, body) values (?, ?, ?) on conflict (hash) do nothing',
      hash,
      bytes.length,
      packed.get(bytes)?.body ?? zstdCompressSync(bytes),
    );
  }
  return hash;
}

/** Deletes those of the bodies that no message, order state or open decision refers to any more. */
export function* dropUnused(dialect: Dialect, hashes: readonly string[]): Steps<void> {
  if (hashes.length === 0) return;
  const these = `hash in (${hashes.map(() => '?').join()})`;
  // whoever is about to refer to one has locked it: wait for that, and only then look who does
  if (dialect.lock) yield* all(`select 1 from blob where ${these} order by hash${dialect.lock}`, ...hashes);
  yield* run(
    `delete from blob where ${these}
     and not exists (select 1 from part p where p.hash = blob.hash)
     and not exists (select 1 from state_body s where s.hash = blob.hash)
     and not exists (select 1 from command c where c.result is null and c.body = blob.hash)`,
    ...hashes,
  );
}

/** As it is stored: compressed. */
export function* packedBlob(hash: string): Steps<Uint8Array | undefined> {
  const body = (yield* one('select body from blob where hash = ?', hash))?.body;
  return body instanceof Uint8Array ? body : undefined;
}

export function* blob(hash: string): Steps<Uint8Array | undefined> {
  const body = yield* packedBlob(hash);
  return body && zstdDecompressSync(body);
}

export function* addPart(dialect: Dialect, id: number, role: PartRole, bytes: Uint8Array): Steps<void> {
  const hash = yield* putBlob(dialect, bytes);
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

/** The newest part of a role, compressed. */
export function* packedPart(id: number, role: PartRole): Steps<Uint8Array | undefined> {
  const row = yield* one(
    'select hash from part where message = ? and role = ? order by n desc limit 1',
    id,
    role,
  );
  return typeof row?.hash === 'string' ? yield* packedBlob(row.hash) : undefined;
}

export function* parts(id: number): Steps<readonly PartInfo[]> {
  const rows = yield* all(
    'select p.role, p.hash, b.size, p.at from part p join blob b on b.hash = p.hash where message = ? order by n',
    id,
  );
  return rows.map(readPart);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
