import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mounted, smallDisk } from '../../../test/faults/disk.ts';
import type { Journal } from '../journal.ts';
import { openPostgresJournal } from '../postgres/open-postgres.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';
import { startPostgres } from '../testkit/postgres-server.ts';
import { migrations } from './migrations.ts';

/** Journals of released versions, kept as files, open for ever. Version 1 holds six messages in every state. */

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

/** What the journal of version 1 holds must be there in every later one, and the work must go on. */
async function holdsVersion1(journal: Journal): Promise<void> {
  const messages = await journal.list({ limit: 10 });
  expect(messages.map(({ id, state, outcome }) => [id, outcome ?? state])).toEqual([
    [6, 'delivered'],
    [5, 'ready'],
    [4, 'ready'],
    [3, 'parked'],
    [2, 'waiting'],
    [1, 'delivered'],
  ]);
  await journal.bind('https://exchange.example, company c');
  expect(Buffer.from((await journal.part(6, 'received')) ?? []).toString()).toBe('{"order":{"id":"o-1"}}');
  expect(await journal.orderState('buyer/c/PO-1')).toContain('"fingerprint":"f"');
  expect(await journal.findCursor('responses')).toEqual({ value: '2026-02-03T15:03:12.004Z', noting: false });
  expect(await journal.attempts(2)).toMatchObject([{ unknown: true, detail: 'reply lost' }]);
  expect(await journal.history(3)).toMatchObject([{ action: 'release', who: 'anna' }]);
  expect((await journal.list({ limit: 5, find: 'po-1' })).map(({ id }) => id)).toEqual([6, 1]);
  expect((await journal.list({ limit: 5, find: 'rder-3' })).map(({ id }) => id)).toEqual([3]);
  expect(await journal.carryOutCommands()).toMatchObject([{ action: 'resend', message: 3 }]);
  expect(await journal.message(3)).toMatchObject({ state: 'received' });
}

describe('an embedded journal of version 1', () => {
  let folder: string;
  let path: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'version-'));
    path = join(folder, 'journal.db');
    writeFileSync(path, zstdDecompressSync(fixture('journal-v1.db.zst')));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('opens, is whole, and goes on', async () => {
    const journal = openSqliteJournal(path);
    await holdsVersion1(journal);
    expect(await journal.verify()).toEqual([]);
    await journal.close();
  });

  it('is copied before, once', async () => {
    await openSqliteJournal(path).close();
    await openSqliteJournal(path).close();
    const copies = readdirSync(folder).filter((name) => name.startsWith('journal.db.v'));
    expect(copies).toEqual([expect.stringMatching(/^journal\.db\.v1-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/)]);
    const copy = new DatabaseSync(join(folder, copies[0] ?? ''), { readOnly: true });
    expect(copy.prepare('pragma user_version').get()).toEqual({ user_version: 1 });
    expect(copy.prepare('select count(*) as n from message').get()).toEqual({ n: 6 });
    copy.close();
  });

  it.skipIf(!mounted)('stays as it is where there is no room for a copy', () => {
    const disk = smallDisk(1);
    try {
      const there = join(disk.folder, 'journal.db');
      const bytes = zstdDecompressSync(fixture('journal-v1.db.zst'));
      writeFileSync(there, bytes);
      writeFileSync(join(disk.folder, 'other'), Buffer.alloc(Math.floor(2 ** 20 - 2.3 * bytes.length)));
      expect(() => openSqliteJournal(there)).toThrow(/must be copied .* Make room/);
      const db = new DatabaseSync(there);
      expect(db.prepare('pragma user_version').get()).toEqual({ user_version: 1 });
      db.close();
    } finally {
      disk.remove();
    }
  });

  it('of a newer gateway is refused', () => {
    const db = new DatabaseSync(path);
    db.exec(`pragma user_version = ${migrations.length + 1}`);
    db.close();
    expect(() => openSqliteJournal(path)).toThrow(/newer gateway/);
  });
});

const server = await startPostgres();
afterAll(() => server?.close());

describe.skipIf(server === undefined)('a journal of version 1 in PostgreSQL', () => {
  const version1 = async (): Promise<string> => {
    const url = (await server?.database()) ?? '';
    await server?.run(url, fixture('journal-v1.sql').toString());
    return url;
  };

  it('opens and goes on', async () => {
    const journal = await openPostgresJournal(await version1());
    await holdsVersion1(journal);
    expect(await journal.verify()).toEqual([]);
    await journal.close();
  });

  it('is brought to the new version once, whoever of several gateways comes first', async () => {
    const url = await version1();
    const journals = await Promise.all([1, 2, 3].map(() => openPostgresJournal(url)));
    expect(await journals[2]?.list({ limit: 10 })).toHaveLength(6);
    await Promise.all(journals.map((journal) => journal.close()));
  });
});
