import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Journal } from '../journal.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';

const folder = mkdtempSync(join(tmpdir(), 'suspects-'));
const open: Journal[] = [];
let runs = 0;

afterEach(async () => {
  await Promise.all(open.splice(0).map((journal) => journal.close()));
  rmSync(folder, { recursive: true });
});

/** The journal as it is on disk at this moment, opened as after a crash. */
function crashed(): Journal {
  runs += 1;
  const now = join(folder, String(runs));
  if (runs > 1) cpSync(join(folder, String(runs - 1)), now, { recursive: true });
  const journal = openSqliteJournal(join(now, 'journal.db'));
  open.push(journal);
  return journal;
}

const order = {
  channel: 'orders',
  direction: 'inbound',
  name: 'a.xml',
  source: { kind: 'webhook', method: 'POST' },
  bytes: Buffer.from('a'),
} as const;

it('who ended twice in a row without closing suspects what was there, until it has closed once', async () => {
  await crashed().receive([order, order]);
  expect(crashed().suspectsUpTo).toBe(0);
  const third = crashed();
  expect(third.suspectsUpTo).toBe(2);
  await third.receive([order]);
  expect(third.suspectsUpTo).toBe(2);
  const fourth = crashed();
  expect(fourth.suspectsUpTo).toBe(3);
  await fourth.close();
  open.pop();
  expect(crashed().suspectsUpTo).toBe(0);
});
