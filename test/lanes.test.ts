import { cpSync, renameSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { deliveredXsds } from '../src/scsn/load-schemas.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** Messages of one order keep their order through changes of the config, while some of them wait. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

/** A channel `b` whose XSDs are not there: what it receives waits for them and is not checked. */
async function withoutXsds(): Promise<void> {
  site = await Site.open({
    config({ channels }) {
      const { orders = {} } = channels;
      const from = { folder: 'erp/out/orders', files: 'b*.xml', settle: { interval: '50ms' }, byDate: false };
      for (const name of Object.keys(channels)) delete channels[name];
      channels.b = { ...orders, from, schemas: 'xsds' };
    },
  });
  await site.start('none');
  site.drop('erp/out/orders', 'b-1.xml', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1' }] }));
  await until('the first to wait', async () => ((await site.messages()).length === 1 ? true : undefined));
}

/** Another channel takes files from the folder too, and has another XSD: what it gets could be sent at once. */
function joined(): void {
  site.editConfig(({ channels }) => {
    const { schemas: _, ...a } = structuredClone(channels.b);
    a.from.files = 'a*.xml';
    channels.a = a;
  });
}

async function newerWaits(): Promise<void> {
  site.drop('erp/out/orders', 'a-2.xml', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '2' }] }));
  const two = await until('the second to be checked', async () => {
    const found = (await site.messages()).find(({ name }) => name === 'a-2.xml');
    return found && found.state !== 'received' ? found : undefined;
  });
  expect(two.state).toBe('ready');
  cpSync(deliveredXsds, site.path('coming'), { recursive: true });
  renameSync(site.path('coming'), site.path('xsds'));
  const ended = await site.ended('a-2.xml', 1, 120);
  expect(ended).toMatchObject({ outcome: 'delivered' });
  expect(await site.ended('b-1.xml')).toMatchObject({ outcome: 'delivered' });
  const sent = site.simulator.requests().filter(({ path }) => path.includes('sci-connector/order'));
  expect(sent).toHaveLength(2);
}

it('a channel that joins a folder at a restart does not pass what waits there', async () => {
  await withoutXsds();
  await site.stop();
  joined();
  await site.start('none');
  await newerWaits();
});

it('nor one that joins it while the gateway runs', async () => {
  await withoutXsds();
  joined();
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  await newerWaits();
});
