import { mkdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { edifactOrders } from './kit/edifact.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 120_000 * patience, hookTimeout: 120_000 * patience });

/** What the messages of a journal use of the mappings of a chain, and lose on it: counted by hand. */

const full = new URL('../mappings/fixtures/order-to-exchange.full/document.xml', import.meta.url);

let site: Site;
afterAll(lendWorkers());

beforeAll(async () => {
  site = await Site.open({
    config({ channels }, folder) {
      mkdirSync(`${folder}/erp/out/edifact`, { recursive: true });
      const map = ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'];
      const from = { folder: 'erp/out/edifact', settle: { interval: '50ms' } };
      const to = { exchange: 'api-connector/order' };
      Object.assign(channels, { edifact: { from, document: 'edifact-d96a-orders', map, to } });
    },
  });
  // none of the exchange's news: they would be delivered too, and counted with what the ERP sends
  await site.start('none');
  const orders = Array.from({ length: 16 }, (_, n) => ({ number: `E-${n}`, account: '70012' }));
  site.drop('erp/out/edifact', 'sixteen.edi', edifactOrders(orders));
  await until('sixteen orders', async () => {
    const sent = (await site.messages()).filter(
      ({ channel, outcome }) => channel === 'edifact' && outcome === 'delivered',
    );
    return sent.length === 16 || undefined;
  });
  site.drop('erp/out/orders-json', 'full.xml', readFileSync(full));
  await site.ended('full.xml');
  await site.idle();
  await site.stop();
});
afterAll(() => site.close());

it('counts every message of an interchange in every mapping of its chain', async () => {
  const { out, code } = await runCommandLine(site.folder, 'map', 'coverage', '--journal');
  for (const name of ['edifact-orders-to-order', 'complete-order'])
    expect(out).toContain(`${name}: 16 messages, of 16 it made something`);
  expect(out).toContain('order-to-exchange: 17 messages, of 17 it made something');
  expect(code).toBe(0);
  const { id } = await site.ended('full.xml');
  expect(out).toMatch(
    new RegExp(
      `^ +orders-json +\\S*cac:DeliveryTerms/cbc:ID/@schemeName +commercial +1 +1 +message ${id}$`,
      'm',
    ),
  );
});
