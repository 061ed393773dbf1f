import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { basic, event, json, right, start } from './testkit/receiver.ts';

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
    // whoever calls may say any address
    const headers = { ...json, authorization: 'none', 'x-forwarded-for': '203.0.113.7' };
    const answer = await call('/events', { headers, body: event });
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
