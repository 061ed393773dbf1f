import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Loopback, startLoopback } from '../src/exchange/testkit/loopback.ts';
import type { Simulator } from './simulator.ts';
import { startSimulator } from './simulator.ts';
import { Exchange, lineBody, orderBody, responseBody } from './testkit/http.ts';

let simulator: Simulator;
let receiver: Loopback;
let statuses: number[];
beforeEach(async () => {
  statuses = [];
  receiver = await startLoopback((_seen, response) => void response.writeHead(statuses.shift() ?? 200).end());
  simulator = await startSimulator();
});
afterEach(async () => {
  await simulator.close();
  await receiver.close();
});

const events = () =>
  receiver.seen.map(({ body }) => {
    const { eventName, orderEvent, meta } = JSON.parse(body);
    return {
      eventName,
      positions: orderEvent.lines.map((line: { buyerLine: { position: string } }) => line.buyerLine.position),
      orderEvent,
      meta,
    };
  });
const names = () => events().map(({ eventName, positions }) => `${eventName} ${positions.join()}`);

describe('the four shapes', () => {
  it.each(['POST', 'PUT'] as const)('%s brings the event, with credentials', async (shape) => {
    simulator.setWebhooks([
      { url: `${receiver.url}/events`, shape, auth: { basic: { user: 'ex', password: 'pä:ss' } } },
    ]);
    const id = simulator.putOrder(orderBody('PO-1'));
    await simulator.waitForWebhooks();
    const [seen] = receiver.seen;
    expect(seen).toMatchObject({ method: shape, path: '/events', contentType: 'application/json' });
    expect(Buffer.from(seen?.authorization.slice(6) ?? '', 'base64').toString()).toBe('ex:pä:ss');
    const [event] = events();
    expect(event).toMatchObject({ eventName: 'OrderIssuedByBuyer', orderEvent: { orderId: id, version: 1 } });
    expect(event?.orderEvent).not.toHaveProperty('id');
    expect(event?.meta.messageId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['GET-PATH', '/hook/ORDER'],
    ['GET-QUERY', '/hook?channel=1&orderId=ORDER'],
  ] as const)('%s brings the id alone', async (shape, path) => {
    simulator.setWebhooks([
      {
        url: `${receiver.url}/hook${shape === 'GET-QUERY' ? '?channel=1' : ''}`,
        shape,
        auth: { bearer: 'static' },
      },
    ]);
    const id = simulator.putOrder(orderBody('PO-1'));
    await simulator.waitForWebhooks();
    expect(receiver.seen[0]).toMatchObject({
      method: 'GET',
      path: path.replace('ORDER', encodeURIComponent(id)),
      body: '',
      authorization: 'Bearer static',
    });
  });

  it('tells of shipments by their own id', async () => {
    simulator.setWebhooks([{ url: receiver.url, shape: 'GET-QUERY' }]);
    await new Exchange(simulator).ask('POST /simulator/shipments', { body: { id: 's/1' } });
    await simulator.waitForWebhooks();
    expect(receiver.seen[0]?.path).toBe('/?shipmentId=s%2F1');
  });
});

describe('what is told', () => {
  beforeEach(() => simulator.setWebhooks([{ url: receiver.url }]));

  it('is one event for each thing that happened, with only its lines', async () => {
    const exchange = new Exchange(simulator);
    await exchange.order(orderBody('PO-1'));
    await simulator.waitForWebhooks();
    const { deliverySchedule } = lineBody('20', '2031-01-01');
    await exchange.response(
      responseBody(
        'PO-1',
        { purchaseOrderLinePosition: '10' },
        { purchaseOrderLinePosition: '20', deliverySchedule },
      ),
    );
    await simulator.waitForWebhooks();
    expect(names().sort()).toEqual([
      'OrderChangesProposedBySupplier 20',
      'OrderIssuedByBuyer 10,20',
      'OrderLinesAcceptedBySupplier 10',
    ]);
    expect(new Set(events().map(({ meta }) => meta.messageId)).size).toBe(3);
  });

  it('is nothing when nothing changed', async () => {
    const exchange = new Exchange(simulator);
    await exchange.order(orderBody('PO-1'));
    await exchange.order(orderBody('PO-1'));
    await simulator.waitForWebhooks();
    expect(names()).toEqual(['OrderIssuedByBuyer 10,20']);
  });

  it('is what people do in the portal', async () => {
    simulator.putOrder(orderBody('PO-1'));
    const done = [
      simulator.act({
        order: 'PO-1',
        action: 'propose',
        lines: ['10'],
        date: '2031-02-02',
        price: '3.10',
        reason: 'late',
      }),
      simulator.act({ order: 'PO-1', action: 'approve', lines: ['10'] }),
      simulator.act({ order: 'PO-1', action: 'accept', lines: ['20'] }),
      simulator.act({ order: 'PO-1', action: 'resend', by: 'buyer' }),
      simulator.act({ order: 'PO-1', action: 'cancel', lines: ['20'] }),
      simulator.act({ order: 'PO-1', action: 'approve' }),
    ];
    expect(done).toEqual([
      ['OrderChangesProposedBySupplier'],
      ['OrderChangesProposalApprovedByBuyer'],
      ['OrderLinesAcceptedBySupplier'],
      ['OrderResentByBuyer'],
      ['OrderLinesCancelledByBuyer'],
      [],
    ]);
    await simulator.waitForWebhooks();
    const approved = receiver.seen.find(({ body }) => body.includes('ProposalApproved'))?.body ?? '';
    expect(approved).toContain('"date":"2031-02-02"');
    expect(approved).toContain('"value":3.10');
    expect(names()).toContain('OrderResentByBuyer 10,20');
  });

  it('can be anything a test wants, over HTTP', async () => {
    const body = {
      eventName: 'SomethingNew',
      id: 'x',
      member: 'orderDocumentsEvent',
      content: { orderId: 'x' },
    };
    await new Exchange(simulator).ask('POST /simulator/events', { body });
    await simulator.waitForWebhooks();
    expect(JSON.parse(receiver.seen[0]?.body ?? '')).toMatchObject({
      eventName: 'SomethingNew',
      orderDocumentsEvent: { orderId: 'x' },
    });
  });

  it('can be anything in the same process too', async () => {
    simulator.sendEvent('Odd', 'x', 'orderEvent', { orderId: 'x', lines: [] });
    simulator.putShipment({ id: 's-1' });
    simulator.putShipment({ id: 's-1', lines: [] });
    await simulator.waitForWebhooks();
    const told = receiver.seen.map(({ body }) => JSON.parse(body));
    expect(told.map(({ eventName }) => eventName).sort()).toEqual([
      'Odd',
      'ShipmentIssuedBySupplier',
      'ShipmentReissuedBySupplier',
    ]);
  });

  it('may be narrowed to some events', async () => {
    simulator.setWebhooks([{ url: receiver.url, events: ['OrderLinesCancelledByBuyer'] }]);
    simulator.putOrder(orderBody('PO-1'));
    simulator.act({ order: 'PO-1', action: 'cancel' });
    await simulator.waitForWebhooks();
    expect(names()).toEqual(['OrderLinesCancelledByBuyer 10,20']);
  });

  it('is acted on over HTTP, where what cannot be done is refused', async () => {
    const exchange = new Exchange(simulator);
    await exchange.ask('POST /simulator/orders', { body: orderBody('PO-1') });
    const accepted = await exchange.ask('POST /simulator/act', { body: { order: 'PO-1', action: 'accept' } });
    expect(accepted.json).toEqual({ events: ['OrderLinesAcceptedBySupplier'] });
    expect(
      (await exchange.ask('POST /simulator/act', { body: { order: 'PO-9', action: 'accept' } })).status,
    ).toBe(404);
    expect(
      (await exchange.ask('POST /simulator/act', { body: { order: 'PO-1', action: 'dance' } })).status,
    ).toBe(400);
    expect(
      (await exchange.ask('POST /simulator/act', { body: { order: 'PO-1', action: 'accept', lines: ['9'] } }))
        .status,
    ).toBe(404);
  });
});

describe('a receiver that fails', () => {
  beforeEach(() => simulator.setWebhooks([{ url: receiver.url }]));

  it('is called again after an answer above 500', async () => {
    statuses = [503, 502, 202];
    simulator.putOrder(orderBody('PO-1'));
    await simulator.waitForWebhooks();
    expect(receiver.seen).toHaveLength(3);
    expect(new Set(receiver.seen.map(({ body }) => body)).size).toBe(1);
    expect(simulator.deliveries()).toMatchObject([{ attempts: 3, status: 202, state: 'delivered' }]);
  });

  it.each([400, 401, 500])('is never called again after %i', async (status) => {
    statuses = [status];
    simulator.putOrder(orderBody('PO-1'));
    await simulator.waitForWebhooks();
    expect(receiver.seen).toHaveLength(1);
    expect(simulator.deliveries()).toMatchObject([{ attempts: 1, status, state: 'given up' }]);
  });

  it('is called again when it cannot be reached, until the simulator closes', async () => {
    await receiver.close();
    simulator.putOrder(orderBody('PO-1'));
    await expect.poll(() => simulator.deliveries()[0]?.attempts).toBe(2);
    await simulator.close();
    expect(simulator.deliveries()).toMatchObject([{ status: 0, state: 'given up' }]);
    simulator = await startSimulator();
  });
});
