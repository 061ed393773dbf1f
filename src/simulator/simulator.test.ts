import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientFor, textOf } from '../exchange/testkit/loopback.ts';
import type { Finding } from '../types.ts';
import { isObject, type JsonObject } from './json.ts';
import { Exchange, lineBody, orderBody, responseBody } from './testkit/http.ts';

let exchange: Exchange;
const refusesBroken = (bytes: Uint8Array): Finding[] =>
  Buffer.from(bytes).includes('BROKEN')
    ? [{ code: 'x', severity: 'error', message: 'BROKEN stands here.', advice: '', line: 3 }]
    : [{ code: 'y', severity: 'warning', message: 'odd', advice: '' }];
beforeEach(async () => {
  exchange = await Exchange.start({ checkOrder: refusesBroken });
});
afterEach(() => exchange.simulator.close());

const company = () => exchange.simulator.companyId;
const orderOf = async (number: string): Promise<JsonObject> =>
  (await exchange.ask(`GET /order/${company()}-${number}`, { headers: await exchange.bearer() })).json;
const linesOf = (order: JsonObject): JsonObject[] =>
  Array.isArray(order.lines) ? order.lines.filter(isObject) : [];
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inside, name) =>
      Array.isArray(inside) ? inside[Number(name)] : isObject(inside) ? inside[name] : undefined,
    value,
  );
const search = (body: object) =>
  exchange.ask('POST /v2/order-search/search', { headers: exchange.basic, body });
const found = ({ json }: { json: JsonObject }): JsonObject[] => (Array.isArray(json.data) ? json.data : []);

