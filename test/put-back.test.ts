import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { backupJournal } from '../src/journal/sqlite/backup-journal.ts';
import { restoreJournal } from '../src/journal/sqlite/restore-journal.ts';
import { hasPostgres, startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';

vi.setConfig({ testTimeout: 60_000 * patience });

/** An older copy of the journal that was put back by hand is not started on. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const journal = () => site.path('data/journal.db');

async function deliver(name: string): Promise<void> {
  site.drop('erp/out/orders', name, orderXml({ number: name }));
  expect(await site.ended(name)).toMatchObject({ outcome: 'delivered' });
}

/** All files of the journal are gone but for the copy: no mark, no log. */
function putBack(copy: string): void {
  rmSync(site.path('data'), { recursive: true });
  mkdirSync(site.path('data'));
  copyFileSync(copy, journal());
}

it.each([
  ['made by journal backup while it ran', true],
  ['a copy of the file after a clean stop', false],
])('%s: refused by what the work folders have noted; journal restore is the way on', async (_, isBackup) => {
  site = await Site.open();
  await site.start('none');
  await deliver('a.xml');
  const copy = site.path('copy.db');
  if (isBackup) await backupJournal(journal(), copy);
  await site.stop();
  if (!isBackup) copyFileSync(journal(), copy);
  await site.start('none');
  await deliver('b.xml');
  await site.stop();
  putBack(copy);
  await expect(site.start('none')).rejects.toThrow(/older than the one .*gateway journal restore FILE/);
  expect(site.files('erp/out/orders/archive')).toEqual(['a.xml', 'b.xml']);
  await restoreJournal(journal(), copy);
  await site.start('none');
  await deliver('c.xml');
});

/** A folder as it was, in the place of what it became. */
function putTreeBack(copy: string, folder: string): void {
  rmSync(site.path(folder), { recursive: true });
  cpSync(copy, site.path(folder), { recursive: true });
}

it('journal and work folders of one older copy, and nothing goes to the ERP: refused by what archive/ has noted', async () => {
  site = await Site.open({
    config: ({ channels }) => {
      for (const name of Object.keys(channels)) if (name !== 'orders') delete channels[name];
    },
  });
  await site.start('none');
  await deliver('a.xml');
  await site.stop();
  const copies = { data: site.path('copy/data'), work: site.path('copy/work') };
  cpSync(site.path('data'), copies.data, { recursive: true });
  cpSync(site.path('erp/out/orders/.gateway'), copies.work, { recursive: true });
  await site.start('none');
  await deliver('b.xml');
  await site.stop();
  putTreeBack(copies.data, 'data');
  putTreeBack(copies.work, 'erp/out/orders/.gateway');
  await expect(site.start('none')).rejects.toThrow(/noted in .*archive\/\.gateway\/\.journal-/);
  await restoreJournal(journal(), site.path('copy/data/journal.db'));
  await site.start('none');
  await deliver('c.xml');
});

it('another journal in the same folders accuses nobody, and nobody accuses it', async () => {
  site = await Site.open();
  await site.start();
  await deliver('a.xml');
  await site.published('erp/in/orders', 1);
  await site.stop();
  await site.start('none');
  await site.stop();
  // a new installation beside the folders of the old one: its numbers begin anew
  rmSync(site.path('data'), { recursive: true });
  for (const folder of ['orders', 'orders-json', 'responses'])
    rmSync(site.path('erp/out', folder, '.gateway'), { recursive: true, force: true });
  await site.start('none');
  await deliver('b.xml');
});

it('journal and inbound folders of one older copy: refused by what the folders that the ERP collects from have noted', async () => {
  site = await Site.open();
  await site.start();
  await deliver('a.xml');
  // the supplier's side of it, in the same gateway
  await site.published('erp/in/orders', 1);
  await site.stop();
  const copies = { data: site.path('copy/data'), erp: site.path('copy/out') };
  cpSync(site.path('data'), copies.data, { recursive: true });
  cpSync(site.path('erp/out'), copies.erp, { recursive: true });
  await site.start('none');
  await deliver('b.xml');
  await site.stop();
  putTreeBack(copies.data, 'data');
  putTreeBack(copies.erp, 'erp/out');
  await expect(site.start('none')).rejects.toThrow(/noted in .*erp\/in\/\S+\.journal-/);
});

it('what a kill or a clean stop leaves is started on, and so is a journal of before there were notes', async () => {
  site = await Site.open();
  await site.start('none');
  await deliver('a.xml');
  await site.stop();
  await site.start('none');
  await site.stop();
  const [work = ''] = readdirSync(site.path('erp/out/orders/.gateway'));
  rmSync(site.path('erp/out/orders/.gateway', work, '.journal'));
  await site.start('none');
  await deliver('b.xml');
});

it.skipIf(!hasPostgres)(
  'a database that was put back is refused too, and several gateways on one do not accuse each other',
  async () => {
    const server = await startPostgres();
    if (!server) throw new Error('it was there a moment ago');
    const database = await server.database();
    const client = new Client({ connectionString: database });
    await client.connect();
    try {
      site = await Site.open({ postgres: database });
      const first = await site.start('none');
      const second = await site.start('none');
      await first.stop();
      await site.start('none');
      await second.stop();
      await site.stop();
      await site.start('none');
      await site.stop();
      await client.query("update meta set value = '1' where key = 'serial'");
      await expect(site.start('none')).rejects.toThrow(/older than the one .*docs\/journal\.md/);
    } finally {
      await client.end();
      await site.close();
      await server.close();
    }
  },
);
