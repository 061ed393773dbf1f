import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clientFor, textOf } from '../src/exchange/testkit/loopback.ts';
import { until } from '../test/kit/site.ts';
import { Exchange, orderBody, responseBody } from './testkit/http.ts';

let exchange: Exchange;
beforeEach(async () => {
  exchange = await Exchange.start();
});
afterEach(() => exchange.simulator.close());

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

  it('that delay let go when they are cleared', async () => {
    exchange.simulator.fault({ match: '/order/', delayMs: 3_600_000, times: 1 });
    const asked = exchange.ask('GET /order/x');
    await until('the request', () => exchange.simulator.requests().length > 0 || undefined);
    exchange.simulator.clearFaults();
    expect((await asked).status).toBe(401);
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
