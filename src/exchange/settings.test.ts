import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RareRequestDetector } from './login/authorization.ts';
import { openExchange } from './open-exchange.ts';
import {
  bytes,
  clientFor,
  grantLogin,
  settingsFor,
  silent,
  startLoopback,
  textOf,
} from './testkit/loopback.ts';

const query = { since: '2026-01-01T00:00:00Z', offset: 0, limit: 100 };

/** A client with settings, and a server that grants logins and answers `body`. */
async function start(overrides: Parameters<typeof clientFor>[1], body = '{"data":[]}') {
  const server = await startLoopback((seen, response) => {
    if (seen.path.startsWith('/login')) response.writeHead(200, { 'set-authorization': 'own' }).end();
    else if (!grantLogin(seen, response)) response.end(body);
  });
  const client = clientFor(server.url, overrides);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { server, client, asked: () => server.seen.map(({ method, path }) => `${method} ${path}`) };
}

describe('auth.mode auto', () => {
  it('counts as seldom what comes less than once a minute', () => {
    const seldom = new RareRequestDetector(60_000);
    const times = [1_000, 62_000, 63_000, 122_000, 183_000];
    expect(times.map((time) => seldom.isRare(time))).toEqual([true, true, false, false, true]);
  });

  it('uses Basic for a first message and a token for the batch that follows', async () => {
    const { client, server } = await start({ auth: { mode: 'auto' } });
    for (let n = 0; n < 3; n += 1) await client.send('api-connector/order', bytes('{}'));
    const schemes = server.seen.map(({ path, authorization }) => `${path} ${authorization.split(' ')[0]}`);
    expect(schemes).toEqual([
      '/v2/api-connector/order Basic',
      '/v2/authentication/login Basic',
      '/v2/api-connector/order Bearer',
      '/v2/api-connector/order Bearer',
    ]);
  });

  it('does not count what needs a token anyway', async () => {
    const { client, server } = await start({ auth: { mode: 'auto' } });
    await client.order('1');
    await client.search(query);
    expect(server.seen.at(-1)?.authorization).toMatch(/^Basic /);
  });
});

describe('the profile', () => {
  it.each([
    ['search', '/v2/order-search/search', { lastUpdatedSince: query.since }],
    ['poll', '/v2/order-search/poll', { lastUpdatedAfter: query.since }],
  ] as const)('%s has its path and its filter, the timestamp as it is', async (profile, path, filters) => {
    const { client, server } = await start({ profile });
    await client.search(query);
    const last = server.seen.at(-1);
    expect(last?.path).toBe(path);
    expect(JSON.parse(last?.body ?? '')).toEqual({ filters, offset: 0, limit: 100 });
  });

  it.each([
    ['search', '{"orders":[{"id":"a","lastUpdatedAt":"2026-01-02T00:00:00.000Z"}]}'],
    ['poll', '[{"orderId":"a","lastUpdatedAt":"2026-01-02T00:00:00.000Z"}]'],
    ['poll', '{"data":[{"id":"a"}],"lastUpdatedAt":"2026-01-02T00:00:00.000Z","total":1}'],
  ] as const)('%s reads %s', async (profile, body) => {
    const { client } = await start({ profile }, body);
    const { page } = await client.search(query);
    expect(page?.orders.map(({ id }) => id)).toEqual(['a']);
    expect(page?.cursor).toBe('2026-01-02T00:00:00.000Z');
  });
});

describe('paths', () => {
  it('that are given are used, and no other form is tried', async () => {
    const paths = {
      'authentication/login': '/login',
      'sci-connector/order': '/v3/sci',
      order: '/orders/{id}/full',
      'order-search/search': '/find',
    };
    const { client, asked } = await start({ paths, profile: 'poll' }, '{"data":[]}');
    await client.send('sci-connector/order', bytes('<Order/>'));
    await client.order('a/b');
    await client.search(query);
    expect(asked()).toEqual(['GET /login', 'PUT /v3/sci', 'GET /orders/a%2Fb/full', 'POST /find']);
  });

  it('that are given and answered with 404 are not tried with /v2', async () => {
    const server = await startLoopback((seen, response) => {
      if (!grantLogin(seen, response)) response.writeHead(404).end();
    });
    const client = clientFor(server.url, { paths: { order: '/order/{id}' } });
    onTestFinished(async () => {
      await client.close();
      await server.close();
    });
    expect((await client.order('1')).kind).toBe('notFound');
    expect(server.seen).toHaveLength(2);
  });
});

describe('what the specification does not know', () => {
  const file = { filename: 'a "b".pdf', contentType: 'application/pdf\r\n\r\n', bytes: bytes('%PDF ø') };

  it('is not sent unless it is switched on', async () => {
    const { client, server } = await start({});
    const answers = [
      await client.send('api-connector/despatch-advice', bytes('{}')),
      await client.upload(file),
    ];
    expect(answers.map(({ kind, status }) => [kind, status])).toEqual([
      ['strange', 0],
      ['strange', 0],
    ]);
    expect(answers.map(textOf).join(' ')).toMatch(/exchange\.despatchAdvice is off.*exchange\.upload is off/);
    expect(server.seen).toEqual([]);
  });

  it('is despatch advice, posted as JSON', async () => {
    const { client, server } = await start({ despatchAdvice: true });
    expect((await client.send('api-connector/despatch-advice', bytes('{"a":1.0}'))).kind).toBe('ok');
    expect(server.seen.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v2/api-connector/shipment/despatch-advice',
      contentType: 'application/json',
      body: '{"a":1.0}',
    });
  });

  it('is the upload of a document, as the part `file` of a form', async () => {
    const { client, server } = await start({ upload: true }, '{"id":"object-1"}');
    expect(await client.upload(file)).toMatchObject({ kind: 'ok', objectId: 'object-1' });
    const { contentType, body } = server.seen.at(-1) ?? {};
    const boundary = /^multipart\/form-data; boundary=(\S+)$/.exec(contentType ?? '')?.[1];
    expect(body?.split('\r\n')).toEqual([
      `--${boundary}`,
      'Content-Disposition: form-data; name="file"; filename="a _b_.pdf"',
      'Content-Type: application/pdf____',
      '',
      '%PDF ø',
      `--${boundary}--`,
      '',
    ]);
  });

  it('may be answered without an id, which is no upload', async () => {
    const { client } = await start({ upload: true }, 'thanks');
    expect(await client.upload(file)).toMatchObject({ kind: 'retry' });
  });
});

describe('exchange.certificateAuthority', () => {
  const authority = fileURLToPath(new URL('testkit/tls/cert.pem', import.meta.url));

  it('is read from its file, and trusted', async () => {
    const server = createServer(
      { cert: await readFile(authority), key: await readFile(authority.replace('cert.pem', 'key.pem')) },
      (_request, response) => response.writeHead(200, { 'set-authorization': 'token' }).end('{}'),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `https://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const kinds = [];
    for (const more of [{}, { certificateAuthority: authority }]) {
      const client = await openExchange(settingsFor(url, more), silent);
      kinds.push((await client.login()).kind);
      await client.close();
    }
    expect(kinds).toEqual(['retry', 'ok']);
  });

  it('that cannot be used is told by its key', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'authority-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const wrong = join(folder, 'wrong.pem');
    await writeFile(wrong, 'no certificate');
    for (const path of [wrong, join(folder, 'none.pem')])
      await expect(
        openExchange(settingsFor('https://a.example', { certificateAuthority: path }), silent),
      ).rejects.toThrow('exchange.certificateAuthority');
  });
});
