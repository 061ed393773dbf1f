import { readFileSync, unlinkSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { csvOrders } from './kit/csv.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** Where an order is, on the journal that a gateway really wrote: a file of three orders, an answer, and the ERP that collects it. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const order = (...words: readonly string[]): Promise<CommandRun> =>
  runCommandLine(site.folder, 'order', ...words);

const csv = {
  from: { folder: 'erp/out/csv', files: '*.csv', done: '.done', settle: { interval: '50ms' } },
  document: 'csv-order',
  map: ['csv-order-to-order', 'order-to-exchange'],
  to: { exchange: 'api-connector/order' },
};

it('is told with both directions, the file it came in, and who has to act', async () => {
  site = await Site.open({
    config({ channels }) {
      const { responses } = channels;
      Object.assign(responses?.to ?? {}, { collected: { every: '100ms', within: '1h' } });
      for (const name of Object.keys(channels)) delete channels[name];
      Object.assign(channels, { csv, responses });
    },
  });
  await site.start();
  const text = csvOrders([{ number: 'PO-1' }, { number: 'PO-2', quantity: 'veel' }, { number: 'PO-3' }]);
  site.drop('erp/out/csv', 'orders.csv', text);
  site.drop('erp/out/csv', 'orders.csv.done', '');
  await site.ended('orders.csv');
  await site.idle();

  const refused = await order('PO-2');
  expect(refused.code).toBe(1);
  expect(refused.out).toMatch(/^Order PO-2 .*ORDER WAS REFUSED: MEND IT IN THE ERP AND EXPORT IT AGAIN for /);
  expect(refused.out).toMatch(/from the ERP +orders\.csv #2, .* from line 3 of the file of #1/);

  site.simulator.act({ order: 'PO-1', action: 'accept' });
  const [name = ''] = await site.published('erp/in/responses', 1);
  await site.idle();
  const waits = await order('PO-1');
  expect(waits.code).toBe(0);
  expect(waits.out).toMatch(/^Order PO-1 · we buy.* · RESPONSE WAITS FOR THE ERP for /);
  expect(waits.out).toMatch(/sent +api-connector\/order: 200 after \d+ ms, /);
  expect(waits.out).toMatch(/from the exchange +OrderLinesAcceptedBySupplier[^\n]*\n[\s\S]*published +PO-1-/);
  expect(waits.out).toMatch(/now +not collected .* \(collected within 60 min\)/);

  unlinkSync(site.path('erp/in/responses', name));
  const collected = await until('the answer to be collected', async () => {
    const told = await order('PO-1');
    return told.out.includes('RESPONSE WAS COLLECTED BY THE ERP on ') ? told : undefined;
  });
  expect(collected.code).toBe(0);

  const bundle = await runCommandLine(site.folder, 'journal', 'export', '2', '--out', 'bundle.zip');
  expect(bundle.code).toBe(0);
  const zip = readFileSync(site.path('bundle.zip')).toString('latin1');
  for (const name of ['message-2/made-with.json', '/delivered/csv-order-to-order.yaml'])
    expect(zip).toContain(name);

  const file = await order('orders.csv');
  expect(file.code).toBe(1);
  expect(file.out).toMatch(/^3 orders fit orders\.csv\./);
  expect((await order('PO-9')).code).toBe(2);
});
