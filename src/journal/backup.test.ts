import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupJournal, verifyJournal } from './backup.ts';
import type { Journal } from './interface.ts';
import { openSqliteJournal, readSqliteJournal } from './sqlite.ts';

let folder: string;
let journal: Journal;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  journal = openSqliteJournal(join(folder, 'journal.db'));
  await journal.receive([
    {
      channel: 'orders',
      direction: 'inbound',
      name: 'a.xml',
      source: { kind: 'webhook', method: 'POST' },
      bytes: Buffer.from('<a/>'),
    },
  ]);
});

afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

it('copies a journal that is in use, whole', async () => {
  const copy = join(folder, 'copy.db');
  await backupJournal(join(folder, 'journal.db'), copy);
  expect(verifyJournal(copy)).toEqual([]);
  const reader = readSqliteJournal(copy);
  expect(Buffer.from((await reader.part(1, 'received')) ?? []).toString()).toBe('<a/>');
  await reader.close();
});

it('never overwrites', async () => {
  await expect(backupJournal(join(folder, 'journal.db'), join(folder, 'journal.db'))).rejects.toThrow(
    'exists',
  );
});

it('finds damaged and missing bodies', async () => {
  const path = join(folder, 'journal.db');
  const db = new DatabaseSync(path);
  db.exec("update blob set body = x'00'");
  expect(verifyJournal(path)).toMatchObject([expect.stringMatching(/^The body [0-9a-f]{64} is damaged/)]);
  db.exec('delete from blob');
  expect(verifyJournal(path)).toEqual(['Message 1: the part received is missing.']);
  db.close();
});

it('reads large bodies piece by piece', async () => {
  const path = join(folder, 'journal.db');
  const name = 'large.xml';
  const source = { kind: 'webhook', method: 'POST' } as const;
  const bytes = randomBytes(5_000_000);
  await journal.receive([{ channel: 'orders', direction: 'inbound', name, source, bytes }]);
  expect(verifyJournal(path)).toEqual([]);
  const db = new DatabaseSync(path);
  db.exec('delete from piece where n = 2');
  db.close();
  expect(verifyJournal(path)).toMatchObject([expect.stringMatching(/^The body [0-9a-f]{64} is damaged/)]);
  await expect(journal.part(2, 'received')).rejects.toThrow('lost a piece');
});
