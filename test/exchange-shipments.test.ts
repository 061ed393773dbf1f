import { afterAll, describe, expect, it } from 'vitest';
import { despatchXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { shareSite } from './kit/shared-site.ts';
import { type Site, until } from './kit/site.ts';

/** Shipments, from end to end: a supplier's despatch advice, the exchange's shipment, the buyer's file. */

let site: Site;

const folder = 'erp/in/despatch';

const toBuyer = (map: string, document: string, to: string) => ({
  as: 'buyer',
  map,
  document,
  to: { folder: to },
});

afterAll(lendWorkers());
shareSite(
  (shared) => {
    site = shared;
  },
  {
    config: ({ exchange, channels }) => {
      Object.assign(exchange ?? {}, { despatchAdvice: true });
      channels['despatch-advice'] = {
        from: { folder: 'erp/out/despatch', settle: { interval: '50ms' }, byDate: false },
        document: 'scsn/DespatchAdvice',
        map: 'despatch-advice-to-exchange',
        to: { exchange: 'api-connector/despatch-advice' },
      };
      channels.shipments = {
        ...toBuyer('shipment-to-despatch-advice', 'scsn/DespatchAdvice', folder),
        from: { webhook: '/shipments' },
        documents: { place: 'beside' },
        notFound: { patience: '0s' },
      };
      channels.progress = {
        ...toBuyer('order-to-order-status', 'scsn/OrderStatus', 'erp/in/progress'),
        from: { webhook: '/progress' },
      };
    },
  },
);

type Shape = 'POST' | 'PUT' | 'GET-PATH' | 'GET-QUERY' | 'none';

/** How the exchange tells of shipments from here on. */
function tellBy(shape: Shape): void {
  const url = `${site.gateway.webhookUrl}/shipments`;
  const auth = { basic: { user: 'exchange', password: 'hook' } };
  site.simulator.setWebhooks(shape === 'none' ? [] : [{ url, shape, auth }]);
}

/** Names of the files that were published since the test began. */
const published = (count: number) =>
  until(`${count} files`, () => {
    const names = site.files(folder).filter((name) => name.endsWith('.xml'));
    return names.length >= count ? names.toSorted((a, b) => sequence(a) - sequence(b)) : undefined;
  });

const sequence = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1]);

const shipment = (id: string, more: object = {}) => ({
  id,
  supplierShipment: { companyId: 'S', buyerAccountNumber: 'BUYER-1', shipmentNumber: `NR-${id}` },
  buyerShipment: { companyId: site.simulator.companyId },
  lines: [line('PO-1', '1')],
  meta: { lastUpdatedAt: '2026-03-16T07:05:02.310Z' },
  ...more,
});

const line = (purchaseOrderNumber: string, position: string) => ({
  purchaseOrderNumber,
  purchaseOrderLinePosition: '10',
  item: { buyerItemName: 'Bracket', purchaseUnitOfMeasureIso: 'C62' },
  supplierLine: {
    despatchAdviceNumber: 'DA-1',
    despatchAdviceLinePosition: position,
    despatchQuantity: 5,
  },
});

const messages = async () => (await site.messages()).filter(({ channel }) => channel === 'shipments');
const outcomes = async () => (await messages()).map(({ outcome, state }) => outcome ?? state);
const fetches = () => site.simulator.requests().filter(({ path }) => path.includes('/shipment/')).length;
const xml = (name = '') => site.read(folder, name);

describe('a despatch advice', () => {
  it('goes to the exchange as JSON, and comes out as the file of the buyer', async () => {
    tellBy('POST');
    const advice = despatchXml({ number: 'DA-1', shipment: 'Z-1', lines: [['PO-1', '10', '5.50']] });
    site.drop('erp/out/despatch', 'a.xml', advice);
    expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered', purchaseOrderNumber: 'PO-1' });
    const [name = ''] = await published(1);
    expect(name).toMatch(/^PO-1-0*\d+\.xml$/);
    expect(xml(name)).toContain('<cbc:ID>DA-1</cbc:ID>');
    expect(xml(name)).toContain('<cbc:DeliveredQuantity unitCode="C62">5.50</cbc:DeliveredQuantity>');
    expect(site.simulator.ledger().map(({ operation, key }) => [operation, key])).toEqual([
      ['api-connector/despatch-advice', 'DA-1'],
    ]);
  });

  it('is not sent twice, and not taken for the order that has its number', async () => {
    tellBy('none');
    const advice = (lines: string) =>
      despatchXml({ number: 'SAME-1', shipment: 'Z-1', lines: [['PO-1', '10', lines]] });
    site.drop('erp/out/despatch', 'a.xml', advice('5'));
    await site.ended('a.xml');
    site.drop('erp/out/despatch', 'b.xml', advice('5').toString().replace('2026-03-16', '2026-03-17'));
    expect(await site.ended('b.xml')).toMatchObject({ outcome: 'unchanged' });
    site.drop('erp/out/despatch', 'c.xml', advice('6'));
    expect(await site.ended('c.xml')).toMatchObject({
      outcome: 'delivered',
      orderKey: 'inbound/despatch%20advice/BUYER-1/SAME-1',
    });
    expect(site.simulator.ledger()).toHaveLength(2);
  });
});

