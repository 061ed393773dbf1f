import { createHash } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PartInfo, PartRole } from './interface.ts';
import { readPart } from './rows.ts';
import { all, now, one, run, type Steps } from './sql.ts';

/** Bytes by their SHA-256, compressed, each stored once; and the parts of messages, which name them. */

export function* putBlob(bytes: Uint8Array): Steps<string> {
  const hash = sha256(bytes);
  if (!(yield* one('select 1 as n from blob where hash = ?', hash))) {
    yield* run(
      'insert into blob (hash, size, body) values (?, ?, ?) on conflict (hash) do nothing',
      hash,
      bytes.length,
      zstdCompressSync(bytes),
    );
  }
  return hash;
}

export function* blob(hash: string): Steps<Uint8Array | undefined> {
  const body = (yield* one('select body from blob where hash = ?', hash))?.body;
  return body instanceof Uint8Array ? zstdDecompressSync(body) : undefined;
}

export function* addPart(id: number, role: PartRole, bytes: Uint8Array): Steps<void> {
  const hash = yield* putBlob(bytes);
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

/** The newest part of a role. */
export function* part(id: number, role: PartRole): Steps<Uint8Array | undefined> {
  const row = yield* one(
    'select hash from part where message = ? and role = ? order by n desc limit 1',
    id,
    role,
  );
  return typeof row?.hash === 'string' ? yield* blob(row.hash) : undefined;
}

export function* parts(id: number): Steps<readonly PartInfo[]> {
  const rows = yield* all(
    'select p.role, p.hash, b.size, p.at from part p join blob b on b.hash = p.hash where message = ? order by n',
    id,
  );
  return rows.map(readPart);
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
