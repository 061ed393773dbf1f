import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import type { Message } from '../src/journal/model/message.ts';
import { csvOrders } from './kit/csv.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { type Site, Site as Sites, until } from './kit/site.ts';

/** Channels whose files are of described formats: through an SCSN document, with the places of the ERP's own file. */

const inbound = 'erp/out/own';
const acme = fileURLToPath(new URL('./fixtures/acme', import.meta.url));
const acmeOrders = readFileSync(`${acme}/orders.xml`, 'utf8');
let site: Site | undefined;

afterAll(lendWorkers());
afterEach(() => site?.close());

type Settings = Record<string, unknown>;

const from = { folder: inbound, done: '.done', settle: { interval: '50ms' }, byDate: false };
const csvChannel = {
  from: { ...from, files: '*.csv' },
  document: 'csv-order',
  map: ['csv-order-to-order', 'order-to-exchange'],
  to: { exchange: 'api-connector/order' },
};
const acmeChannel = {
  from,
  document: 'acme-orders',
  map: ['acme-orders-to-order', 'order-to-exchange'],
  to: { exchange: 'api-connector/order' },
};

/** A site with these channels beside the usual ones, running; with the mappings and formats of ACME where `own`. */
async function open(channels: Settings, own = false): Promise<Site> {
  site = await Sites.open({
    config(config, folder) {
      Object.assign(config.channels, channels);
      if (!own) return;
      cpSync(acme, `${folder}/own`, { recursive: true });
      config.mappings = 'own';
    },
  });
  await site.start();
  return site;
}

function drop(to: Site, name: string, text: string): void {
  to.drop(inbound, name, text);
  to.drop(inbound, `${name}.done`, '');
}

const documents = async (at: Site): Promise<readonly Message[]> =>
  (await at.messages())
    .filter(({ source }) => source.kind === 'document')
    .toSorted((a, b) => a.arrival - b.arrival);

const keys = ({ simulator }: Site): readonly string[] =>
  simulator
    .ledger()
    .map(({ key }) => key)
    .sort();

const part = (at: Site, { id }: Message, role: 'translated' | 'translator'): Promise<string> =>
  at.withJournal(async (journal) => Buffer.from((await journal.part(id, role)) ?? []).toString());

