import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 300_000 * patience });

/** What waited for the config goes on when that is mended. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

/** Our own doing: check asks the mapping whether it is silent of it. */
const event = JSON.stringify({ eventName: 'OrderLinesChangedByBuyer', orderId: 'o-1' });

const misspell = (channel: string, map: string): void =>
  site.editConfig(({ channels }) => {
    channels[channel].map = map;
  });

const waitsForMapping = (name: string) =>
  until(
    'health to name the mapping',
    async () => {
      const [message] = await site.messages();
      const { reasons } = await site.gateway.health();
      return (message && reasons.find(({ what }) => what.en.includes(name))) || undefined;
    },
    10,
  );

it('a channel whose map had a typo goes on when the config is mended: events that could not be checked', async () => {
  site = await Site.open();
  await site.start('none');
  const right = readFileSync(site.path('gateway.yaml'), 'utf8');
  misspell('responses', 'order-to-order-respnse');
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  expect(await site.call('/events', event)).toBe(202);
  await waitsForMapping('Messages of responses wait');
  site.saveConfig(right);
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  await until(
    'the event to be checked',
    async () => (await site.messages()).every(({ state }) => state !== 'received') || undefined,
    20,
  );
  const { reasons } = await site.gateway.health();
  expect(reasons.filter(({ code }) => code === 'mappings')).toEqual([]);
});

it('and orders that could not be mapped', async () => {
  site = await Site.open();
  await site.start('none');
  const right = readFileSync(site.path('gateway.yaml'), 'utf8');
  misspell('orders-json', 'order-to-exchagne');
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  site.drop('erp/out/orders-json', 'a.xml', orderXml({ number: 'PO-1' }));
  await waitsForMapping('order-to-exchagne');
  site.saveConfig(right);
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  expect(await site.ended('a.xml', 1, 60)).toMatchObject({ outcome: 'delivered' });
});
