import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../journal.ts';
import { moveJournal } from '../open/move-to-postgres.ts';
import { openPostgresJournal } from '../postgres/open-postgres.ts';
import { rescueJournal } from '../salvage/rescue-journal.ts';
import { backupJournal } from '../sqlite/backup-journal.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';
import { restoreJournal } from '../sqlite/restore-journal.ts';
import { startPostgres } from '../testkit/postgres-server.ts';

const by = { kind: 'system', name: 'root', address: 'erp-1' } as const;
const session = { hash: 'hash-of-a-session', lasts: 1_000_000, address: '10.0.0.7', agent: '' };
const idle = 1_000_000;

let folder: string;
let path: string;
const copy = (): string => join(folder, 'copy.db');

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copies-'));
  path = join(folder, 'journal.db');
  const { accounts, close } = openSqliteJournal(path);
  await accounts.addUser({ name: 'anna', role: 'administer', masked: true }, by);
  const link = { owner: { kind: 'user', name: 'anna' }, purpose: 'password', lasts: 1_000_000 } as const;
  await accounts.addLink({ ...link, hash: 'hash-of-a-spent-link' }, by);
  await accounts.openByLink('hash-of-a-spent-link', session, 'a password');
  await accounts.addLink({ ...link, hash: 'hash-of-a-link' }, by);
  await accounts.addToken({ name: 'nightly', hash: 'hash-of-a-token', role: 'read' }, by);
  await close();
});
afterEach(() => rmSync(folder, { recursive: true }));

const server = await startPostgres();
afterAll(() => server?.close());

/** Users, tokens and the audit are there; nobody is logged in, and no link opens anything. */
async function expectLoggedOut(journal: Journal): Promise<void> {
  const { accounts } = journal;
  expect(await accounts.findSession(session.hash, idle)).toBeUndefined();
  expect(await accounts.findLink('hash-of-a-link')).toBeUndefined();
  expect(await accounts.listUsers()).toMatchObject([{ name: 'anna', masked: true, sessions: 0 }]);
  expect(await accounts.findToken('hash-of-a-token')).toMatchObject({ name: 'nightly' });
  expect((await accounts.listAudit({ limit: 9 })).length).toBeGreaterThan(3);
  expect(await journal.verify()).toEqual([]);
  await journal.close();
}

it('a session outlives a restart', async () => {
  const journal = openSqliteJournal(path);
  expect(await journal.accounts.findSession(session.hash, idle)).toMatchObject({ masked: true });
  await journal.close();
});

it('a backup has neither sessions nor links, nor their hashes in what is unused of it', async () => {
  await backupJournal(path, copy());
  const bytes = readFileSync(copy());
  for (const hash of ['hash-of-a-session', 'hash-of-a-link', 'hash-of-a-spent-link'])
    expect(bytes.includes(hash), hash).toBe(false);
  expect(bytes.includes('hash-of-a-token')).toBe(true);
});

it('a restore ends all sessions, also those of a copy that has them', async () => {
  const db = new DatabaseSync(path);
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  copyFileSync(path, copy());
  await restoreJournal(path, copy());
  await expectLoggedOut(openSqliteJournal(path));
});

it('a rescue ends all sessions', async () => {
  await rescueJournal(path);
  await expectLoggedOut(openSqliteJournal(path));
});

it.skipIf(server === undefined)('a move to PostgreSQL ends all sessions', async () => {
  const url = (await server?.database()) ?? '';
  await moveJournal(path, url);
  await expectLoggedOut(await openPostgresJournal(url));
});
