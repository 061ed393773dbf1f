import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdCompressSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../text/sha256.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';

/** Pieces as a release with another size made them. */
function cut(path: string, hash: string, bytes: Uint8Array, size: number, upTo = bytes.length): void {
  const db = new DatabaseSync(path);
  db.prepare('delete from piece where hash = ?').run(hash);
  for (let n = 0; n * size < upTo; n += 1)
    db.prepare('insert into piece (hash, n, body) values (?, ?, ?)').run(
      hash,
      n,
      zstdCompressSync(bytes.subarray(n * size, (n + 1) * size)),
    );
  db.close();
}

const document = (bytes: Uint8Array) =>
  ({
    channel: 'orders',
    direction: 'inbound',
    name: 'a.xml',
    source: { kind: 'webhook', method: 'POST' },
    bytes,
  }) as const;

it('gives small bytes in memory of their own: a thread that gets them gets no more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'small-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  onTestFinished(() => journal.close());
  const bytes = Buffer.from('<Order/>'.repeat(100));
  await journal.receive([document(bytes)]);
  const body = await journal.body(sha256(bytes));
  expect(body).toEqual(new Uint8Array(bytes));
  expect(body?.buffer.byteLength).toBe(bytes.length);
});

it('reads pieces of any size, and replaces what another release left half', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pieces-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'journal.db');
  const journal = openSqliteJournal(path);
  onTestFinished(() => journal.close());
  const [whole, half] = [randomBytes(2_500_000), randomBytes(2_500_000)];
  await journal.receive([document(whole)]);
  cut(path, sha256(whole), whole, 700_000);
  expect(whole.compare((await journal.part(1, 'received')) ?? Buffer.of())).toBe(0);
  expect(await journal.verify()).toEqual([]);

  cut(path, sha256(half), half, 300_000, 1_500_000);
  await journal.receive([document(half)]);
  expect(half.compare((await journal.part(2, 'received')) ?? Buffer.of())).toBe(0);
  expect(await journal.verify()).toEqual([]);
});
