import { cpSync, renameSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { GatewayProcess } from './kit/process.ts';
import { removeFolder } from './kit/remove-folder.ts';
import { Site } from './kit/site.ts';

/** An order that is in hand each time that somebody kills the gateway has done nothing wrong. */

let site: Site;
let killed: GatewayProcess | undefined;
afterAll(lendWorkers());
afterEach(async () => {
  await killed?.kill();
  await site.close();
});

async function killInCheck(): Promise<void> {
  killed = GatewayProcess.spawn(site.path('gateway.yaml'), 'check-ended');
  expect(await killed.gone()).toBe('SIGKILL');
}

/** What such a kill leaves of the journal: it was not closed, and a try of who is suspected did not end. */
async function endInCheck(): Promise<void> {
  const [data, left] = [site.path('data'), site.path('left')];
  const journal = openSqliteJournal(site.path('data/journal.db'));
  if (journal.suspectsUpTo > 0) await journal.noteTry(1, 'check');
  cpSync(data, left, { recursive: true });
  await journal.close();
  await removeFolder(data);
  renameSync(left, data);
}

it('is sent after eleven kills in the middle of its check', async () => {
  site = await Site.open({
    config(config) {
      config.http = {};
      config.channels = { 'orders-json': config.channels['orders-json'] ?? {} };
    },
  });
  site.drop('erp/out/orders-json', 'order.xml', orderXml({ number: 'PO-1' }));
  await killInCheck();
  for (let n = 0; n < 8; n += 1) await endInCheck();
  for (let n = 0; n < 2; n += 1) await killInCheck();
  await site.start('none');
  expect(await site.ended('order.xml')).toMatchObject({ state: 'settled', outcome: 'delivered' });
});
