import { mkdir, readdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { lendWorkers } from '../../../test/kit/lent-workers.ts';
import { Site } from '../../../test/kit/site.ts';

let site: Site | undefined;

afterAll(lendWorkers());
afterEach(async () => {
  await site?.close();
  site = undefined;
});

it('ends with an empty place and one warning when somebody took the claimed file away', async () => {
  site = await Site.open();
  const inbound = site.path('erp/out/orders-json');
  site.simulator.fault({ match: '/v2/api-connector', delayMs: 400, times: 1 });
  await site.start('none');
  site.drop('erp/out/orders-json', 'order.xml', orderXml({ number: 'PO-1' }));
  while (site.simulator.requests().every(({ path }) => !path.includes('api-connector')))
    await new Promise((resolve) => setTimeout(resolve, 10));
  await unlink(join(inbound, '.gateway', site.gateway.journal.id, await onlyClaim(site), 'order.xml'));
  const message = await site.ended('order.xml');
  expect(message).toMatchObject({ outcome: 'delivered' });
  expect(message.place ?? '').toBe('');
  expect(site.log.filter((line) => line.includes('file-missing'))).toHaveLength(1);
});

async function onlyClaim({ gateway, folder }: Site): Promise<string> {
  const work = join(folder, 'erp/out/orders-json/.gateway', gateway.journal.id);
  // beside the note of the journal
  return (await readdir(work)).find((name) => !name.startsWith('.')) ?? '';
}

it('what could not be moved is no trouble any more when another gateway has moved it', async () => {
  site = await Site.open();
  const archive = site.path('erp/out/orders/archive');
  await writeFile(archive, 'in the way');
  await site.start('none');
  site.drop('erp/out/orders', 'order.xml', orderXml({ number: 'PO-1' }));
  const troubles = async () => (await site?.gateway.health())?.reasons.map(({ code }) => code) ?? [];
  await expect.poll(troubles, { timeout: 30_000 }).toContain('filing');
  const [message] = await site.gateway.journal.listUnfiled();
  if (message) await site.gateway.journal.noteFiled(message, 'order.xml');
  await expect.poll(troubles, { timeout: 30_000 }).not.toContain('filing');
});

it('asks for nothing while every channel is at its files', async () => {
  site = await Site.open({
    config: (config) => {
      config.channels = { orders: config.channels.orders ?? {} };
    },
  });
  await site.start('none');
  const unfiled = vi.spyOn(site.gateway.journal, 'listUnfiled');
  for (let n = 1; n <= 60; n += 1)
    site.drop('erp/out/orders', `order-${n}.xml`, orderXml({ number: `PO-${n}` }));
  await site.ended('order-60.xml');
  await site.idle();
  expect(unfiled.mock.calls.length).toBeGreaterThan(1);
  expect(unfiled.mock.calls.flat(2)).toEqual([]);
});

it("touches nothing in the ERP's folder for an event that says nothing to it", async () => {
  site = await Site.open();
  await site.start();
  const parked = site.path('erp/in/responses/parked');
  await mkdir(parked);
  const ids = [1, 2, 3, 4, 5];
  for (const id of ids) await writeFile(join(parked, `message-${id}.report.txt`), "the ERP's own");
  site.drop('erp/out/orders', 'order.xml', orderXml({ number: 'PO-1' }));
  await site.ended('order.xml');
  await site.idle();
  const ignored = (await site.messages()).filter(({ outcome }) => outcome === 'ignored');
  expect(ignored).toMatchObject([{ channel: 'responses' }]);
  expect(ids).toContain(ignored[0]?.id);
  expect(await readdir(parked)).toHaveLength(ids.length);
});
