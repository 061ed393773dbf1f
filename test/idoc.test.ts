import { readFileSync } from 'node:fs';
import { afterAll, afterEach, expect, it } from 'vitest';
import { asTarget, deliveredFormat, formatOf, plainFile, readFile } from '../src/formats/testkit/kit.ts';
import type { Message } from '../src/journal/model/message.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { type Site, Site as Sites, until } from './kit/site.ts';

/** SAP on both sides: an order out of the buyer's SAP, into the supplier's, and the response back; IDocs flat and XML. */

const flat = formatOf('format: flat\nsyntax: idoc\nguide: idoc-orders\nwrite: { form: flat }\n');
const orders = deliveredFormat('idoc-orders');
const responses = deliveredFormat('idoc-ordrsp');
const fixture = (name: string) =>
  readFileSync(new URL(`../mappings/fixtures/${name}/document.xml`, import.meta.url), 'utf8');

const from = (folder: string) => ({
  folder,
  files: '*',
  done: '.done',
  settle: { interval: '50ms' },
  byDate: false,
});
const channels = {
  'sap-orders': {
    from: from('erp/out/sap'),
    document: 'idoc-orders',
    map: ['idoc-orders-to-order', 'complete-order', 'order-to-exchange'],
    to: { exchange: 'api-connector/order' },
  },
  'sap-changes': {
    from: from('erp/out/sap'),
    document: 'idoc-ordchg',
    map: ['idoc-ordchg-to-order', 'complete-order', 'order-to-exchange'],
    to: { exchange: 'api-connector/order' },
  },
  'sap-responses': {
    from: from('erp/out/sap'),
    document: 'idoc-ordrsp',
    map: ['idoc-ordrsp-to-order-response', 'complete-order-response', 'order-response-to-exchange'],
    to: { exchange: 'api-connector/order-response' },
  },
  'into-supplier': {
    as: 'supplier',
    from: { webhook: '/events' },
    map: ['order-to-order', 'order-to-idoc-orders'],
    document: 'idoc-orders',
    to: { folder: 'erp/in/sap-orders' },
  },
  'into-buyer': {
    as: 'buyer',
    from: { webhook: '/events' },
    map: ['order-to-order-response', 'order-response-to-idoc-ordrsp'],
    document: 'idoc-ordrsp',
    to: { folder: 'erp/in/sap-responses' },
  },
};

let site: Site | undefined;
afterAll(lendWorkers());
afterEach(() => site?.close());

async function open(): Promise<Site> {
  site = await Sites.open({
    config(config) {
      config.channels = channels;
    },
  });
  await site.start();
  return site;
}

async function drop(at: Site, name: string, text: string): Promise<void> {
  at.drop('erp/out/sap', name, text);
  at.drop('erp/out/sap', `${name}.done`, '');
  await at.ended(name);
  await at.idle();
}

/** An XML IDoc as the records of a flat file. */
function asFlat(xml: string): string {
  const [{ tree } = {}] = readFile(orders, xml).reads;
  if (tree === undefined) throw new Error('it was not read');
  const { bytes, findings } = flat.write(asTarget(tree.root));
  expect(findings).toEqual([]);
  return Buffer.from(bytes).toString();
}

const published = (at: Site, folder: string, count: number) =>
  until(`${count} files in ${folder}`, () => {
    const names = at.files(folder).filter((name) => name.endsWith('.xml'));
    return names.length === count ? names : undefined;
  });

const messages = async (at: Site): Promise<readonly Message[]> =>
  (await at.messages()).toSorted((a, b) => a.arrival - b.arrival);

const order = (number: string) => fixture('idoc-orders-to-order.minimal').replaceAll('4500001001', number);
const response = (number: string) =>
  fixture('idoc-ordrsp-to-order-response.changed')
    .replaceAll('4500001001', number)
    .replace('20260316', '20260323');

