import { appendFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { orderXml, responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { openOwnSite, shareSite } from './kit/shared-site.ts';
import { type Site, type SiteOptions, until } from './kit/site.ts';

/** The gateway's main job, each way once, against the simulator. */

let site: Site;

afterAll(lendWorkers());

/** One for all tests of a group, which have orders of their own. */
const share = (options: SiteOptions): void =>
  shareSite((shared) => {
    site = shared;
  }, options);

/** What is not whole is given up soon, in the folder `erp/out/orders`. */
const impatient: SiteOptions = {
  config: ({ channels }) =>
    Object.assign(Object(channels.orders?.from), {
      settle: { interval: '50ms', patience: '100ms', giveUp: '300ms' },
    }),
};

/** An order as a buyer's system sends it. */
const orderBody = (purchaseOrderNumber: string) => ({
  order: { companyId: site.simulator.companyId, supplierAccountNumber: '540830', purchaseOrderNumber },
  lines: [
    {
      position: '10',
      item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
      deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
    },
  ],
});

describe('on one site', () => {
  share(impatient);

  describe('ERP -> exchange', () => {
    it('sends an order as XML, byte for byte, and archives it', async () => {
      const bytes = orderXml({ number: 'PO-1' });
      site.drop('erp/out/orders', 'PO-1.xml', bytes);
      const message = await site.ended('PO-1.xml');
      expect(message).toMatchObject({ outcome: 'delivered', purchaseOrderNumber: 'PO-1', attempts: 1 });
      expect(site.simulator.ledger()[0]).toMatchObject({ key: 'PO-1', bytes: bytes.toString() });
      expect(site.files('erp/out/orders/archive')).toEqual(['PO-1.xml']);
      expect(site.files('erp/out/orders')).toEqual([]);
    });

    it('sends an order as JSON with the digits of the source', async () => {
      site.drop(
        'erp/out/orders-json',
        'a.xml',
        orderXml({ number: 'PO-2', lines: [{ id: '0010', quantity: '1234.5600', price: '0.10' }] }),
      );
      expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
      const body = site.simulator.ledger()[0]?.bytes ?? '';
      expect(body).toContain('"position":"0010"');
      expect(body).toMatch(/"quantity":\s*1234\.5600/);
      expect(body).toMatch(/"value":\s*0\.10/);
      expect(JSON.parse(body)).toMatchObject({
        order: {
          companyId: site.simulator.companyId,
          purchaseOrderNumber: 'PO-2',
          supplierAccountNumber: '540830',
        },
      });
    });

    it('sends an order response as JSON', async () => {
      site.drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-3' }));
      await site.ended('o.xml');
      site.drop('erp/out/responses', 'r.xml', responseXml({ number: 'PO-3', lines: [{ id: '10' }] }));
      expect(await site.ended('r.xml')).toMatchObject({ outcome: 'delivered', purchaseOrderNumber: 'PO-3' });
      expect(site.simulator.ledger().at(-1)?.key).toBe('PO-3');
    });

    it('does not send the same file twice, and takes 10, 12, 10 as three orders', async () => {
      const dropped = ['10', '10', '12', '10'].map((quantity, n) => [`${n}.xml`, quantity] as const);
      for (const [name, quantity] of dropped) {
        site.drop('erp/out/orders-json', name, orderXml({ number: 'PO-4', lines: [{ id: '10', quantity }] }));
        await site.ended(name);
      }
      const outcomes = await Promise.all(dropped.map(async ([name]) => (await site.ended(name)).outcome));
      expect(outcomes).toEqual(['delivered', 'duplicate', 'delivered', 'delivered']);
      expect(site.simulator.ledger()).toHaveLength(3);
      expect(site.files('erp/out/orders-json/archive')).toEqual(['0.xml', '1.xml', '2.xml', '3.xml']);
    });

    it('knows a re-exported order by its content, on either route', async () => {
      for (const folder of ['erp/out/orders', 'erp/out/orders-json']) {
        const number = `PO-5-${folder.length}`;
        site.drop(folder, `${number}-a.xml`, orderXml({ number, date: '2026-03-02' }));
        await site.ended(`${number}-a.xml`);
        site.drop(folder, `${number}-b.xml`, orderXml({ number, date: '2026-03-03' }));
        expect(await site.ended(`${number}-b.xml`)).toMatchObject({ outcome: 'unchanged' });
      }
      expect(site.simulator.ledger()).toHaveLength(2);
    });

    it('sends only the lines that changed', async () => {
      const lines = [{ id: '10' }, { id: '20' }];
      site.drop('erp/out/orders-json', 'new.xml', orderXml({ number: 'PO-6', lines }));
      await site.ended('new.xml');
      site.drop(
        'erp/out/orders-json',
        'changed.xml',
        orderXml({ number: 'PO-6', type: 'Changed', lines: [{ id: '10' }, { id: '20', quantity: '7' }] }),
      );
      await site.ended('changed.xml');
      const body = JSON.parse(site.simulator.ledger()[1]?.bytes ?? '{}');
      expect(body.lines.map((line: { position: string }) => line.position)).toEqual(['20']);
    });

    it('parks a version that is older than what was delivered', async () => {
      site.drop(
        'erp/out/orders',
        'new.xml',
        orderXml({ number: 'PO-7', date: '2026-03-05', note: 'second' }),
      );
      await site.ended('new.xml');
      site.drop('erp/out/orders', 'old.xml', orderXml({ number: 'PO-7', date: '2026-03-02', note: 'first' }));
      expect(await site.ended('old.xml')).toMatchObject({
        state: 'parked',
        findings: [{ code: 'older-than-delivered' }],
      });
      expect(site.files('erp/out/orders/parked')).toEqual([
        'old.xml',
        'old.xml.report.json',
        'old.xml.report.txt',
      ]);
    });
  });

  describe('refusals', () => {
    it.each([
      ['not well-formed', 'broken.xml', '<Order><cbc:ID>1</Order>'],
      ['not SCSN', 'foreign.xml', '<?xml version="1.0"?><Invoice/>'],
      ['not valid', 'comma.xml', orderXml({ number: 'PO-8', lines: [{ id: '10', quantity: '1,5' }] })],
      ['refused by the exchange', 'refused.xml', orderXml({ number: 'PO-REFUSE-1' })],
    ])('puts a file that is %s into error/ with a report, and goes on', async (_, name, bytes) => {
      site.drop('erp/out/orders', name, bytes);
      expect(await site.ended(name)).toMatchObject({ outcome: 'rejected' });
      expect(site.files('erp/out/orders/error')).toEqual([name, `${name}.report.json`, `${name}.report.txt`]);
      expect(site.read('erp/out/orders/error', name)).toBe(bytes.toString());
      const report = JSON.parse(site.read('erp/out/orders/error', `${name}.report.json`));
      expect(report.findings.length).toBeGreaterThan(0);
      for (const finding of report.findings) expect(finding.advice).not.toBe('');
      expect(site.read('erp/out/orders/error', `${name}.report.txt`)).toContain('What next');
      site.drop('erp/out/orders', 'good.xml', orderXml({ number: `PO-9-${name}` }));
      expect(await site.ended('good.xml')).toMatchObject({ outcome: 'delivered' });
    });

    it('names line and column of every finding of the document', async () => {
      const lines = [
        { id: '10', quantity: '1,5' },
        { id: '20', date: '01-04-2026' },
      ];
      site.drop('erp/out/orders', 'two.xml', orderXml({ number: 'PO-10', lines }));
      const { findings } = await site.ended('two.xml');
      expect(findings.filter(({ line, column }) => line && column).length).toBeGreaterThanOrEqual(2);
      const text = site.read('erp/out/orders/error', 'two.xml.report.txt');
      expect(text).toContain('1,5');
      expect(text).toContain('01-04-2026');
    });

    it('refuses an empty file in the end', async () => {
      site.drop('erp/out/orders', 'empty.xml', '');
      expect(await site.ended('empty.xml')).toMatchObject({ outcome: 'rejected' });
      expect(site.files('erp/out/orders/error')).toContain('empty.xml.report.txt');
    });

    it('takes the corrected file', async () => {
      site.drop(
        'erp/out/orders',
        'x.xml',
        orderXml({ number: 'PO-11', lines: [{ id: '10', quantity: '1,5' }] }),
      );
      await site.ended('x.xml');
      site.drop(
        'erp/out/orders',
        'x.xml',
        orderXml({ number: 'PO-11', lines: [{ id: '10', quantity: '1.5' }] }),
      );
      expect(await site.ended('x.xml', 2)).toMatchObject({ outcome: 'delivered' });
    });
  });

  describe('files that are being written', () => {
    it('waits for a writer that pauses', async () => {
      const bytes = orderXml({ number: 'PO-12' });
      const path = site.path('erp/out/orders-json/slow.xml');
      writeFileSync(path, bytes.subarray(0, 400));
      await setTimeout(700);
      appendFileSync(path, bytes.subarray(400, 900));
      await setTimeout(700);
      appendFileSync(path, bytes.subarray(900));
      expect(await site.ended('slow.xml')).toMatchObject({ outcome: 'delivered', attempts: 1 });
      expect(site.files('erp/out/orders-json/archive')).toEqual(['slow.xml']);
    });
  });

  describe('exchange -> ERP', () => {
    const published = async (folder: string, count: number): Promise<readonly string[]> =>
      until(`${count} files in ${folder}`, () => {
        const files = site.files(folder).filter((name) => name.endsWith('.xml'));
        return files.length >= count ? files : undefined;
      });

    it.each(['POST', 'PUT', 'GET-PATH', 'GET-QUERY'] as const)(
      'publishes the order to the supplier and his answer to the buyer, by %s',
      async (shape) => {
        const number = `PO-20-${shape}`;
        site.setWebhooks(shape);
        site.drop('erp/out/orders', 'o.xml', orderXml({ number }));
        const [order = ''] = await published('erp/in/orders', 1);
        const xml = site.read('erp/in/orders', order);
        expect(xml).toContain(`<cbc:ID>${number}</cbc:ID>`);
        expect(xml).toContain('<cbc:OrderTypeCode>New</cbc:OrderTypeCode>');
        site.drop('erp/out/responses', 'r.xml', responseXml({ number, lines: [{ id: '10' }] }));
        const [response = ''] = await published('erp/in/responses', 1);
        expect(response).toMatch(new RegExp(`^${number}-\\d{6}\\.xml$`));
        expect(site.read('erp/in/responses', response)).toContain(
          '<cbc:LineStatusCode>accepted</cbc:LineStatusCode>',
        );
        await site.idle();
        expect(await published('erp/in/orders', 1)).toHaveLength(1);
        expect(await published('erp/in/responses', 1)).toHaveLength(1);
      },
    );

    it('says why an event concerns nobody here', async () => {
      site.setWebhooks('POST');
      site.drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-21' }));
      await published('erp/in/orders', 1);
      await site.idle();
      const ignored = (await site.messages()).filter(
        ({ channel, outcome }) => channel === 'responses' && outcome === 'ignored',
      );
      expect(ignored).toHaveLength(1);
      expect(ignored[0]?.reason).not.toBe('');
    });

    it('writes a proposal as revised and its approval as accepted', async () => {
      site.setWebhooks('POST');
      site.drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-22' }));
      await site.ended('o.xml');
      site.simulator.act({ order: 'PO-22', action: 'propose', date: '2026-05-01', reason: 'late' });
      const [first = ''] = await published('erp/in/responses', 1);
      expect(site.read('erp/in/responses', first)).toContain(
        '<cbc:LineStatusCode>revised</cbc:LineStatusCode>',
      );
      expect(site.read('erp/in/responses', first)).toContain('2026-05-01');
      site.simulator.act({ order: 'PO-22', action: 'approve' });
      const [, second = ''] = await published('erp/in/responses', 2);
      expect(site.read('erp/in/responses', second)).toContain(
        '<cbc:LineStatusCode>accepted</cbc:LineStatusCode>',
      );
    });

    it('is refused without the right credentials, and answers 404 for a path nobody listens at', async () => {
      const { Client } = await import('undici');
      const client = new Client(site.gateway.webhookUrl ?? '');
      const post = (path: string, authorization?: string) =>
        client.request({
          path,
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
          body: '{}',
        });
      const basic = `Basic ${Buffer.from('exchange:hook').toString('base64')}`;
      const statuses = [
        await post('/events'),
        await post('/events', 'Basic eDp5'),
        await post('/nobody', basic),
      ].map(({ statusCode }) => statusCode);
      await client.close();
      expect(statuses).toEqual([401, 401, 404]);
    });
  });
});

it('tells documents in one folder apart by their root element; what nobody claims is refused', async () => {
  site = await openOwnSite({
    config({ channels }) {
      Object.assign(channels['order-responses']?.from ?? {}, { folder: 'erp/out/orders' });
    },
  });
  await site.start();
  site.drop(
    'erp/out/orders',
    'response.xml',
    responseXml({ number: 'PO-7', lines: [{ id: '10', status: 'no such status' }] }),
  );
  site.drop('erp/out/orders', 'order.xml', orderXml({ number: 'PO-6' }));
  site.drop('erp/out/orders', 'invoice.xml', '<Invoice><ID>1</ID></Invoice>');
  expect(await site.ended('response.xml')).toMatchObject({ channel: 'order-responses' });
  expect(await site.ended('order.xml')).toMatchObject({ channel: 'orders', outcome: 'delivered' });
  expect(await site.ended('invoice.xml')).toMatchObject({ outcome: 'rejected' });
  expect(site.files('erp/out/orders/error')).toContain('invoice.xml.report.txt');
  expect(site.files('erp/out/orders')).toEqual([]);
  const inbound = (await site.messages()).filter(({ direction }) => direction === 'inbound');
  expect(inbound).toHaveLength(3);
});

describe('search', () => {
  const bySearch: SiteOptions = {
    config: ({ channels }) => {
      for (const name of ['responses', 'supplier-orders']) {
        Object.assign(channels[name] ?? {}, {
          from: { search: { every: '200ms', since: '2026-01-01T00:00:00.000Z' } },
        });
      }
    },
  };

  describe('on one site', () => {
    share(bySearch);

    it('finds what no webhook told, once, and costs no row when nothing changed', async () => {
      site.drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-30' }));
      await until('the order', () => (site.files('erp/in/orders').length > 0 ? true : undefined));
      site.simulator.act({ order: 'PO-30', action: 'accept' });
      await until('the response', () =>
        site.files('erp/in/responses').some((name) => name.endsWith('.xml')) ? true : undefined,
      );
      await site.idle();
      const before = (await site.messages()).length;
      const searches = () => site.simulator.requests().filter(({ path }) => path.includes('search')).length;
      const searched = searches();
      await until('three more searches', () => (searches() >= searched + 6 ? true : undefined));
      expect((await site.messages()).length).toBe(before);
      expect(site.files('erp/in/responses').filter((name) => name.endsWith('.xml'))).toHaveLength(1);
      expect(site.files('erp/in/orders').filter((name) => name.endsWith('.xml'))).toHaveLength(1);
    });

    it('keeps the cursor as the exact string, over a restart', async () => {
      site.drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-31' }));
      await until('the order', () => (site.files('erp/in/orders').length > 0 ? true : undefined));
      await site.idle();
      const cursor = await site.withJournal((journal) => journal.findCursor('supplier-orders'));
      expect(cursor?.value).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      await site.stop();
      await site.start('none');
      await site.idle();
      expect(site.files('erp/in/orders').filter((name) => name.endsWith('.xml'))).toHaveLength(1);
    });
  });

  it('notes what was there before the start, when told so, and publishes what comes', async () => {
    site = await openOwnSite({
      config: (config, folder) => {
        bySearch.config?.(config, folder);
        for (const name of ['responses', 'supplier-orders'])
          Object.assign(config.channels[name] ?? {}, { firstRun: 'noteOnly' });
      },
    });
    site.simulator.putOrder(orderBody('PO-32'));
    await site.start('none');
    const noted = await until('the notes', async () => {
      const messages = await site.messages();
      return messages.filter(({ state }) => state === 'settled').length === 2 ? messages : undefined;
    });
    expect(noted.map(({ outcome }) => outcome)).toEqual(['ignored', 'ignored']);
    expect(noted[0]?.reason).toContain('before the start');
    site.simulator.act({ order: 'PO-32', action: 'accept' });
    await until('the response', () => site.files('erp/in/responses')[0]);
    await site.idle();
    expect(site.files('erp/in/responses')).toEqual(['PO-32-000001.xml']);
  });
});