describe('a shipment', () => {
  it.each(['POST', 'PUT', 'GET-PATH', 'GET-QUERY'] as const)(
    'row 80: told by %s is fetched, and published once for each change',
    async (shape) => {
      tellBy(shape);
      const id = `S/${shape}`;
      site.simulator.putShipment(shipment(id));
      await published(1);
      await site.idle();
      site.simulator.putShipment(shipment(id, { processStatus: 'Approved' }));
      await site.idle();
      expect(await outcomes()).toEqual(['unchanged', 'delivered']);
      const later = { lines: [line('PO-1', '1'), line('PO-1', '2')] };
      site.simulator.putShipment(
        shipment(id, { ...later, meta: { lastUpdatedAt: '2026-03-16T08:00:00.000Z' } }),
      );
      const [, second = ''] = await published(2);
      expect(xml(second).match(/<cac:DespatchLine>/g)).toHaveLength(2);
      // signs of life are asked for in between
      const last = site.simulator.requests().findLast(({ method }) => method !== 'HEAD');
      expect(last?.path).toBe(`/shipment/${encodeURIComponent(id)}`);
    },
  );

  it('row 81: of three orders is one despatch advice; the references stand in the lines, its number in the name', async () => {
    tellBy('POST');
    const orders = ['PO-1', 'PO-2', 'PO-3'];
    site.simulator.putShipment(shipment('S-three', { lines: orders.map((order, n) => line(order, `${n}`)) }));
    const [name = ''] = await published(1);
    expect(name).toMatch(/^NR-S-three-0*\d+\.xml$/);
    expect(xml(name).match(/<cac:OrderReference>/g)).toHaveLength(3);
    await site.idle();
    expect(await messages()).toMatchObject([{ purchaseOrderNumber: 'PO-1, PO-2, PO-3' }]);
  });

  it('of older date than what was handled changes nothing', async () => {
    tellBy('GET-PATH');
    site.simulator.putShipment(shipment('S-older'));
    await published(1);
    await site.idle();
    const older = { lines: [line('PO-2', '1')], meta: { lastUpdatedAt: '2026-03-15T07:00:00.000Z' } };
    site.simulator.putShipment(shipment('S-older', older));
    await site.idle();
    expect(await messages()).toMatchObject([
      { outcome: 'ignored', reason: expect.stringContaining('newer') },
      { outcome: 'delivered' },
    ]);
  });

  it('in a body that nobody described is fetched by the id in it, else kept and parked', async () => {
    tellBy('none');
    site.simulator.putShipment(shipment('S-odd'));
    const told = { eventName: 'ShipmentBlessed', shipmentEvent: { shipmentId: 'S-odd', news: [1] } };
    expect(await site.call('/shipments', JSON.stringify(told))).toBe(202);
    await published(1);
    expect(await site.call('/shipments', '{"eventName":"ShipmentBlessed","who":"bishop"}')).toBe(202);
    expect(await site.call('/shipments', '{"eventName":')).toBe(400);
    const parked = await until('two parked messages', async () => {
      const found = (await messages()).filter(({ state }) => state === 'parked');
      return found.length === 2 ? found : undefined;
    });
    expect(parked.map(({ findings }) => findings[0]?.code)).toEqual([
      'event-not-json',
      'event-unknown-shape',
    ]);
    const kept = await site.withJournal((journal) => journal.part(parked[1]?.id ?? 0, 'received'));
    expect(Buffer.from(kept ?? []).toString()).toContain('bishop');
  });

  it("that the buyer acted on, another buyer's and an order are ignored unfetched", async () => {
    tellBy('none');
    const other = shipment('S-other', { buyerShipment: { companyId: 'somebody-else' } });
    expect(await site.call('/shipments', JSON.stringify({ shipment: other }))).toBe(202);
    const own = { eventName: 'ShipmentApprovedByBuyer', shipment: shipment('S-other') };
    expect(await site.call('/shipments', JSON.stringify(own))).toBe(202);
    expect(await site.call('/shipments', '{"orderEvent":{"orderId":"o","lines":[]}}')).toBe(202);
    expect(await site.call('/shipments?orderId=o', undefined, 'GET')).toBe(202);
    await site.idle();
    expect(await outcomes()).toEqual(Array(4).fill('ignored'));
    expect(fetches()).toBe(0);
  });

  it('that is not known there is parked after its patience, and the next notice takes its place', async () => {
    tellBy('none');
    expect(await site.call('/shipments/S-late', undefined, 'GET')).toBe(202);
    await until('a parked message', async () =>
      (await messages()).find(({ state }) => state === 'parked') ? true : undefined,
    );
    site.simulator.putShipment(shipment('S-late'));
    expect(await site.call('/shipments/S-late', undefined, 'GET')).toBe(202);
    await published(1);
    await site.idle();
    expect(await outcomes()).toEqual(['delivered', 'superseded']);
  });

  it('without a despatch advice number, or with several, waits for a person where the mapping says so', async () => {
    tellBy('POST');
    const second = { ...line('PO-1', '2'), supplierLine: { despatchAdviceNumber: 'DA-2' } };
    site.simulator.putShipment(shipment('S-two', { lines: [line('PO-1', '1'), second] }));
    const parked = await until('a parked message', async () =>
      (await messages()).find(({ state }) => state === 'parked'),
    );
    expect(parked.findings).toMatchObject([{ code: 'several-despatch-advices' }]);
  });

  it('brings its documents, by object id and by address; times without zone are kept', async () => {
    tellBy('none');
    const bytes = Buffer.from('packing list');
    const objectId = site.simulator.addFile({ filename: 'p.pdf', contentType: 'application/pdf', bytes });
    const documents = [
      { code: 'P', name: 'p', objectId, meta: { lastUpdatedAt: '2026-03-16T08:05:02' } },
      { code: 'U', name: 'u', url: `${site.simulator.url}/simulator/ledger` },
      { code: 'N', name: 'nothing' },
    ];
    const { supplierShipment, ...rest } = shipment('S-docs');
    site.simulator.putShipment({ ...rest, supplierShipment: { ...supplierShipment, documents } });
    expect(await site.call('/shipments/S-docs', undefined, 'GET')).toBe(202);
    const [name = ''] = await published(1);
    const beside = site.files(folder).filter((file) => !file.endsWith('.xml'));
    expect(beside).toHaveLength(2);
    for (const file of beside) expect(xml(name)).toContain(`<cbc:URI>${file}</cbc:URI>`);
  });
});

