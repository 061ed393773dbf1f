import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Finding } from '../src/types.ts';
import { isObject, type JsonObject } from './model/exact-json.ts';
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
    const { text } = await exchange.ask('POST /v2/order-search/search', {
      headers: exchange.basic,
      body: {},
    });
    expect(JSON.parse(text).data[0].id).toBe('00000000-0000-4000-8000-000000000001-PO-1');
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
