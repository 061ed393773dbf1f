import { readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { fillEveryState } from '../src/journal/testkit/every-state.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

/** A site whose journal was written by a gateway of before the first release: nothing reads it, and nothing is done. */

vi.setConfig({ testTimeout: 120_000 * patience });

const sentence =
  'gateway: This journal was written by a gateway of before the first release, and this program does not read it; it stays as it is. Let that gateway finish what is open, then name another file in `journal.sqlite`, or an empty database in `journal.postgres`: a new journal knows nothing of what was sent before.\n';

let site: Site;

beforeEach(async () => {
  site = await Site.open();
  const path = site.path('data/journal.db');
  const journal = openSqliteJournal(path);
  await fillEveryState(journal);
  await journal.close();
  const db = new DatabaseSync(path);
  db.exec('pragma user_version = 24');
  db.close();
  writeFileSync(site.path('erp/out/orders-json/while-it-stood.xml'), '<Order/>');
});
afterEach(() => site.close());

const gateway = (...words: readonly string[]) =>
  runCommandLine(site.folder, ...words, '--config', site.path('gateway.yaml'));

it('a start refuses it, and leaves files where they are', async () => {
  await expect(site.start('none')).rejects.toMatchObject({ code: 'journal-before-release' });
  expect(await gateway('start')).toMatchObject({ code: 2 });
  expect(readFileSync(site.path('erp/out/orders-json/while-it-stood.xml'), 'utf8')).toBe('<Order/>');
  expect(site.simulator.ledger()).toEqual([]);
});

it.each([
  ['journal', 'list'],
  ['journal', 'show', '3'],
  ['journal', 'retry', '3', '--reason', 'x'],
  ['journal', 'verify'],
  ['journal', 'backup', 'copy.db'],
  ['order', 'PO-1'],
])('gateway %s %s says the same', async (...words) => {
  expect(await gateway(...words)).toMatchObject({ code: 2, out: '', err: sentence });
});

it('says so in Dutch where the config does', async () => {
  site.editConfig((config) => {
    config.language = 'nl';
  });
  const { err } = await gateway('journal', 'list');
  expect(err).toMatch(/^gateway: Dit journaal is geschreven door een gateway van vóór de eerste uitgave/);
});
