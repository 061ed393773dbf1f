import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { openSqliteJournal, readSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { backupCommand } from './journal-file.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-command-'));
  const auth = { email: 'a@example.com', password: 'p' };
  const exchange = { baseUrl: 'https://exchange.example', auth };
  const config = { exchange, journal: { sqlite: join(folder, 'journal.db') }, channels: {} };
  writeFileSync(join(folder, 'gateway.yaml'), stringify(config));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it('copies the journal of a running gateway, whose overview can say when', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const copy = join(folder, 'monday.db');
  await backupCommand().parseAsync([copy, '--config', join(folder, 'gateway.yaml')], { from: 'user' });
  expect(await journal.accounts.listAudit({ actions: ['backup'], limit: 1 })).toMatchObject([
    { action: 'backup', object: 'monday.db', result: 'done', by: { kind: 'system' } },
  ]);
  await journal.close();
  const reader = readSqliteJournal(copy);
  expect(await reader.verify()).toEqual([]);
  await reader.close();
});
