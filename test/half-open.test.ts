import { existsSync } from 'node:fs';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { type HalfOpenProxy, startProxy } from './faults/proxy.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** An exchange behind a connection that stays open and brings nothing. */

let site: Site;
let proxy: HalfOpenProxy;

afterAll(lendWorkers());
afterEach(async () => {
  await site?.close();
  await proxy?.close();
});

async function open(): Promise<void> {
  site = await Site.open();
  proxy = await startProxy(Number(new URL(site.simulator.url).port));
  site.editConfig((config) => {
    Object.assign(config.exchange, { baseUrl: `http://127.0.0.1:${proxy.port}`, timeout: '700ms' });
  });
  await site.start('none');
  site.drop('erp/out/orders', 'first.xml', orderXml({ number: 'PO-1' }));
  await site.ended('first.xml', 1, 60);
}

it('sends the same bytes again when the answer is lost, and says possibly twice', async () => {
  await open();
  proxy.freeze('server', true);
  const bytes = orderXml({ number: 'PO-2' });
  site.drop('erp/out/orders', 'second.xml', bytes);
  await until('the request', () => site.simulator.ledger().find(({ key }) => key === 'PO-2'), 60);
  proxy.cut();
  proxy.thaw();
  expect(await site.ended('second.xml', 1, 60)).toMatchObject({ outcome: 'delivered', possiblyTwice: true });
  const sent = site.simulator.ledger().filter(({ key }) => key === 'PO-2');
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map((entry) => entry.bytes))).toEqual(new Set([bytes.toString()]));
});

it('waits, and takes files meanwhile, when requests do not arrive', async () => {
  await open();
  proxy.freeze('client', true);
  site.drop('erp/out/orders', 'second.xml', orderXml({ number: 'PO-2' }));
  site.drop('erp/out/orders-json', 'third.xml', orderXml({ number: 'PO-3' }));
  await until(
    'both to wait',
    async () => {
      const waiting = (await site.messages()).filter(({ state }) => state === 'waiting');
      return waiting.length === 2 ? true : undefined;
    },
    60,
  );
  expect(existsSync(site.path('erp/out/orders/error'))).toBe(false);
  proxy.cut();
  proxy.thaw();
  for (const name of ['second.xml', 'third.xml'])
    expect(await site.ended(name, 1, 60)).toMatchObject({ outcome: 'delivered' });
  expect(site.simulator.ledger()).toHaveLength(3);
});
