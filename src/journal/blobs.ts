import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Bytes by their SHA-256, compressed, each stored once. */
export class Blobs {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  put(bytes: Uint8Array): string {
    const hash = sha256(bytes);
    if (!this.#db.prepare('select 1 from blob where hash = ?').get(hash)) {
      this.#db
        .prepare('insert into blob (hash, size, body) values (?, ?, ?)')
        .run(hash, bytes.length, zstdCompressSync(bytes));
    }
    return hash;
  }

  get(hash: string): Uint8Array | undefined {
    const body = this.#db.prepare('select body from blob where hash = ?').get(hash)?.body;
    return body instanceof Uint8Array ? zstdDecompressSync(body) : undefined;
  }
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
