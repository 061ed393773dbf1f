import { afterAll, afterEach, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site } from './kit/site.ts';

/** What the ERP left open is closed by what was sent and received, on the way to the exchange. */

let site: Site | undefined;
afterAll(lendWorkers());
afterEach(() => site?.close());

const folder = 'erp/out/csv-responses';
const done = { folder, files: '*.csv', done: '.done', settle: { interval: '50ms' } };

it('a table of answers without a status is accepted, revised or parked by what the exchange had sent', async () => {
  const at = await Site.open({
    config(config) {
      Object.assign(config.channels, {
        'csv-responses': {
          from: done,
          document: 'csv-order-response',
          map: [
            'csv-order-response-to-order-response',
            'complete-order-response',
            'order-response-to-exchange',
          ],
          to: { exchange: 'api-connector/order-response' },
        },
      });
    },
  });
  site = at;
  await at.start();
  const lines = [
    { id: '10', quantity: '5' },
    { id: '0020', quantity: '7' },
  ];
  at.drop('erp/out/orders-json', 'order.xml', orderXml({ number: 'PO-7', lines }));
  await at.published('erp/in/orders', 1);

  const drop = (name: string, ...rows: readonly string[]): void => {
    at.drop(
      folder,
      name,
      `Ordernummer;Bevestigingsdatum;Klant;Regel;Aantal;Toegezegde datum\r\n${rows.join('\r\n')}\r\n`,
    );
    at.drop(folder, `${name}.done`, '');
  };
  drop('a.csv', 'PO-7;3-11-2026;BUYER-1;10;5;1-4-2026', 'PO-7;3-11-2026;BUYER-1;20;7;8-4-2026');
  expect(await at.ended('a.csv')).toMatchObject({ outcome: 'delivered' });
  const answers = at.simulator.ledger().filter(({ bytes }) => bytes?.includes('purchaseOrderLinePosition'));
  expect(JSON.parse(answers.at(-1)?.bytes ?? '{}')).toMatchObject({
    lines: [
      { purchaseOrderLinePosition: '10', indicators: { accepted: true } },
      { purchaseOrderLinePosition: '0020', deliverySchedule: [{ date: '2026-04-08', quantity: 7 }] },
    ],
  });

  drop('b.csv', 'PO-8;3-11-2026;BUYER-1;10;5;1-4-2026');
  expect(await at.ended('b.csv')).toMatchObject({ state: 'parked' });
  const report = at.read(`${folder}/parked`, 'b.csv.report.txt');
  expect(report).toContain('request-unknown');
  expect(report).toMatch(/line 2|regel 2|2:/i);
});
