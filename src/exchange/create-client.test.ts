import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { createExchangeClient, type ExchangeOptions } from './create-client.ts';
import {
  bytes,
  clientFor,
  grantLogin,
  type Handler,
  settingsFor,
  silent,
  startLoopback,
  textOf,
} from './testkit/loopback.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Fault = Handler;

/** A client and an exchange that grants the login and then does `fault`. */
async function against(
  fault: Fault,
  overrides: Parameters<typeof clientFor>[1] = {},
  options: ExchangeOptions = {},
) {
  const server = await startLoopback((seen, response, request) => {
    if (!grantLogin(seen, response)) fault(seen, response, request);
  });
  const client = clientFor(server.url, overrides, options);
  closers.push(
    () => server.close(),
    () => client.close(),
  );
  return { server, client };
}

const sci = 'sci-connector/order';
const query = { since: '2026-02-04T10:24:40.002Z', offset: 100, limit: 100 };

describe('sending', () => {
  it('puts the XML and posts the JSON, bytes as they are', async () => {
    const { client, server } = await against((_seen, response) => response.end('{"ok":true}'));
    await client.send('sci-connector/order', bytes('<Order>ø</Order>'));
    await client.send('api-connector/order', bytes('{"a":1.50}'));
    await client.send('api-connector/order-response', bytes('{"b":0010}'));
    const sent = server.seen
      .slice(1)
      .map(({ method, path, contentType, body }) => [method, path, contentType, body]);
    expect(sent).toEqual([
      ['PUT', '/sci-connector/order', 'application/xml', '<Order>ø</Order>'],
      ['POST', '/v2/api-connector/order', 'application/json', '{"a":1.50}'],
      ['POST', '/v2/api-connector/order-response', 'application/json', '{"b":0010}'],
    ]);
  });

  const login = '<!DOCTYPE html>\n<html><head><title>Proxy\n login</title></head><body>…</body></html>';

  it.each([
    ['a page', { 'content-type': 'text/html' }, login],
    ['a page that says it is JSON', { 'content-type': 'application/json' }, `\n<!-- proxy -->\n${login}`],
    ['a fragment', { 'content-type': 'text/html; charset=utf-8' }, '<p>Please log in</p>'],
  ])('is no delivery when 200 comes with %s', async (_, headers, body) => {
    const page = { status: 200, headers, body };
    const { client } = await against((_seen, response) =>
      response.writeHead(page.status, { ...page.headers }).end(page.body),
    );
    for (const operation of ['sci-connector/order', 'api-connector/order'] as const)
      expect(await client.send(operation, bytes('x'))).toMatchObject({
        kind: 'retry',
        status: 200,
        unknown: true,
      });
    expect(client.unreachable()?.en).toContain('a web page');
  });

  it.each([
    ['gzip', gzipSync],
    ['GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)(
    'is no delivery when the page is compressed by %s, which nobody asked for',
    async (coding, pack) => {
      const asked: unknown[] = [];
      const { client } = await against((_seen, response, request) => {
        asked.push(request.headers['accept-encoding']);
        response.writeHead(200, { 'content-encoding': coding }).end(pack(login));
      });
      expect(await client.send(sci, bytes('x'))).toMatchObject({ kind: 'retry', unknown: true, away: true });
      expect(asked).toEqual(['identity']);
    },
  );

  it.each([
    ['{"ok":false}', 'strange'],
    ['{"success":false,"message":"no account 7"}', 'strange'],
    ['{"error":"no account 7"}', 'strange'],
    ['{"ok":false,"errors":[]}', 'strange'],
    ['{"errors":[{"code":7}]}', 'strange'],
    ['{"error":null,"errors":[]}', 'ok'],
    ['{"ok":true,"errors":["a warning"]}', 'ok'],
    ['{"id":"error"}', 'ok'],
    ['"error"', 'ok'],
    ['Error? No.', 'ok'],
  ])('that is answered with 200 and %s is %s', async (body, kind) => {
    const { client } = await against((_seen, response) => response.end(body));
    const answer = await client.send(sci, bytes('x'));
    expect(answer).toMatchObject({ kind, status: 200 });
    expect(textOf(answer)).toBe(body);
    expect(answer.unknown).toBeUndefined();
  });

  it('is asked again when a search or GET is answered with a page, and says its title', async () => {
    const page = { html: true };
    const { client } = await against((_seen, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(page.html ? login : '{"data":[]}'),
    );
    const found = await client.search({ since: '2026-01-01T00:00:00Z', offset: 0, limit: 100 });
    expect(found).toMatchObject({ kind: 'retry', status: 200 });
    const fetched = await client.order('1');
    expect(fetched.kind).toBe('retry');
    expect(textOf(fetched)).toContain('The answer is a web page ("Proxy login")');
    page.html = false;
    expect((await client.order('1')).kind).toBe('ok');
    expect((await client.search({ since: '2026-01-01T00:00:00Z', offset: 0, limit: 100 })).kind).toBe('ok');
    expect(client.unreachable()).toBeUndefined();
  });

  it('may be answered with OK that calls itself HTML, and a document may be a page', async () => {
    const { client } = await against((seen, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(seen.method === 'PUT' ? 'OK' : login),
    );
    expect((await client.send(sci, bytes('x'))).kind).toBe('ok');
    expect((await client.download('1')).kind).toBe('ok');
  });

  it.each([200, 202, 204])('delivers with %i', async (status) => {
    const { client } = await against((_seen, response) => response.writeHead(status).end());
    expect(await client.send(sci, bytes('x'))).toMatchObject({ kind: 'ok', status });
  });

  it('keeps the base path of the environment', async () => {
    const server = await startLoopback((seen, response) => {
      const plain = { ...seen, path: seen.path.replace('/acceptance', '') };
      if (!grantLogin(plain, response)) response.end();
    });
    const client = clientFor(`${server.url}/acceptance/`);
    closers.push(
      () => server.close(),
      () => client.close(),
    );
    await client.send(sci, bytes('x'));
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/acceptance/v2/authentication/login',
      '/acceptance/sci-connector/order',
    ]);
  });

  it('honours Retry-After', async () => {
    const { client } = await against((_seen, response) =>
      response.writeHead(429, { 'retry-after': '3' }).end(),
    );
    expect(await client.send(sci, bytes('x'))).toMatchObject({
      kind: 'retry',
      status: 429,
      retryAfter: 3000,
    });
  });

  it.each([
    [301, true],
    [302, true],
    [303, true],
    [307, undefined],
    [308, undefined],
  ])(
    'does not follow a %i with its credentials: it waits, and says where that leads',
    async (status, unknown) => {
      const { client, server } = await against((_seen, response) =>
        response.writeHead(status, { location: '/elsewhere?ticket=secret#part' }).end(),
      );
      const answer = await client.send(sci, bytes('x'));
      expect(answer).toMatchObject({ kind: 'retry', status, away: true });
      expect(answer.unknown).toBe(unknown);
      expect(textOf(answer)).toContain(`The answer is ${status} and leads to /elsewhere: nobody follows`);
      expect(server.count('/elsewhere?ticket=secret')).toBe(0);
      expect(client.unreachable()?.nl).toContain('verwijst naar /elsewhere');
    },
  );

  it('keeps an HTML error as text, cut to 64 kB', async () => {
    const { client } = await against((_seen, response) =>
      response.writeHead(400, { 'content-type': 'text/html' }).end(`<html>${'x'.repeat(200_000)}`),
    );
    const answer = await client.send(sci, bytes('x'));
    expect(answer.kind).toBe('refused');
    expect(answer.body).toHaveLength(64 * 1024);
    expect(textOf(answer).startsWith('<html>xxx')).toBe(true);
  });
});

describe('an unknown outcome', () => {
  it('is a connection that drops after the request went out', async () => {
    const { client } = await against((_seen, response) => response.destroy());
    const answer = await client.send(sci, bytes('x'));
    expect(answer).toMatchObject({ kind: 'retry', status: 0, unknown: true });
    expect(textOf(answer)).toContain('the connection was cut');
  });

  it('is a server that takes the request and says nothing', async () => {
    const { client } = await against(() => {}, { timeout: 150 });
    const answer = await client.send(sci, bytes('x'));
    expect(answer).toMatchObject({ kind: 'retry', status: 0, unknown: true });
    expect(textOf(answer)).toContain('nothing came within 0.15 s');
  });

  it('is a proxy that had no answer', async () => {
    const { client } = await against((_seen, response) => response.writeHead(504).end());
    expect(await client.send(sci, bytes('x'))).toMatchObject({ kind: 'retry', status: 504, unknown: true });
  });

  it('is a 500: something failed there, before or after it was taken', async () => {
    const { client } = await against((_seen, response) => response.writeHead(500).end());
    expect(await client.send(sci, bytes('x'))).toMatchObject({ kind: 'retry', status: 500, unknown: true });
  });

  it.each([429, 503])('is not a %i, which says that it was not taken on', async (status) => {
    const { client } = await against((_seen, response) => response.writeHead(status).end());
    expect((await client.send(sci, bytes('x'))).unknown).toBeUndefined();
  });

  it('is not a connection that never came about', async () => {
    const { client, server } = await against((_seen, response) => response.end());
    await client.login();
    await server.close();
    const answer = await client.send(sci, bytes('x'));
    expect(answer).toMatchObject({ kind: 'retry', status: 0 });
    expect(answer.unknown).toBeUndefined();
    expect(textOf(answer)).toContain('ECONNREFUSED');
  });

  it('is not there for reading, which changes nothing', async () => {
    const { client } = await against((_seen, response) => response.destroy());
    expect((await client.order('1')).unknown).toBeUndefined();
  });

  it('is not a 2xx whose body breaks off: that is delivered', async () => {
    const { client } = await against((_seen, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"ok"', () => response.destroy());
    });
    expect(await client.send(sci, bytes('x'))).toMatchObject({ kind: 'ok', status: 200 });
  });
});

describe('deadlines', () => {
  it('end a body that stalls half way', async () => {
    const { client } = await against(
      (_seen, response) => {
        response.writeHead(200);
        response.write('{"id":');
      },
      { timeout: 1_000 },
    );
    const answer = await client.order('1');
    expect(answer.kind).toBe('retry');
    expect(textOf(answer)).toContain('broke off after 6 bytes: nothing came within 1 s');
  });

  it('leave the client usable', async () => {
    const { client } = await against(
      ({ path }, response) => {
        if (path !== '/order/stall') response.end('{}');
      },
      { timeout: 1_000 },
    );
    expect((await client.order('stall')).kind).toBe('retry');
    expect((await client.order('1')).kind).toBe('ok');
  });

  it('are joined by the signal of whoever asked', async () => {
    const stop = new AbortController();
    const { client } = await against(
      ({ path }, response) => {
        if (path === '/v2/order-search/search') stop.abort();
        else response.end();
      },
      { timeout: 3_600_000 },
    );
    expect(await client.search(query, stop.signal)).toMatchObject({ kind: 'retry', status: 0 });
  });
});

describe('reading', () => {
  it('gives the whole body, every digit', async () => {
    const body = `{"quantity":1.000,"price":0.12345678901234567890,"text":"${'ø'.repeat(100_000)}"}`;
    const { client } = await against((_seen, response) => response.end(body));
    expect(textOf(await client.order('1'))).toBe(body);
  });

  it.each([200, 204])('waits for one that is empty, with %i: there is none to work on', async (status) => {
    const { client } = await against((_seen, response) => response.writeHead(status).end());
    const answer = await client.order('1');
    expect(answer).toMatchObject({ kind: 'retry', status });
    expect(textOf(answer)).toBe('The answer is empty.');
  });

  it('unpacks what is compressed, within the limit', async () => {
    const limits = { note: 100, order: 1_000, whole: 9_000 };
    const packed = { body: gzipSync('{"quantity":1.000}') };
    const { client } = await against(
      (_seen, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.body),
      {},
      { limits },
    );
    expect(textOf(await client.order('1'))).toBe('{"quantity":1.000}');
    expect(textOf(await client.download('1'))).toBe('{"quantity":1.000}');
    packed.body = gzipSync('x'.repeat(10_000_000));
    expect(textOf(await client.order('1'))).toBe(
      'The answer is larger than 1000 bytes and was not read further.',
    );
    packed.body = Buffer.from('no gzip');
    expect(await client.order('1')).toMatchObject({ kind: 'retry', status: 200 });
    expect(textOf(await client.order('1'))).toContain('incorrect header check');
  });

  it('refuses a body over the limit in words', async () => {
    const { client } = await against(
      (_seen, response) => response.end('x'.repeat(5_000)),
      {},
      {
        limits: { note: 100, order: 1_000, whole: 9_000 },
      },
    );
    const answer = await client.order('1');
    expect(answer.kind).toBe('retry');
    expect(textOf(answer)).toBe('The answer is larger than 1000 bytes and was not read further.');
  });

  it('row 4: encodes ids, and asks for none that is empty', async () => {
    const { client, server } = await against((_seen, response) => response.end('{}'));
    await client.order('7d1f-VM 2400/381');
    await client.shipment('../x');
    expect((await client.order('')).kind).toBe('strange');
    expect(server.seen.slice(1).map(({ path }) => path)).toEqual([
      '/order/7d1f-VM%202400%2F381',
      '/shipment/..%2Fx',
    ]);
  });
});

describe('search', () => {
  it('asks as the specification says', async () => {
    const { client, server } = await against((_seen, response) => response.end('{"data":[],"total":0}'));
    const answer = await client.search(query);
    expect(answer).toMatchObject({ kind: 'ok', page: { orders: [] } });
    expect(server.seen[1]).toMatchObject({ method: 'POST', path: '/v2/order-search/search' });
    expect(JSON.parse(server.seen[1]?.body ?? '')).toEqual({
      filters: { lastUpdatedSince: '2026-02-04T10:24:40.002Z' },
      offset: 100,
      limit: 100,
    });
  });

  it.each([
    ['<order/>', 'is no JSON'],
    ['<html>', 'is a web page'],
    ['{"data":[', 'is no JSON'],
    ['{"total":3}', 'holds no list of orders'],
    ['{"errors":["the index is away"]}', 'holds no list of orders'],
    ['{"errors":[{"code":7}]}', 'holds no list of orders'],
    ['', 'is empty'],
  ])('takes %s for a reason to try again', async (body, words) => {
    const { client } = await against((_seen, response) => response.end(body));
    const answer = await client.search(query);
    expect(answer.kind).toBe('retry');
    expect(answer.page).toBeUndefined();
    expect(textOf(answer)).toContain(words);
  });

  it('has no page when the exchange refuses', async () => {
    const { client } = await against((_seen, response) => response.writeHead(400).end('limit'));
    const answer = await client.search(query);
    expect(answer).toMatchObject({ kind: 'refused', status: 400 });
    expect(answer.page).toBeUndefined();
  });
});

describe('the default rate', () => {
  it('is one request at a time and ten a second, the login included', async () => {
    let [running, most] = [0, 0];
    const { client, server } = await against(
      async (_seen, response) => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        response.end();
      },
      { rate: { perSecond: 10, parallel: 1 } },
    );
    const started = performance.now();
    await Promise.all(Array.from({ length: 11 }, () => client.send(sci, bytes('x'))));
    expect(most).toBe(1);
    // on a busy machine one may be seen late, but it went out after the one before was answered
    const at = [started, ...server.seen.map((seen) => seen.at)];
    expect(at).toHaveLength(13);
    for (let n = 11; n < at.length; n += 1)
      expect((at[n] ?? 0) - (at[n - 11] ?? 0)).toBeGreaterThanOrEqual(999);
  });
});

it('refuses an exchange without https', () => {
  expect(() => createExchangeClient(settingsFor('http://exchange.example'), silent)).toThrow(/is not https/);
});
