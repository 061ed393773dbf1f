import { readFile } from 'node:fs/promises';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { Agent, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WebhookSettings } from '../config/schema.ts';
import { recordingLog } from '../folders/testkit/folder.ts';
import { type Receive, startWebhook, type WebhookRequest } from './webhook.ts';

const fixtures = new URL('./fixtures/', import.meta.url).pathname;
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const auth = { basic: { user: 'exchange', password: 'pä:ss ' } };
const right = basic('exchange:pä:ss ');

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** A receiver on loopback that keeps what it is given and knows the path /events only. */
async function start(receive?: Receive, settings: Partial<WebhookSettings> = {}) {
  const received: WebhookRequest[] = [];
  const { log, lines } = recordingLog();
  const keep: Receive = async (call) => {
    if (call.path !== '/events') return 'unknown-path';
    received.push(call);
    return 'accepted';
  };
  const server = await startWebhook({ listen: '127.0.0.1:0', auth, ...settings }, receive ?? keep, log);
  onTestFinished(() => server.close());
  const call = async (path: string, { method = 'POST', headers = {}, body }: Sent = {}) => {
    const answer = await request(server.address + path, {
      method,
      headers: { authorization: right, ...headers },
      body: body ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  return { server, received, lines, call };
}

const json = { 'content-type': 'application/json' };
const event = '{"eventName":"OrderIssued","orderEvent":{"n":1.10}}';

describe('an event', () => {
  it.each(['POST', 'PUT'])('by %s is stored byte by byte and answered with 202', async (method) => {
    const { call, received } = await start();
    const answer = await call('/events', { method, headers: json, body: event });
    expect(answer.status).toBe(202);
    expect(received).toEqual([{ kind: 'event', method, path: '/events', body: Buffer.from(event) }]);
  });

  it.each([
    ['with a byte order mark', json, `\uFEFF${event}`],
    ['with a charset', { 'content-type': 'Application/JSON; charset=utf-8' }, event],
    ['of a JSON type', { 'content-type': 'application/cloudevents+json' }, event],
    ['without a type', {}, event],
    ['with a slash at the end of the path', json, event],
  ])('%s is taken', async (what, headers, body) => {
    const { call, received } = await start();
    const path = what.includes('slash') ? '/events/' : '/events';
    expect((await call(path, { headers: { ...headers }, body })).status).toBe(202);
    expect(received).toMatchObject([{ path: '/events', body: Buffer.from(event) }]);
  });

  it.each([
    [400, 'empty', json, ''],
    [400, 'wrongly compressed', { ...json, 'content-encoding': 'gzip' }, event],
    [415, 'XML', { 'content-type': 'application/xml' }, '<a/>'],
    [415, 'of a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=b'],
    [415, 'compressed in an unknown way', { ...json, 'content-encoding': 'br2' }, event],
    [413, 'over 10 MB', json, `"${'x'.repeat(10 * 2 ** 20)}"`],
  ])('is refused with %i when it is %s', async (status, _, headers, body) => {
    const { call, received } = await start();
    const answer = await call('/events', { headers, body });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text).error).toMatch(/\.$/);
    expect(received).toEqual([]);
  });

  it.each([
    ['cut', '{"eventName":'],
    ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['UTF-16', Buffer.from(event, 'utf16le')],
    ['nested without end', '['.repeat(200_000)],
  ])('row 56: is refused with 400 when it is %s, and kept', async (_, body) => {
    const { call, received } = await start();
    const answer = await call('/events', { headers: json, body });
    expect([answer.status, answer.text]).toEqual([400, '{"error":"The body is not JSON."}']);
    expect(received).toMatchObject([{ kind: 'event', broken: true, body: Buffer.from(body) }]);
  });

  it('that is not JSON and cannot be kept is answered with 503', async () => {
    const { call } = await start(async () => {
      throw new Error('disk full');
    });
    expect((await call('/events', { headers: json, body: '{' })).status).toBe(503);
  });

  it('of just under 10 MB is taken', async () => {
    const { call, received } = await start();
    expect((await call('/events', { headers: json, body: `"${'x'.repeat(10 * 2 ** 20 - 2)}"` })).status).toBe(
      202,
    );
    expect(received).toHaveLength(1);
  });

  it('at an unknown path is answered with 404', async () => {
    const { call } = await start();
    expect((await call('/other', { headers: json, body: event })).status).toBe(404);
    expect((await call('/', { headers: json, body: event })).status).toBe(404);
  });

  it('is answered only when it is stored', async () => {
    const stored = Promise.withResolvers<'accepted'>();
    const asked = Promise.withResolvers<void>();
    const { call } = await start(async () => {
      asked.resolve();
      return await stored.promise;
    });
    let answered = false;
    const answer = call('/events', { headers: json, body: event }).then((value) => {
      answered = true;
      return value;
    });
    await asked.promise;
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    stored.resolve('accepted');
    expect((await answer).status).toBe(202);
  });

  it('row 58: that cannot be stored is answered with 503, never 500, and logged', async () => {
    const { call, lines } = await start(async () => {
      throw new Error('disk full: secret detail');
    });
    const answer = await call('/events', { headers: json, body: event });
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('30');
    expect(answer.text).not.toContain('secret detail');
    expect(lines).toMatchObject([{ level: 'error', code: 'webhook-503' }]);
  });
});

describe('a notice', () => {
  it.each([
    ['/events/8f-PO1', 'unsaid', '8f-PO1'],
    ['/events/8f-PO%2F1%20%C3%A4', 'unsaid', '8f-PO/1 ä'],
    ['/events?orderId=8f-PO%2F1', 'order', '8f-PO/1'],
    ['/events/?shipmentId=S1', 'shipment', 'S1'],
  ])('GET %s', async (path, kind, id) => {
    const { call, received } = await start();
    expect((await call(path, { method: 'GET' })).status).toBe(202);
    expect(received).toEqual([{ kind, method: 'GET', path: '/events', id }]);
  });

  it('may name several', async () => {
    const { call, received } = await start();
    await call('/events?orderId=1&orderId=2&shipmentId=3', { method: 'GET' });
    expect(received.map((one) => [one.kind, 'id' in one && one.id])).toEqual([
      ['order', '1'],
      ['order', '2'],
      ['shipment', '3'],
    ]);
  });

  it('of one segment belongs to the path /', async () => {
    const calls: WebhookRequest[] = [];
    const { call } = await start(async (one) => {
      calls.push(one);
      return 'accepted';
    });
    await call('/4711', { method: 'GET' });
    expect(calls).toEqual([{ kind: 'unsaid', method: 'GET', path: '/', id: '4711' }]);
  });

  it.each([
    [400, '/'],
    [400, '/events?orderId='],
    [400, '/events/%00'],
    [400, '/events/%E0%A4%A'],
    [400, `/events/${'x'.repeat(501)}`],
    [404, '/events'],
    [404, '/other/1'],
  ])('is refused with %i: GET %s', async (status, path) => {
    const { call, received } = await start();
    expect((await call(path, { method: 'GET' })).status).toBe(status);
    expect(received).toEqual([]);
  });
});

describe('another method', () => {
  it.each(['DELETE', 'PATCH', 'OPTIONS', 'HEAD'])('%s is refused with 405', async (method) => {
    const { call, received } = await start();
    const answer = await call('/events/1', { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, PUT']);
    expect(received).toEqual([]);
  });
});

describe('credentials', () => {
  it.each([
    ['none', undefined],
    ['a wrong password', basic('exchange:wrong')],
    ['a wrong user', basic('exchangf:pä:ss ')],
    ['a trimmed password', basic('exchange:pä:ss')],
    ['nothing after the scheme', 'Basic'],
    ['another scheme', `Bearer ${Buffer.from('exchange:pä:ss ').toString('base64')}`],
    ['no base64', 'Basic ???'],
  ])('that are %s are answered with 401 before anything is read', async (_, authorization) => {
    const { server, received } = await start();
    const answer = await request(`${server.address}/events`, {
      method: 'POST',
      headers: { ...json, ...(authorization === undefined ? {} : { authorization }) },
      body: event,
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Basic realm="gateway", charset="UTF-8"');
    expect(received).toEqual([]);
    await answer.body.dump();
  });

  it('may be written in any case of the scheme', async () => {
    const { call } = await start();
    const headers = { ...json, authorization: right.replace('Basic', 'BASIC') };
    expect((await call('/events', { headers, body: event })).status).toBe(202);
  });

  it.each([
    [['127.0.0.1'], 202],
    [['10.0.0.0/8', '127.0.0.0/8'], 202],
    [['203.0.113.0/24', '::1'], 401],
  ])('may be the address of the caller: %j', async (addresses, status) => {
    const { call, received } = await start(undefined, { auth: { addresses } });
    const answer = await call('/events', { headers: { ...json, authorization: 'none' }, body: event });
    expect(answer.status).toBe(status);
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expect(received).toHaveLength(status === 202 ? 1 : 0);
  });

  it('may be a fixed token', async () => {
    const { call } = await start(undefined, { auth: { bearer: 't0ken' } });
    const status = async (authorization: string) =>
      (await call('/events', { headers: { ...json, authorization }, body: event })).status;
    expect(
      await Promise.all(['Bearer t0ken', 'bearer  t0ken', 'Bearer t0kem', right, ''].map(status)),
    ).toEqual([202, 202, 401, 401, 401]);
  });

  it('do not fill the log when they are wrong all day', async () => {
    const { call, lines } = await start();
    for (let n = 0; n < 20; n++)
      await call('/events', { headers: { ...json, authorization: 'Basic no' }, body: event });
    expect(lines).toMatchObject([{ level: 'error', code: 'webhook-401' }]);
  });
});

describe('the server', () => {
  it('takes a burst of 1,000 events, each on its own connection', async () => {
    const { server, received } = await start();
    const agent = new HttpAgent({ maxSockets: Number.POSITIVE_INFINITY });
    onTestFinished(() => agent.destroy());
    const post = (n: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = httpRequest(
          `${server.address}/events`,
          { method: 'POST', agent, headers: { ...json, authorization: right } },
          (answer) => answer.resume().on('end', () => resolve(answer.statusCode)),
        );
        call.on('error', reject).end(JSON.stringify({ eventName: 'x', n }));
      });
    const statuses = await Promise.all(Array.from({ length: 1_000 }, (_, n) => post(n)));
    expect(new Set(statuses)).toEqual(new Set([202]));
    const bodies = received.map((one) => (one.kind === 'event' ? Buffer.from(one.body).toString() : ''));
    expect(new Set(bodies).size).toBe(1_000);
  });

  it('speaks TLS with the given certificate', async () => {
    const [cert, key] = ['loopback.cert.pem', 'loopback.key.pem'].map((name) => join(fixtures, name));
    const { server } = await start(undefined, { tls: { cert: cert ?? '', key: key ?? '' } });
    expect(server.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    const dispatcher = new Agent({ connect: { ca: await readFile(cert ?? '', 'utf8') } });
    onTestFinished(() => dispatcher.close());
    const answer = await request(`${server.address}/events`, {
      method: 'POST',
      headers: { ...json, authorization: right },
      body: event,
      dispatcher,
    });
    expect(answer.statusCode).toBe(202);
    await answer.body.dump();
  });

  it('does not start without its certificate', async () => {
    await expect(start(undefined, { tls: { cert: '/none.pem', key: '/none.pem' } })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('does not start on a port that is taken', async () => {
    const { server } = await start();
    const listenOn = server.address.replace('http://', '');
    await expect(start(undefined, { listen: listenOn })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('lets a call under way end when it closes', async () => {
    const stored = Promise.withResolvers<'accepted'>();
    const asked = Promise.withResolvers<void>();
    const { server, call } = await start(async () => {
      asked.resolve();
      return await stored.promise;
    });
    const answer = call('/events', { headers: json, body: event });
    await asked.promise;
    const closed = server.close();
    stored.resolve('accepted');
    expect((await answer).status).toBe(202);
    await closed;
    await expect(call('/events', { headers: json, body: event })).rejects.toThrow();
  });

  it('listens on IPv6', async () => {
    const { server, call } = await start(undefined, { listen: '[::1]:0' });
    expect(server.address).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await call('/events', { headers: json, body: event })).status).toBe(202);
  });

  it('says nothing of what it runs on', async () => {
    const { call } = await start();
    const { headers } = await call('/events', { headers: json, body: event });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});