describe('an order', () => {
  it('is taken, kept under company and number, and shown as its era shows it', async () => {
    expect((await exchange.order(orderBody('PO-1'))).json).toEqual({ ok: true });
    const order = await orderOf('PO-1');
    expect(order).toMatchObject({
      id: `${company()}-PO-1`,
      buyerOrder: { companyId: company(), purchaseOrderNumber: 'PO-1', supplierAccountNumber: 'S-1' },
      supplierOrder: { companyId: company(), buyerAccountNumber: 'BUYER-1' },
      status: { processStatus: 'Issued' },
      version: 1,
    });
    expect(linesOf(order)[0]).toMatchObject({
      id: `${company()}-PO-1-10`,
      buyerLine: { position: '10', deliverySchedule: [{ date: '2030-03-16', quantity: 5 }] },
      deliverySchedule: [{ status: 'Open' }],
      status: { processStatus: 'Issued', logisticsStatus: 'Open' },
      lastUpdatedAt: order.lastUpdatedAt,
    });
    expect(order.lastUpdatedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('is updated line by line, and what is repeated changes nothing', async () => {
    await exchange.order(orderBody('PO-1'));
    const before = await orderOf('PO-1');
    await exchange.order(orderBody('PO-1', {}));
    expect(await orderOf('PO-1')).toEqual(before);
    const body = orderBody('PO-1');
    await exchange.order({ ...body, lines: [lineBody('10'), lineBody('20', '2030-09-09'), lineBody('30')] });
    const after = await orderOf('PO-1');
    expect(after.version).toBe(2);
    expect(linesOf(after).map(({ lastUpdatedAt }) => lastUpdatedAt === before.lastUpdatedAt)).toEqual([
      true,
      false,
      false,
    ]);
    expect(Date.parse(String(after.lastUpdatedAt))).toBeGreaterThan(Date.parse(String(before.lastUpdatedAt)));
  });

  it('keeps every digit', async () => {
    const text = JSON.stringify(orderBody('PO-1'))
      .replaceAll('"quantity":5', '"quantity":5.000')
      .replaceAll('2.5', '0.12345678901234567890');
    await exchange.ask('POST /v2/api-connector/order', { headers: exchange.basic, body: text });
    const answer = await exchange.ask(`GET /order/${company()}-PO-1`, { headers: await exchange.bearer() });
    expect(answer.text).toContain('"quantity":5.000');
    expect(answer.text).toContain('"value":0.12345678901234567890');
  });

  it('may have its lines inside, and belong to another company', async () => {
    const { order, lines } = orderBody('PO-1', { companyId: '00000000-0000-4000-8000-000000000001' });
    const inside = { order: { ...(isObject(order) ? order : {}), lines } };
    expect((await exchange.order(inside)).status).toBe(200);
    expect(found(await search({}))[0]?.id).toBe('00000000-0000-4000-8000-000000000001-PO-1');
  });

  it('is cancelled by an indicator, of the order or of a line', async () => {
    await exchange.order(orderBody('PO-1'));
    await exchange.order({
      ...orderBody('PO-1'),
      lines: [{ ...lineBody('10'), indicators: { cancelled: true } }],
    });
    expect(linesOf(await orderOf('PO-1')).map((line) => at(line, 'status', 'processStatus'))).toEqual([
      'Cancelled',
      'Issued',
    ]);
    await exchange.order(orderBody('PO-1', { indicators: { cancelled: true } }));
    expect(at(await orderOf('PO-1'), 'status', 'processStatus')).toBe('Cancelled');
  });

  it('loses the lines that are missing only where it says so', async () => {
    await exchange.order(orderBody('PO-1'));
    const less = (indicators: JsonObject) => ({
      ...orderBody('PO-1', { indicators }),
      lines: [lineBody('10')],
    });
    await exchange.order(less({}));
    expect(at(linesOf(await orderOf('PO-1'))[1], 'status', 'processStatus')).toBe('Issued');
    await exchange.order(less({ cancelLineWhenMissing: true }));
    expect(at(linesOf(await orderOf('PO-1'))[1], 'status', 'processStatus')).toBe('Cancelled');
  });

  it.each([
    [
      'an account that is unknown',
      orderBody('PO-1', { supplierAccountNumber: 'UNKNOWN-7' }),
      404,
      'UNKNOWN-7 is not known',
    ],
    ['a number that is refused', orderBody('PO-REFUSE-1'), 400, 'PO-REFUSE-1 is refused'],
    [
      'a number with a blank',
      orderBody('PO 1'),
      400,
      'order.purchaseOrderNumber: must be text without blanks',
    ],
    ['no lines', { order: orderBody('PO-1').order }, 400, 'lines: '],
    [
      'a line without a schedule',
      { ...orderBody('PO-1'), lines: [{ position: '1' }] },
      400,
      'lines.0.deliverySchedule',
    ],
    [
      'a quantity as text',
      { ...orderBody('PO-1'), lines: [{ ...lineBody('1'), deliverySchedule: [{ quantity: '5' }] }] },
      400,
      'lines.0.deliverySchedule.0.quantity: must be a number',
    ],
    [
      'a date that does not exist',
      { ...orderBody('PO-1'), lines: [lineBody('1', '2030-02-30')] },
      400,
      'lines.0.deliverySchedule.0.date',
    ],
    [
      'too many lines',
      { ...orderBody('PO-1'), lines: Array.from({ length: 501 }, (_, n) => lineBody(String(n))) },
      400,
      'lines: has more than 500 lines',
    ],
    ['an array', [], 400, 'body: '],
  ])('with %s is refused and is not in the ledger', async (_what, body, status, words) => {
    const answer = await exchange.order(body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
    expect(exchange.simulator.ledger()).toEqual([]);
  });

  it.each([
    ['{"order":', 'application/json', 400],
    ['<Order/>', 'application/xml', 415],
    ['{}', 'text/plain', 415],
  ])('as %s with content type %s answers %i', async (body, type, status) => {
    expect(
      (await exchange.ask('POST /v2/api-connector/order', { headers: exchange.basic, body, type })).status,
    ).toBe(status);
  });
});

describe('a response', () => {
  beforeEach(async () => void (await exchange.order(orderBody('PO-1'))));

  it('negotiates each line by itself', async () => {
    const accepts = {
      purchaseOrderLinePosition: '10',
      salesOrderNumber: 'V-1',
      indicators: { accepted: true },
    };
    const { deliverySchedule } = lineBody('20', '2030-12-12');
    const proposes = { purchaseOrderLinePosition: '20', deliverySchedule, reason: 'capacity' };
    expect((await exchange.response(responseBody('PO-1', accepts, proposes))).status).toBe(200);
    const order = await orderOf('PO-1');
    const [first, second] = linesOf(order);
    expect(first).toMatchObject({
      supplierLine: { salesOrderNumber: 'V-1' },
      confirmedLine: { deliverySchedule: [{ date: '2030-03-16' }] },
    });
    expect(at(first, 'status', 'processStatus')).toBe('Confirmed');
    expect(at(second, 'supplierLine', 'requests', 'proposal')).toMatchObject({
      status: 'Open',
      reason: 'capacity',
      deliverySchedule: [{ date: '2030-12-12' }],
    });
    expect(at(second, 'deliverySchedule', 0, 'date')).toBe('2030-03-16');
    expect(at(order, 'status', 'processStatus')).toBe('InProgress');
  });

  it('may speak for all its lines at the top, and a line overrules', async () => {
    const body = responseBody(
      'PO-1',
      { purchaseOrderLinePosition: '10' },
      { purchaseOrderLinePosition: '20', indicators: { rejected: true } },
    );
    const top = {
      ...body,
      order: { ...(isObject(body.order) ? body.order : {}), indicators: { accepted: true } },
    };
    await exchange.response(top);
    expect(linesOf(await orderOf('PO-1')).map((line) => at(line, 'status', 'processStatus'))).toEqual([
      'Confirmed',
      'Rejected',
    ]);
  });

  it.each([
    [
      'an unknown order',
      responseBody('PO-9', { purchaseOrderLinePosition: '10' }),
      404,
      'no purchase order PO-9',
    ],
    ['an unknown line', responseBody('PO-1', { purchaseOrderLinePosition: '99' }), 404, 'no line 99'],
    ['no lines', responseBody('PO-1'), 400, 'lines'],
    ['no account', { order: { purchaseOrderNumber: 'PO-1' }, lines: [] }, 400, 'order.buyerAccountNumber'],
  ])('to %s is refused', async (_what, body, status, words) => {
    const answer = await exchange.response(body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(words);
  });
});

describe('an SCSN Order', () => {
  const xml = (id: string, quantity = '5.000', extra = '') => `<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" xmlns:c="urn:x" xmlns:a="urn:y">
  <c:ID>${id}</c:ID><c:IssueDate>2030-01-01</c:IssueDate>${extra}
  <a:SellerSupplierParty><a:Party><a:PartyIdentification><c:ID schemeID="GLN">1</c:ID></a:PartyIdentification>
    <a:PartyIdentification><c:ID>S-7</c:ID></a:PartyIdentification></a:Party></a:SellerSupplierParty>
  <a:OrderLine><a:LineItem><c:ID>0010</c:ID><c:Quantity unitCode="PCE">${quantity}</c:Quantity>
    <a:Delivery><c:Quantity unitCode="PCE">${quantity}</c:Quantity>
      <a:RequestedDeliveryPeriod><c:EndDate>2030-03-03</c:EndDate></a:RequestedDeliveryPeriod></a:Delivery>
    <a:Price><c:PriceAmount currencyID="EUR">0.060</c:PriceAmount><c:BaseQuantity unitCode="PCE">100</c:BaseQuantity><c:PriceType>gross</c:PriceType></a:Price>
    <a:Item><c:Name>Bolt</c:Name><a:BuyersItemIdentification><c:ID>00012</c:ID></a:BuyersItemIdentification></a:Item>
  </a:LineItem></a:OrderLine></Order>`;
  const put = async (body: string, path = '/sci-connector/order', type = 'application/xml') =>
    exchange.ask(`PUT ${path}`, { headers: await exchange.bearer(), body, type });

  it.each(['/sci-connector/order', '/v2/sci-connector/order'])('is taken at %s', async (path) => {
    expect((await put(xml('X-1'), path)).json).toEqual({ ok: true });
    const order = await orderOf('X-1');
    expect(order.buyerOrder).toMatchObject({ purchaseOrderNumber: 'X-1', supplierAccountNumber: 'S-7' });
    expect(JSON.stringify(linesOf(order)[0])).toContain('"quantity":5.000');
    expect(linesOf(order)[0]).toMatchObject({
      buyerLine: {
        position: '0010',
        item: { number: '00012', name: 'Bolt', purchaseUnitOfMeasureIso: 'PCE' },
        deliverySchedule: [{ position: '1', date: '2030-03-03' }],
      },
    });
    expect(exchange.simulator.ledger()[0]).toMatchObject({
      operation: 'sci-connector/order',
      key: 'X-1',
      bytes: xml('X-1'),
    });
  });

  it('is refused with the findings of the check', async () => {
    const answer = await put(xml('X-1', '5', '<c:BROKEN/>'));
    expect(answer.status).toBe(400);
    expect(answer.json.details).toEqual(['line 3: BROKEN stands here.']);
  });

  it.each([
    ['no XML', '<Order>', 'is no XML'],
    ['another document', '<Invoice/>', 'no Order but Invoice'],
    ['a document without number', '<Order/>', 'order.purchaseOrderNumber'],
    ['a refused number', xml('REFUSE'), 'is refused'],
  ])('that is %s is refused', async (_what, body, words) => {
    const answer = await put(body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(words);
  });

  it('comes as XML in UTF-8', async () => {
    expect((await put(xml('X-1'), '/sci-connector/order', 'application/json')).status).toBe(415);
    const answer = await exchange.ask('PUT /sci-connector/order', {
      headers: await exchange.bearer(),
      type: 'text/xml',
      body: xml('X-2'),
    });
    expect(answer.status).toBe(200);
  });
});

describe('search', () => {
  const put = (id: string, lastUpdatedAt: string) => exchange.simulator.putOrder({ id, lastUpdatedAt });

  it('gives what changed since, that instant included, oldest first', async () => {
    put('c', '2026-01-03T00:00:00.000Z');
    put('a', '2026-01-01T00:00:00.000Z');
    put('b', '2026-01-02T00:00:00.000Z');
    const answer = await search({
      filters: { lastUpdatedSince: '2026-01-02T00:00:00.000Z' },
      offset: 0,
      limit: 100,
    });
    expect(found(answer).map(({ id }) => id)).toEqual(['b', 'c']);
    expect(answer.json.total).toBe(2);
  });

  it('pages by offset and limit, also through equal timestamps', async () => {
    for (let n = 0; n < 250; n += 1) put(`o-${n}`, '2026-01-01T00:00:00.000Z');
    const since = { filters: { lastUpdatedSince: '2026-01-01T00:00:00.000Z' } };
    const pages = await Promise.all(
      [0, 100, 200, 300].map((offset) => search({ ...since, offset, limit: 100 })),
    );
    expect(pages.map((page) => found(page).length)).toEqual([100, 100, 50, 0]);
    expect(new Set(pages.flatMap((page) => found(page).map(({ id }) => id))).size).toBe(250);
  });

  it.each([{ limit: 101 }, { limit: 0 }, { offset: -1 }, { filters: { lastUpdatedSince: 'yesterday' } }])(
    'refuses %j',
    async (body) => {
      expect((await search(body)).status).toBe(400);
    },
  );

  it('gives an order that was put exactly as it was put', async () => {
    const text = '{"id":"x/y","lastUpdatedAt":"2026-01-01T00:00:00Z","lines":[{"n":1.50}],"more":null}';
    await exchange.ask('POST /simulator/orders', { body: text });
    const answer = await exchange.ask('GET /order/x%2Fy', { headers: await exchange.bearer() });
    expect(answer.text).toBe(text);
  });
});

describe('reading', () => {
  it('knows no unknown order or shipment', async () => {
    const headers = await exchange.bearer();
    expect((await exchange.ask('GET /order/none', { headers })).status).toBe(404);
    expect((await exchange.ask('GET /v2/shipment/none', { headers })).status).toBe(404);
    expect((await exchange.ask('GET /nowhere', { headers })).status).toBe(404);
  });

  it('gives a shipment at both forms', async () => {
    await exchange.ask('POST /simulator/shipments', { body: { id: 's-1', lines: [] } });
    const headers = await exchange.bearer();
    expect((await exchange.ask('GET /shipment/s-1', { headers })).json).toEqual({ id: 's-1', lines: [] });
    expect((await exchange.ask('GET /v2/shipment/s-1', { headers })).status).toBe(200);
  });

  it('finds companies by name', async () => {
    const headers = await exchange.bearer();
    expect((await exchange.ask('GET /company-search?query=SIMUL', { headers })).json.total).toBe(1);
    expect((await exchange.ask('GET /v2/company-search?query=none', { headers })).json.total).toBe(0);
  });
});

describe('object storage', () => {
  const file = { filename: 'drawing.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF') };

  it('gives metadata with a link that needs no credentials, and takes none', async () => {
    const id = exchange.simulator.addFile(file);
    const metadata = await exchange.ask(`GET /v2/object-storage/document/${id}/metadata`, {
      headers: await exchange.bearer(),
    });
    expect(metadata.json).toMatchObject({ id, filename: 'drawing.pdf', contentType: 'application/pdf' });
    const path = new URL(String(metadata.json.downloadUrl)).pathname;
    expect(await exchange.ask(`GET ${path}`)).toMatchObject({ status: 200, text: '%PDF' });
    expect((await exchange.ask(`GET ${path}`, { headers: exchange.basic })).status).toBe(400);
  });

  it('ends a link after its time', async () => {
    await exchange.simulator.close();
    exchange = await Exchange.start({ lifetimes: { link: 1 } });
    const id = exchange.simulator.addFile(file);
    const metadata = await exchange.ask(`GET /v2/object-storage/document/${id}/metadata`, {
      headers: exchange.basic,
    });
    const path = new URL(String(metadata.json.downloadUrl)).pathname;
    await expect.poll(async () => (await exchange.ask(`GET ${path}`)).status).toBe(403);
  });

  it('gives the file itself with a token', async () => {
    const body = { filename: 'a.txt', contentType: 'text/plain', text: 'hello' };
    const { json } = await exchange.ask('POST /simulator/documents', { body });
    const answer = await exchange.ask(`GET /object-storage/download/${json.objectId}`, {
      headers: await exchange.bearer(),
    });
    expect(answer.text).toBe('hello');
    expect(answer.headers['content-type']).toContain('text/plain');
  });
});

describe('the ledger', () => {
  it('has everything that was accepted, in order, readable over HTTP', async () => {
    await exchange.order(orderBody('PO-1'));
    await exchange.order(orderBody('PO-REFUSE'));
    await exchange.response(responseBody('PO-1', { purchaseOrderLinePosition: '10' }));
    const ledger = JSON.parse((await exchange.ask('GET /simulator/ledger')).text);
    expect(ledger).toEqual(exchange.simulator.ledger());
    expect(ledger).toMatchObject([
      { n: 1, operation: 'api-connector/order', key: 'PO-1', bytes: JSON.stringify(orderBody('PO-1')) },
      { n: 2, operation: 'api-connector/order-response', key: 'PO-1' },
    ]);
    expect(ledger[0].sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('faults', () => {
  const client = () => {
    const made = clientFor(exchange.simulator.url, {
      auth: { email: exchange.simulator.credentials.user, password: exchange.simulator.credentials.password },
      timeout: 1_000,
    });
    return {
      made,
      send: () => made.send('api-connector/order', Buffer.from(JSON.stringify(orderBody('PO-1')))),
    };
  };
  const path = '/v2/api-connector/order';

  it.each([
    [
      'a status',
      { status: 503, headers: { 'retry-after': '2' }, body: 'busy' },
      { kind: 'retry', status: 503, retryAfter: 2000 },
      0,
    ],
    [
      'a connection dropped before',
      { drop: 'before' as const },
      { kind: 'retry', status: 0, unknown: true },
      0,
    ],
    [
      'a reply that is lost after acceptance',
      { drop: 'after' as const },
      { kind: 'retry', status: 0, unknown: true },
      1,
    ],
    [
      'an error after acceptance',
      { status: 504, after: true },
      { kind: 'retry', status: 504, unknown: true },
      1,
    ],
    ['a stall', { delayMs: 60_000 }, { kind: 'retry', status: 0, unknown: true }, 0],
    ['a delay', { delayMs: 50 }, { kind: 'ok', status: 200 }, 1],
  ])('%s', async (_what, fault, expected, accepted) => {
    const { made, send } = client();
    exchange.simulator.fault({ match: path, times: 1, ...fault });
    expect(await send()).toMatchObject(expected);
    expect(exchange.simulator.ledger()).toHaveLength(accepted);
    expect(await send()).toMatchObject({ kind: 'ok' });
    expect(exchange.simulator.ledger()).toHaveLength(accepted + 1);
    await made.close();
  });

  it('are switched over HTTP, match both forms of a path, and last until they are cleared', async () => {
    await exchange.ask('POST /simulator/faults', { body: { match: '/order/', method: 'GET', status: 500 } });
    expect((await exchange.ask('GET /simulator/faults')).text).toContain('"status":500');
    for (const line of ['GET /order/x', 'GET /v2/order/x', 'GET /order/x'])
      expect((await exchange.ask(line)).status).toBe(500);
    expect((await exchange.ask('POST /v2/order-search/search')).status).toBe(401);
    await exchange.ask('DELETE /simulator/faults');
    expect((await exchange.ask('GET /order/x')).status).toBe(401);
    expect((await exchange.ask('POST /simulator/faults', { body: { match: 'order' } })).status).toBe(400);
  });
});

describe('the client and the simulator', () => {
  it('work together through every operation', async () => {
    const { user, password } = exchange.simulator.credentials;
    const client = clientFor(exchange.simulator.url, { auth: { email: user, password } });
    expect(
      (await client.send('api-connector/order', Buffer.from(JSON.stringify(orderBody('PO-1'))))).kind,
    ).toBe('ok');
    expect((await client.send('api-connector/order', Buffer.from('{}'))).kind).toBe('refused');
    expect(
      (
        await client.send(
          'api-connector/order-response',
          Buffer.from(JSON.stringify(responseBody('PO-9', { purchaseOrderLinePosition: '1' }))),
        )
      ).kind,
    ).toBe('notFound');
    const { page } = await client.search({ since: '2020-01-01T00:00:00.000Z', offset: 0, limit: 100 });
    const [order] = page?.orders ?? [];
    expect(order?.lastUpdatedAt).toBe(page?.cursor);
    expect(textOf(await client.order(order?.id ?? ''))).toBe(new TextDecoder().decode(order?.bytes));
    exchange.simulator.expireTokens('all');
    expect((await client.order(order?.id ?? '')).kind).toBe('ok');
    await client.close();
    const requests = exchange.simulator
      .requests()
      .map(({ method, path, status }) => `${method} ${path.split('?')[0]} ${status}`);
    expect(requests.slice(-6)).toEqual([
      expect.stringMatching(/^GET \/order\/.* 200$/),
      expect.stringMatching(/^GET \/order\/.* 401$/),
      'GET /v2/authentication/refresh 401',
      'GET /v2/authentication/login 200',
      expect.stringMatching(/^GET \/order\/.* 200$/),
      'POST /v2/authentication/logout 200',
    ]);
  });
});
