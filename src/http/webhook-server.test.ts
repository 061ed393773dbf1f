import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { event, json, start } from './testkit/receiver.ts';
import type { WebhookRequest } from './webhook-server.ts';

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
    ['nested a million deep', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['wide', `{${Array.from({ length: 10_001 }, (_, n) => `"m${n}":1`)}}`],
    ['a list of nothing', `[${'{},'.repeat(1_500_000)}{}]`],
  ])('row 56: is refused with 400 when it is %s, and kept', async (what, body) => {
    const { call, received } = await start();
    const answer = await call('/events', { headers: json, body });
    const many = 'The body holds too many values.';
    const reasons = { nested: 'The body nests too deep.', 'a list': many, wide: many };
    const [, why] = Object.entries(reasons).find(([begin]) => what.startsWith(begin)) ?? [
      '',
      'The body is not JSON.',
    ];
    expect([answer.status, answer.text]).toEqual([400, JSON.stringify({ error: why })]);
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

/** One that stores nothing before `stored` is resolved; `full`: so many events are being stored. */
async function startWhileStoring(most: number) {
  const stored = Promise.withResolvers<'accepted'>();
  const full = Promise.withResolvers<void>();
  let under = 0;
  const { call } = await start(async () => {
    under += 1;
    if (under === most) full.resolve();
    return await stored.promise;
  });
  return { call, full, stored, under: () => under };
}

describe('many large events at once', () => {
  it('are answered with 503 beyond 40 MB, unread, and taken when there is room again', async () => {
    const { call, full, stored, under } = await startWhileStoring(4);
    const body = `"${'x'.repeat(10 * 2 ** 20 - 2)}"`;
    const first = Array.from({ length: 4 }, () => call('/events', { headers: json, body }));
    await full.promise;
    const refused = await call('/events', { headers: json, body: event });
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    expect(under()).toBe(4);
    stored.resolve('accepted');
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([202, 202, 202, 202]);
    expect((await call('/events', { headers: json, body })).status).toBe(202);
  });
});

describe('packed events', () => {
  it('count as the largest: nobody knows how much is in them', async () => {
    const { call, full, stored } = await startWhileStoring(4);
    const packed = { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(event) };
    const first = Array.from({ length: 4 }, () => call('/events', packed));
    await full.promise;
    expect((await call('/events', packed)).status).toBe(503);
    stored.resolve('accepted');
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([202, 202, 202, 202]);
  });
});

describe('the log', () => {
  it('never holds the path, which may be the secret', async () => {
    const { call, lines } = await start(async ({ path }) => {
      if (path === '/broken-s3cret') throw new Error('disk full');
      return 'unknown-path';
    });
    await call('/events-s3cret', { headers: json, body: event });
    await call('/broken-s3cret', { headers: json, body: event });
    await call('/events-s3cret', { headers: json, body: '{' });
    await call('/events-s3cret/%00', { method: 'GET' });
    await call('/events-s3cret', { headers: { 'content-type': 'text/xml' }, body: '<a/>' });
    await call('/events-s3cret', { headers: { authorization: 'Basic eDp5' }, body: event });
    expect(lines.length).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(lines)).not.toContain('s3cret');
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
    [400, '/events?orderId=1&shipmentId='],
    [400, '/events/%00'],
    [400, '/events/%E0%A4%A'],
    [400, `/events/${'x'.repeat(201)}`],
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