describe('a CSV of three orders', () => {
  it('goes out, the wrong one is refused at its own row; mended and dropped again nothing is sent twice', async () => {
    const at = await open({ csv: csvChannel });
    const wrong = csvOrders([
      { number: 'PO-1' },
      { number: 'PO-2', line: '10' },
      { number: 'PO-2', line: '20', quantity: 'veel' },
      { number: 'PO-3' },
    ]);
    drop(at, 'orders.csv', wrong);
    await at.ended('orders.csv');
    await at.idle();
    const [, refused, ...others] = await documents(at);
    expect(others.map(({ outcome }) => outcome)).toEqual(['delivered']);
    expect(refused).toMatchObject({ outcome: 'rejected', purchaseOrderNumber: 'PO-2' });
    expect(refused?.findings).toMatchObject([{ code: 'field-number', line: 4, record: 4, field: 'Aantal' }]);
    expect(keys(at)).toEqual(['PO-1', 'PO-3']);
    const report = at.read(`${inbound}/error`, 'orders.csv.report.txt');
    expect(report).toContain('holds 3 documents: 2 sent, 1 refused');
    expect(report).toMatch(/\(line 4, column 47, field Aantal - field-number/);
    expect(report).toContain('4 | PO-2;2-3-2026;');

    drop(at, 'orders.refused.csv', at.read(`${inbound}/error`, 'orders.refused.csv').replace('veel', '7'));
    await at.ended('orders.refused.csv');
    drop(at, 'again.csv', wrong.replace('veel', '7'));
    await at.ended('again.csv');
    await at.idle();
    expect(keys(at)).toEqual(['PO-1', 'PO-2', 'PO-3']);
  });

  it('is told of at the row and heading whatever the step that finds it', async () => {
    const at = await open({ csv: { ...csvChannel, severities: { 'unit-mistake': 'error' } } });
    const text = csvOrders([
      { number: 'PO-1', supplier: 'L'.repeat(201) },
      { number: 'PO-2', line: '10' },
      { number: 'PO-2', line: '20', unit: 'PAIR' },
      { number: 'PO-3', delivery: '' },
    ]);
    drop(at, 'orders.csv', text);
    await at.ended('orders.csv');
    await at.idle();
    const [first, second, third] = await documents(at);
    // an identifier that cannot be a key
    expect(first?.findings).toMatchObject([{ code: 'identifier-too-long', line: 2, field: 'Leverancier' }]);
    // a rule on SCSN documents
    expect(second?.findings[0]).toMatchObject({
      ...{
        code: 'unit-mistake',
        line: 4,
        column: 49,
        record: 4,
        field: 'Eenheid',
        path: '/order/lines[2]/unit',
      },
      advice: expect.stringMatching(/It comes from `Eenheid` by line \d+ of csv-order-to-order\.yaml\.$/),
    });
    // the format itself
    expect(third?.findings).toMatchObject([{ code: 'field-missing', line: 5, field: 'Leverdatum' }]);
    expect(keys(at)).toEqual([]);
  });

  it('is kept as the SCSN documents that were judged, and goes as XML where the operation takes that', async () => {
    const map = ['csv-order-to-order'];
    const at = await open({ csv: { ...csvChannel, map, to: { exchange: 'sci-connector/order' } } });
    drop(at, 'one.csv', csvOrders([{ number: 'PO-1' }]));
    const message = await at.ended('one.csv');
    expect(message).toMatchObject({ outcome: 'delivered', purchaseOrderNumber: 'PO-1' });
    const translated = await part(at, message, 'translated');
    expect(at.simulator.ledger()[0]?.bytes).toBe(translated);
    expect(JSON.parse(await part(at, message, 'translator'))).toMatchObject({
      'mapping csv-order-to-order': expect.stringMatching(/^[0-9a-f]{64}$/),
      'format csv-order': expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    drop(at, 'same.csv', `\uFEFF${csvOrders([{ number: 'PO-1' }])}`);
    expect(await at.ended('same.csv')).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('an own XML', () => {
  it('goes out by the format and mapping of the own folder; a mended table helps what it held back', async () => {
    const at = await open({ acme: acmeChannel }, true);
    drop(at, 'orders.xml', acmeOrders);
    await at.ended('orders.xml');
    await at.idle();
    const parked = (await documents(at)).find(({ state }) => state === 'parked');
    // its line of the file, and the attribute
    expect(parked?.findings).toMatchObject([
      { code: 'table-miss', line: 10, column: 46, path: '/Orders/Order/Line[2]/Quantity/@unit' },
      { code: 'table-miss' },
    ]);
    expect(at.read(`${inbound}/parked`, 'orders.xml.report.txt')).toContain('10 | <Line no="20"><Item>Bolt');
    expect(keys(at)).toEqual(['PO-1']);
    expect(at.simulator.ledger()[0]?.bytes).toMatch(/"quantity":\s*1234\.50/);

    writeFileSync(at.path('own/tables/acme-unit.csv'), 'acme,unit\nst,C62\ndoos,BX\n');
    await until(
      'the table to be used',
      () => at.log.some((line) => line.includes('in use now')) || undefined,
    );
    await at.gateway.journal.enqueueCommand({
      ...{ action: 'retry', message: parked?.id ?? 0, force: false, reason: 'mended', who: 'test' },
    });
    await until('both to be sent', () => keys(at).length === 2 || undefined);
    await at.idle();
    expect(at.files(`${inbound}/archive`)).toEqual(['orders.xml']);
  });

  it('is checked again where its mapping was edited while it waited, and is sent as it is read by then', async () => {
    const at = await open({ acme: acmeChannel }, true);
    at.simulator.fault({ match: '/api-connector/order', status: 503, times: 1000 });
    const one = acmeOrders.replace(/ {2}<Order>\s+<Number>PO-2[\s\S]*?<\/Order>\n/, '');
    drop(at, 'one.xml', one);
    await until(
      'the message to wait',
      async () => (await at.messages()).some(({ state }) => state === 'waiting') || undefined,
    );
    writeFileSync(at.path('own/tables/acme-unit.csv'), 'acme,unit\nst,KGM\n');
    await until(
      'the table to be used',
      () => at.log.some((line) => line.includes('in use now')) || undefined,
    );
    at.simulator.clearFaults();
    const message = await at.ended('one.xml', 1, 60);
    expect(message).toMatchObject({ outcome: 'delivered' });
    expect(at.simulator.ledger()[0]?.bytes).toContain('KGM');
    expect(await part(at, message, 'translated')).toContain('unitCode="KGM"');
    expect(at.log.some((line) => line.includes('message is checked again'))).toBe(true);
  });
});

describe('a described format into the ERP', () => {
  const outbound = {
    as: 'supplier',
    from: { webhook: '/events' },
    map: ['order-to-order', 'order-to-csv-order'],
    document: 'csv-order',
    to: { folder: 'erp/in/csv' },
  };
  const published = (at: Site, count: number) =>
    until(`${count} files`, () => {
      const names = at.files('erp/in/csv').filter((name) => name.endsWith('.csv'));
      return names.length === count ? names : undefined;
    });

  it('is written from the SCSN document, once for what says the same', async () => {
    const at = await open({ csv: csvChannel, out: outbound });
    drop(at, 'one.csv', csvOrders([{ number: 'PO-1', quantity: '1.234,5', name: '"5"" pipe; long"' }]));
    await at.ended('one.csv');
    await at.idle();
    const [name = ''] = await published(at, 1);
    expect(name).toBe('PO-1-000001.csv');
    const text = at.read('erp/in/csv', name);
    expect(text).toContain('"5"" pipe; long"');
    expect(text).toMatch(/;1\.?234,5;/);
  });

  it('parks what does not fit into it, with the place there, the rule and the member of the exchange', async () => {
    const map = ['order-to-order', 'order-to-acme-lines'];
    const at = await open({ csv: csvChannel, out: { ...outbound, map, document: 'acme-lines' } }, true);
    const rows = [
      { number: 'PO-1', line: '10' },
      { number: 'PO-1', line: '20', name: 'Lagerblok 30 mm' },
    ];
    drop(at, 'one.csv', csvOrders(rows));
    await at.ended('one.csv');
    await at.idle();
    const parked = (await at.messages()).find(({ state }) => state === 'parked');
    expect(parked?.findings).toMatchObject([
      {
        code: 'write-length',
        advice: expect.stringMatching(
          /line 10 of order-to-acme-lines\.yaml\. It is made of `.*lines\[2\]\/buyerLine\/item\/name` \(`Lagerblok 30 mm`\)/,
        ),
      },
    ]);
    expect(at.files('erp/in/csv/parked')).toContain(`message-${parked?.id}.report.txt`);
    expect(at.files('erp/in/csv')).toEqual([]);
  });
});

describe('gateway check', () => {
  async function checked(channels: Settings, ...more: readonly string[]): Promise<string> {
    site = await Sites.open({
      config(config) {
        config.channels = Object.fromEntries(
          Object.entries(channels).map(([name, channel]) => [name, channel as Settings]),
        );
        config.http = {};
      },
    });
    return (await runCommandLine(site.folder, 'check', '--offline', ...more)).out;
  }

  it('tells of a way that is right, of a format that is not there, and of mappings that do not fit', async () => {
    expect(await checked({ csv: csvChannel })).toContain(
      'ok    channel csv: csv-order > csv-order-to-order > order-to-exchange > api-connector/order',
    );
    await site?.close();
    const unknown = await checked({ csv: { ...csvChannel, document: 'csv-ordr' } });
    expect(unknown).toMatch(/WRONG format csv-ordr\n +error: There is no format csv-ordr/);
    expect(unknown).toContain('Did you mean "csv-order"?');
    await site?.close();
    const wrong = await checked({ csv: { ...csvChannel, map: ['order-to-exchange'] } }, '--language', 'nl');
    expect(wrong).toContain('de mapping order-to-exchange leest scsn/Order, maar krijgt csv-order.');
  });
});
