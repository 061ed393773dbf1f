import { afterAll, afterEach, expect, it } from 'vitest';
import type { Message } from '../src/journal/model/message.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

/** A file of very many orders delays neither its own first ones nor those of other folders. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site.close());

const count = 4000;
const headings =
  'Ordernummer;Orderdatum;Leverancier;Regel;Artikel;Omschrijving;Aantal;Eenheid;Prijs;Leverdatum';
const rows = Array.from(
  { length: count },
  (_, n) => `L-${n};2-3-2026;540830;10;P-1;Plate;1;PCE;12,50;1-4-2026`,
);
const csv = Buffer.from([headings, ...rows, ''].join('\r\n'));

const named = (name: string): Promise<Message | undefined> =>
  site.withJournal(async (journal) =>
    (await journal.list({ limit: 20_000 })).find((message) => message.name === name),
  );

const delivered = async (name: string): Promise<Message> =>
  until(name, async () => {
    const message = await named(name);
    return message?.outcome === 'delivered' ? message : undefined;
  });

it(
  'its first order is delivered while others are still cut, and a small one of another folder before its last',
  async () => {
    site = await Site.open({
      config({ channels }) {
        channels.large = {
          from: { folder: 'erp/out/large', done: '.done' },
          ...{ document: 'csv-order', map: ['csv-order-to-order'] },
          to: { exchange: 'sci-connector/order' },
        };
      },
    });
    await site.start();
    site.drop('erp/out/large', 'many.csv', csv);
    site.drop('erp/out/large', 'many.csv.done', '');
    await delivered('many.csv #1');
    expect(await named('many.csv')).toMatchObject({ state: 'received' });
    site.drop('erp/out/orders', 'small.xml', orderXml({ number: 'SMALL', lines: [{ id: '10' }] }));
    await delivered('small.xml');
    expect((await named(`many.csv #${count}`))?.outcome).toBeUndefined();
  },
  120_000 * patience,
);