describe('the progress of deliveries', () => {
  const order = (lastUpdatedAt: string, statuses: Record<string, string>) => ({
    id: 'c-PO-1',
    buyerOrder: { companyId: site.simulator.companyId, purchaseOrderNumber: 'PO-1' },
    lines: Object.entries(statuses).map(([position, status]) => ({
      id: `c-PO-1-${position}`,
      buyerLine: { position },
      deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5, status }],
      status: { processStatus: 'Confirmed' },
      lastUpdatedAt,
    })),
    lastUpdatedAt,
  });
  const event = ({ id: orderId, ...rest }: ReturnType<typeof order>, messageId: string): string =>
    JSON.stringify({
      eventName: 'OrderLinesDeliveryScheduleLogisticsUpdatedBySupplier',
      orderEvent: { orderId, ...rest },
      meta: { messageId },
    });

  it('becomes one order status for each change, by event and by notice', async () => {
    tellBy('none');
    const shipped = order('2026-03-16T07:00:00.000Z', { 10: 'Shipped', 20: 'Open' });
    expect(await site.call('/progress', event(shipped, 'm-1'))).toBe(202);
    const [first = ''] = await site.published('erp/in/progress', 1);
    const text = site.read('erp/in/progress', first);
    expect(text).toContain('<cbc:LineID>10</cbc:LineID>');
    expect(text).not.toContain('<cbc:LineID>20</cbc:LineID>');
    site.simulator.putOrder(shipped);
    expect(await site.call('/progress/c-PO-1', undefined, 'GET')).toBe(202);
    await site.idle();
    site.simulator.putOrder(order('2026-03-17T07:00:00.000Z', { 10: 'Delivered', 20: 'Open' }));
    expect(await site.call('/progress/c-PO-1', undefined, 'GET')).toBe(202);
    await site.published('erp/in/progress', 2);
    await site.idle();
    const told = (await site.messages()).filter(({ channel }) => channel === 'progress');
    expect(told.map(({ outcome }) => outcome)).toEqual(['delivered', 'ignored', 'delivered']);
  });
});