it('an order goes from SAP to SAP, and the response back', async () => {
  const at = await open();
  await drop(at, 'orders.txt', asFlat(order('PO-1')) + asFlat(order('PO-2')));
  const names = await published(at, 'erp/in/sap-orders', 2);
  expect(names.map((name) => name.slice(0, 8))).toEqual(['PO-1-000', 'PO-2-000']);
  const [idoc] = plainFile(orders, at.read('erp/in/sap-orders', names[0] ?? ''));
  expect(idoc).toMatchObject({
    EDI_DC40: { MESTYP: 'ORDERS', DIRECT: '2', DOCNUM: expect.stringMatching(/^0{10}\d{6}$/) },
    E1EDK01: { BELNR: 'PO-1', CURCY: 'EUR' },
    E1EDP01: {
      POSEX: '000010',
      MENGE: '100.000',
      MENEE: 'PCE',
      VPREI: '12.50',
      E1EDP20: { WMENG: '100.000', EDATU: '2026-03-16' },
    },
  });

  await drop(at, 'response.xml', response('PO-1'));
  const [answer = ''] = await published(at, 'erp/in/sap-responses', 1);
  expect(plainFile(responses, at.read('erp/in/sap-responses', answer))).toMatchObject([
    {
      EDI_DC40: { MESTYP: 'ORDRSP' },
      E1EDK02: [{ QUALF: '001', BELNR: 'PO-1' }, { QUALF: '002' }],
      E1EDP01: {
        POSEX: '000010',
        ACTION: '002',
        E1EDP02: expect.arrayContaining([{ QUALF: '001', BELNR: 'PO-1', ZEILE: '000010' }]),
        E1EDP20: { WMENG: '100.000', EDATU: '2026-03-23' },
      },
    },
  ]);
});

it('a line that is agreed is called unchanged where it is as ordered, and changed where the buyer approved other values', async () => {
  const at = await open();
  await drop(at, 'orders.txt', asFlat(order('PO-1')) + asFlat(order('PO-2')));
  await drop(at, 'as-ordered.xml', response('PO-1').replace('20260323', '20260316'));
  await drop(at, 'changed.xml', response('PO-2'));
  await published(at, 'erp/in/sap-responses', 2);
  at.simulator.act({ order: 'PO-2', action: 'approve' });
  const names = await published(at, 'erp/in/sap-responses', 3);
  const said = names.map((name) => plainFile(responses, at.read('erp/in/sap-responses', name)));
  const line = (ACTION: string, EDATU: string) => ({ E1EDP01: { ACTION, E1EDP20: { EDATU } } });
  expect(said).toMatchObject([
    [{ E1EDK01: { ACTION: '000' }, ...line('004', '2026-03-16') }],
    [{ E1EDK01: { ACTION: '003' }, ...line('002', '2026-03-23') }],
    [{ E1EDK01: { ACTION: '003' }, ...line('002', '2026-03-23') }],
  ]);
});

it('a change in the same folder is told apart by MESTYP, and leaves what it does not name', async () => {
  const at = await open();
  await drop(at, 'order.xml', order('PO-1'));
  const change = fixture('idoc-ordchg-to-order.quantity-alone').replaceAll('4500001001', 'PO-1');
  await drop(at, 'change.xml', change);
  const sent = at.simulator.ledger().map(({ bytes }) => bytes?.toString());
  expect(sent.at(-1)).toContain('150');
  expect(
    (await messages(at))
      .filter(({ channel }) => channel.startsWith('sap-'))
      .map(({ channel, outcome }) => `${channel} ${outcome}`),
  ).toEqual(['sap-orders delivered', 'sap-changes delivered']);
});

it('a wrong IDoc of a flat file is refused at its line; the others go', async () => {
  const at = await open();
  const wrong = asFlat(order('PO-2')).replace(/100\.000( +)PCE/, '1OO.000$1PCE');
  await drop(at, 'orders.txt', asFlat(order('PO-1')) + wrong + asFlat(order('PO-3')));
  const report = at.read('erp/out/sap/error', 'orders.txt.report.txt');
  expect(report).toContain('holds 3 documents: 2 sent, 1 refused');
  expect(report).toMatch(/`1OO\.000` in `MENGE` is not a number/);
  expect(report).toMatch(/\(line 16, column 75, field MENGE - field-number/);
  expect(at.read('erp/out/sap/error', 'orders.refused.txt')).toBe(wrong);
});
