import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../journal.ts';
import { backupJournal } from './backup-journal.ts';
import { openSqliteJournal, readSqliteJournal } from './open-sqlite.ts';

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

it('a backup copies a journal that is in use, whole', async () => {
  const copy = join(folder, 'copy.db');
  await backupJournal(join(folder, 'journal.db'), copy);
  const reader = readSqliteJournal(copy);
  expect(await reader.verify()).toEqual([]);
  expect(Buffer.from((await reader.part(1, 'received')) ?? []).toString()).toBe('<a/>');
  await reader.close();
  // a copy is one file, also after it was read
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
});

it('a backup never overwrites a file', async () => {
  await expect(backupJournal(join(folder, 'journal.db'), join(folder, 'journal.db'))).rejects.toThrow(
    'exists',
  );
});
