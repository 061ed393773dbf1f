import { createHash } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { orderXml, responseXml } from '../../test/kit/documents.ts';
import { configSchema } from '../config/schema.ts';
import { type Channel, channelsOf } from './channel.ts';
import { type CheckResult, check } from './check.ts';
import { changeState, emptyState, type OrderState } from './order-state.ts';
import { type Deliverable, type Prepared, type PrepareTask, prepare } from './prepare.ts';
import { loadRooms } from './rooms.ts';

/** check and prepare as the workers run them, with the delivered schemas and mappings, and no I/O. */

const all = loadRooms(undefined);
const rooms = all.with(undefined);
afterAll(() => all.dispose());

const companyId = 'company-1';
const channels = channelsOf(
  configSchema.parse({
    exchange: { baseUrl: 'https://exchange.example', companyId, auth: { email: 'a@b', password: 'x' } },
    channels: {
      orders: { from: { folder: '/o' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
      'orders-json': {
        from: { folder: '/j' },
        document: 'scsn/Order',
        map: 'order-to-exchange',
        to: { exchange: 'api-connector/order' },
      },
      answers: {
        from: { folder: '/r' },
        document: 'scsn/OrderResponse',
        map: 'order-response-to-exchange',
        to: { exchange: 'api-connector/order-response' },
      },
      responses: {
        as: 'buyer',
        from: { webhook: '/e' },
        map: 'order-to-order-response',
        document: 'scsn/OrderResponse',
        to: { folder: '/i' },
      },
      'supplier-orders': {
        as: 'supplier',
        from: { webhook: '/e' },
        map: 'order-to-order',
        document: 'scsn/Order',
        to: { folder: '/s' },
      },
    },
  }),
);

function channel(name: string): Channel {
  const found = channels.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface Told {
  readonly state?: OrderState;
  readonly id?: number;
  readonly issued?: string;
  readonly forced?: boolean;
  readonly note?: boolean;
  readonly gathered?: Uint8Array;
  readonly bodies?: Readonly<Record<string, Uint8Array>>;
}

function run(name: string, bytes: Uint8Array, told: Told = {}): Prepared {
  const { state, id = 1, issued, forced = false, note = false, gathered, bodies = {} } = told;
  const task: PrepareTask = {
    channel: channel(name),
    message: { id, hash: sha256(bytes), forced, note, ...(issued ? { issued } : {}) },
    bytes,
    bodies,
    now: '2026-03-02T10:00:00.000Z',
    ...(gathered ? { gathered } : {}),
    ...(state ? { state: JSON.stringify(state) } : {}),
  };
  return prepare(rooms, task);
}

function delivered(name: string, bytes: Uint8Array, told: Told = {}): Deliverable {
  const prepared = run(name, bytes, told);
  if (prepared.kind !== 'deliver') throw new Error(JSON.stringify(prepared));
  return prepared;
}

/** The order state after the message was delivered. */
function stateAfter(name: string, { change }: Deliverable, told: Told = {}): OrderState {
  const { direction } = channel(name);
  return changeState(told.state ?? emptyState, change, {
    channel: name,
    direction,
    message: told.id ?? 1,
    at: '2026-03-02T10:00:00.000Z',
  });
}

const linesOf = (deliverable: Deliverable): string[] =>
  JSON.parse(Buffer.from(deliverable.bytes).toString()).lines.map(
    (line: { position: string }) => line.position,
  );

const file = { kind: 'file', id: 'c', name: 'a.xml', size: 1, mtime: 1 } as const;
const webhook = { kind: 'webhook', method: 'POST' } as const;

const checked = (name: string, bytes: Uint8Array, source: Parameters<typeof check>[3] = file): CheckResult =>
  check(rooms, channel(name), bytes, source);

describe('check, inbound', () => {
  it('reads the business keys, the same address in both directions', () => {
    const order = checked('orders', orderXml({ number: 'PO-1', date: '2026-03-02' }));
    expect(order).toMatchObject({
      verdict: 'ready',
      checked: {
        orderKey: 'inbound/buyer/company-1/PO-1',
        address: 'buyer/company-1/PO-1',
        purchaseOrderNumber: 'PO-1',
        issued: '2026-03-02',
      },
    });
    const answer = checked('answers', responseXml({ number: 'PO-1', buyer: 'D1', lines: [{ id: '10' }] }));
    expect(answer).toMatchObject({ verdict: 'ready', checked: { address: 'supplier/D1/PO-1' } });
  });

  it('refuses and parks at once, with the number where it can be read', () => {
    const refused = checked('orders', orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1,5' }] }));
    expect(refused).toMatchObject({ verdict: 'rejected', identity: { purchaseOrderNumber: 'PO-1' } });
    expect(
      checked('orders', orderXml({ number: 'PO-1', lines: [{ id: '10', status: 'disputed' }] })),
    ).toMatchObject({ verdict: 'parked' });
    expect(checked('orders', Buffer.from('<a'))).toMatchObject({ verdict: 'rejected', identity: {} });
  });
});

const line = (position: string, processStatus: string, lastUpdatedAt: string) => ({
  id: `o-PO-1-${position}`,
  buyerLine: {
    position,
    item: { number: `P-${position}`, name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
    deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
  },
  confirmedLine: { deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }] },
  status: { processStatus, logisticsStatus: 'Open' },
  lastUpdatedAt,
});

const t1 = '2026-03-01T10:00:00.001Z';
const t2 = '2026-03-01T10:00:00.002Z';

interface Order {
  readonly lines?: readonly object[];
  readonly buyer?: string;
  readonly supplier?: string;
}

const order = ({
  lines = [line('10', 'Confirmed', t1)],
  buyer = companyId,
  supplier = companyId,
}: Order = {}) => ({
  buyerOrder: {
    companyId: buyer,
    purchaseOrderNumber: 'PO-1',
    supplierAccountNumber: '540830',
    destination: { code: 'WH' },
  },
  supplierOrder: { companyId: supplier, buyerAccountNumber: 'D1' },
  lines,
  version: 2,
  lastUpdatedAt: t2,
});

const event = (eventName: string, told: Order = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      eventName,
      orderEvent: { orderId: 'o-PO-1', ...order(told) },
      meta: { messageId: 'm', createdDateTime: t2 },
    }),
  );

const fetched = (told: Order = {}): Buffer => Buffer.from(JSON.stringify({ id: 'o-PO-1', ...order(told) }));

describe('check, outbound', () => {
  it('knows the order, its lines, and whether the whole must be fetched', () => {
    const response = checked('responses', event('OrderLinesAcceptedBySupplier'), webhook);
    expect(response).toMatchObject({
      verdict: 'ready',
      checked: {
        orderKey: 'outbound/responses/o-PO-1',
        address: 'buyer/company-1/PO-1',
        lines: { 'o-PO-1-10': t1 },
      },
    });
    expect(response.verdict === 'ready' && response.checked.gather).toBeUndefined();
    const complete = checked('supplier-orders', event('OrderIssuedByBuyer'), webhook);
    expect(complete).toMatchObject({
      checked: { address: 'supplier/D1/PO-1', gather: { what: 'order', id: 'o-PO-1' } },
    });
  });

  it('fetches the order for a notice, a found order and lines without timestamps', () => {
    const notice = { kind: 'notice', what: 'order', id: 'o-PO-1' } as const;
    expect(checked('responses', Buffer.from('{}'), notice)).toMatchObject({
      checked: { gather: { id: 'o-PO-1' }, lines: 'all' },
    });
    expect(checked('responses', fetched(), { kind: 'search', note: false })).toMatchObject({
      checked: { gather: { id: 'o-PO-1' } },
    });
    const { lastUpdatedAt, ...bare } = line('10', 'Confirmed', t1);
    expect(lastUpdatedAt).toBe(t1);
    expect(checked('responses', event('X', { lines: [bare] }), webhook)).toMatchObject({
      checked: { gather: { id: 'o-PO-1' } },
    });
  });

  it('remembers an order whose account the exchange does not tell', () => {
    const { supplierOrder, ...told } = order();
    expect(supplierOrder.buyerAccountNumber).toBe('D1');
    const bytes = Buffer.from(
      JSON.stringify({ eventName: 'OrderIssuedByBuyer', orderEvent: { orderId: 'o-PO-1', ...told } }),
    );
    expect(checked('supplier-orders', bytes, webhook)).toMatchObject({
      checked: { address: 'supplier/order%20id%20o-PO-1/PO-1', purchaseOrderNumber: 'PO-1' },
    });
  });

  it('fetches nothing for an own action of which nothing is said, and notes what it was about', () => {
    const own = checked('supplier-orders', event('OrderLinesAcceptedBySupplier'), webhook);
    expect(own).toMatchObject({ verdict: 'ready', checked: { lines: { 'o-PO-1-10': t1 } } });
    expect(own.verdict === 'ready' && own.checked.gather).toBeUndefined();
    expect(run('supplier-orders', event('OrderLinesAcceptedBySupplier'))).toMatchObject({
      outcome: 'ignored',
      change: { received: { lines: { 'o-PO-1-10': t1 } } },
    });
    const documents = (by: string) =>
      Buffer.from(
        JSON.stringify({ eventName: `OrderDocumentsAttachedBy${by}`, orderDocumentsEvent: { orderId: 'o' } }),
      );
    expect(checked('responses', documents('Buyer'), webhook)).toMatchObject({ verdict: 'ignored' });
    const contact = event('OrderContactReassignedBySupplier', { lines: [] });
    expect(checked('supplier-orders', contact, webhook)).toMatchObject({ verdict: 'ignored' });
    expect(checked('responses', documents('Supplier'), webhook)).toMatchObject({ verdict: 'ready' });
    expect(checked('supplier-orders', event('OrderBlessedBySupplier'), webhook)).toMatchObject({
      checked: { gather: { id: 'o-PO-1' } },
    });
  });

  it('leaves the orders of other companies alone, and parks what has no order in it', () => {
    expect(checked('responses', event('X', { buyer: 'COMPANY-1' }), webhook)).toMatchObject({
      verdict: 'ready',
    });
    expect(checked('responses', event('X', { buyer: 'somebody' }), webhook)).toMatchObject({
      verdict: 'ignored',
    });
    expect(checked('supplier-orders', event('X', { supplier: 'somebody' }), webhook)).toMatchObject({
      verdict: 'ignored',
    });
    expect(checked('responses', Buffer.from('{"hello":1}'), webhook)).toMatchObject({ verdict: 'parked' });
  });
});

describe('prepare, inbound', () => {
  const bytes = orderXml({ number: 'PO-1', lines: [{ id: '10' }, { id: '20' }] });

  it('sends the XML route as it is, in UTF-8 whatever it was', () => {
    expect(Buffer.from(delivered('orders', bytes).bytes)).toEqual(bytes);
    const text = bytes.toString().replace('UTF-8', 'UTF-16').replace('Part 10', 'Teil \u00f8');
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const sent = Buffer.from(delivered('orders', utf16).bytes).toString('utf8');
    expect(sent).toBe(text.replace('UTF-16', 'UTF-8'));
  });

  it('is unchanged when only date and time are new, and a duplicate when nothing is', () => {
    for (const name of ['orders', 'orders-json']) {
      const state = stateAfter(name, delivered(name, bytes));
      expect(run(name, bytes, { state, id: 2 })).toMatchObject({ kind: 'settle', outcome: 'duplicate' });
      const later = orderXml({ number: 'PO-1', date: '2026-03-09', lines: [{ id: '10' }, { id: '20' }] });
      expect(run(name, later, { state, id: 2 })).toMatchObject({ kind: 'settle', outcome: 'unchanged' });
      expect(run(name, later, { state, id: 2, forced: true })).toMatchObject({ kind: 'deliver' });
    }
  });

  it('leaves out lines that the exchange holds, and sends all when only the header changed', () => {
    const first = delivered('orders-json', bytes);
    expect(linesOf(first)).toEqual(['10', '20']);
    const state = stateAfter('orders-json', first);
    const changed = orderXml({
      number: 'PO-1',
      type: 'Changed',
      lines: [{ id: '10' }, { id: '20', date: '2026-05-01' }],
    });
    expect(linesOf(delivered('orders-json', changed, { state, id: 2 }))).toEqual(['20']);
    const noted = orderXml({
      number: 'PO-1',
      type: 'Changed',
      note: 'new note',
      lines: [{ id: '10' }, { id: '20' }],
    });
    expect(linesOf(delivered('orders-json', noted, { state, id: 2 }))).toEqual(['10', '20']);
  });

  it('sends a line again when the other side said something about it in between', () => {
    const state = stateAfter('orders-json', delivered('orders-json', bytes));
    const answered = changeState(
      state,
      { delivered: { fingerprint: 'f', bytes: 'b', lines: { 20: 'p' } } },
      { channel: 'responses', direction: 'outbound', message: 5, at: t1 },
    );
    const again = orderXml({ number: 'PO-1', date: '2026-03-09', lines: [{ id: '10' }, { id: '20' }] });
    expect(linesOf(delivered('orders-json', again, { state: answered, id: 6 }))).toEqual(['20']);
  });

  it('parks an older version, by issue date or else by arrival, unless forced', () => {
    const state = stateAfter('orders', delivered('orders', bytes, { id: 5, issued: '2026-03-02' }), {
      id: 5,
    });
    const other = orderXml({ number: 'PO-1', note: 'other' });
    expect(run('orders', other, { state, id: 6, issued: '2026-03-01' })).toMatchObject({
      kind: 'park',
      findings: [{ code: 'older-than-delivered' }],
    });
    expect(run('orders', other, { state, id: 4, issued: '2026-03-02' })).toMatchObject({ kind: 'park' });
    expect(run('orders', other, { state, id: 6, issued: '2026-03-02T09:00:00' })).toMatchObject({
      kind: 'deliver',
    });
    expect(run('orders', other, { state, id: 4, issued: '2026-03-01', forced: true })).toMatchObject({
      kind: 'deliver',
    });
  });

  it('refuses more lines than the exchange takes', () => {
    const lines = (count: number) => Array.from({ length: count }, (_, n) => ({ id: String(n + 1) }));
    expect(run('orders', orderXml({ number: 'PO-1', lines: lines(501) }))).toMatchObject({
      outcome: 'rejected',
      findings: [{ code: 'too-many-members' }],
    });
    expect(run('orders', orderXml({ number: 'PO-1', lines: lines(500) }))).toMatchObject({ kind: 'deliver' });
    expect(run('orders-json', orderXml({ number: 'PO-1', lines: lines(501) }))).toMatchObject({
      kind: 'settle',
      outcome: 'rejected',
      findings: [{ code: 'too-many-members' }],
    });
    expect(linesOf(delivered('orders-json', orderXml({ number: 'PO-1', lines: lines(500) })))).toHaveLength(
      500,
    );
  });
});

describe('prepare, outbound', () => {
  const text = (deliverable: Deliverable): string => Buffer.from(deliverable.bytes).toString('utf8');
  const ids = (deliverable: Deliverable): string[] =>
    [...text(deliverable).matchAll(/<cac:LineItem>\s*<cbc:ID>([^<]*)/g)].map((match) => match[1] ?? '');
  const both = [line('10', 'Confirmed', t1), line('20', 'Confirmed', t1)];

  it('says only what is new to the buyer, and nothing when nothing is', () => {
    const first = delivered('responses', event('OrderLinesAcceptedBySupplier', { lines: both.slice(0, 1) }));
    expect(ids(first)).toEqual(['10']);
    const state = stateAfter('responses', first);
    expect(ids(delivered('responses', fetched({ lines: both }), { state, id: 2 }))).toEqual(['20']);
    expect(
      run('responses', event('OrderLinesAcceptedBySupplier', { lines: both.slice(0, 1) }), { state, id: 2 }),
    ).toMatchObject({ kind: 'settle', outcome: 'ignored' });
  });

  it('is unchanged when a line has a new time and says the same', () => {
    const state = stateAfter('responses', delivered('responses', event('OrderLinesAcceptedBySupplier')));
    const repeated = event('OrderLinesAcceptedBySupplier', { lines: [line('10', 'Confirmed', t2)] });
    expect(run('responses', repeated, { state, id: 2 })).toMatchObject({
      kind: 'settle',
      outcome: 'unchanged',
      change: { received: { lines: { 'o-PO-1-10': t2 } } },
    });
  });

  it('says everything again when somebody asked for it', () => {
    const state = stateAfter(
      'responses',
      delivered('responses', event('OrderLinesAcceptedBySupplier', { lines: both })),
    );
    expect(
      ids(delivered('responses', event('OrderResentBySupplier', { lines: both }), { state, id: 2 })),
    ).toEqual(['10', '20']);
  });

  it('writes the complete order for the supplier: New at first, then Changed', () => {
    const issued = [line('10', 'Issued', t1), line('20', 'Issued', t1)];
    const first = delivered(
      'supplier-orders',
      event('OrderLinesReissuedByBuyer', { lines: issued.slice(0, 1) }),
      { gathered: fetched({ lines: issued }) },
    );
    expect(text(first)).toContain('<cbc:OrderTypeCode>New</cbc:OrderTypeCode>');
    expect(ids(first)).toEqual(['10', '20']);
    const state = stateAfter('supplier-orders', first);
    const more = [...issued, line('30', 'Issued', t2)];
    const second = delivered('supplier-orders', event('OrderLinesIssuedByBuyer', { lines: more.slice(2) }), {
      state,
      id: 2,
      gathered: fetched({ lines: more }),
    });
    expect(text(second)).toContain('<cbc:OrderTypeCode>Changed</cbc:OrderTypeCode>');
    expect(ids(second)).toEqual(['10', '20', '30']);
    expect(text(second).match(/<cbc:LineStatusCode>[^<]*/g)).toEqual(['<cbc:LineStatusCode>added']);
  });

  it('notes what lies before the start, and remembers it as handled', () => {
    const noted = run('responses', fetched(), { note: true });
    expect(noted).toMatchObject({
      kind: 'settle',
      outcome: 'ignored',
      change: { received: { lines: { 'o-PO-1-10': t1 } } },
    });
  });

  it('parks what no file can be made of', () => {
    const undated = {
      ...line('10', 'Confirmed', t1),
      confirmedLine: { deliverySchedule: [{ position: '1', quantity: 5 }] },
    };
    expect(run('responses', event('OrderLinesAcceptedBySupplier', { lines: [undated] }))).toMatchObject({
      kind: 'park',
    });
    expect(run('responses', event('X', { lines: [line('10', 'AwaitingBroker', t1)] }))).toMatchObject({
      kind: 'park',
    });
    expect(run('responses', Buffer.from('{}'))).toMatchObject({
      kind: 'park',
      findings: [{ code: 'order-unreadable' }],
    });
  });
});
