import { statSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** Numbers, ids and event names that are longer than any (src/limits.ts), in a whole gateway. */

let site: Site;
afterAll(lendWorkers());
beforeEach(async () => {
  site = await Site.open();
});
afterEach(() => site.close());

const long = (megabytes: number): string => 'N'.repeat(megabytes * 2 ** 20);

it('numbers of 30 MB are refused one by one, and the journal stays small enough for lists', async () => {
  await site.start('none');
  for (let n = 1; n <= 2; n += 1)
    site.drop('erp/out/orders', `long-${n}.xml`, orderXml({ number: long(30) }));
  site.drop('erp/out/orders', 'z-good.xml', orderXml({ number: 'PO-GOOD' }));
  expect(await site.ended('z-good.xml', 1, 120)).toMatchObject({ outcome: 'delivered' });
  const messages = await site.messages();
  expect(messages).toHaveLength(3);
  const codes = messages.map(({ findings }) => findings.map(({ code }) => code).join());
  expect(codes.filter((code) => code.includes('identifier-too-long'))).toHaveLength(2);
  expect(JSON.stringify(messages).length).toBeLessThan(50_000);
  expect(statSync(site.path('data/journal.db')).size).toBeLessThan(10 * 2 ** 20);
});

it('an event name or id of 3 MB is kept and parked, and reaches neither list nor log', async () => {
  await site.start('none');
  const orderEvent = { orderId: 'o-1', lines: [] };
  expect(await site.call('/events', JSON.stringify({ eventName: long(3), orderEvent }))).toBe(202);
  expect(
    await site.call('/events', JSON.stringify({ eventName: 'X', orderEvent: { orderId: long(3) } })),
  ).toBe(202);
  const messages = await until('both to be parked', async () => {
    const all = (await site.messages()).filter(({ state }) => state === 'parked');
    return all.length >= 2 ? all : undefined;
  });
  for (const { findings } of messages) expect(findings).toMatchObject([{ code: 'identifier-too-long' }]);
  expect(JSON.stringify(messages).length).toBeLessThan(10_000);
  expect(site.log.join('').length).toBeLessThan(100_000);
});
