import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SimulatorOptions } from './simulator.ts';
import { Exchange, tokensOf } from './testkit/http.ts';

let exchange: Exchange;
async function start(options: SimulatorOptions = {}): Promise<void> {
  exchange = await Exchange.start(options);
}
beforeEach(() => start({ user: 'bjørn@example.com', password: 'a:ø ' }));
afterEach(() => exchange.simulator.close());

const refresh = (token: string, more: Record<string, string> = {}) =>
  exchange.ask('GET /v2/authentication/refresh', { headers: { 'refresh-token': token, ...more } });
const logout = (token: string, more: Record<string, string> = {}) =>
  exchange.ask('POST /v2/authentication/logout', { headers: { 'refresh-token': token, ...more } });
const company = (access: string) =>
  exchange.ask('GET /company-search?query=simu', { headers: { authorization: `Bearer ${access}` } });

describe('login', () => {
  it('gives both tokens in headers', async () => {
    const { access, refresh } = await exchange.login();
    expect(access.split('.')).toHaveLength(3);
    expect(refresh).not.toBe(access);
    expect((await company(access)).status).toBe(200);
  });

  it.each(['bjørn@example.com:a:ø', 'bjørn@example.com', ''])('is refused for %j', async (credentials) => {
    const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
    const answer = await exchange.ask('GET /v2/authentication/login', { headers: { authorization } });
    expect(answer.status).toBe(401);
    expect(tokensOf(answer)).toEqual({ access: '', refresh: '' });
  });
});

describe('refresh', () => {
  it('gives a new pair, and its token is used up', async () => {
    const first = await exchange.login();
    const second = tokensOf(await refresh(first.refresh));
    expect((await company(second.access)).status).toBe(200);
    expect((await refresh(first.refresh)).status).toBe(401);
    expect((await refresh(second.refresh)).status).toBe(200);
  });

  it('takes no Authorization header', async () => {
    const { refresh: token } = await exchange.login();
    expect((await refresh(token, exchange.basic)).status).toBe(401);
  });

  it('is refused for an unknown token', async () => {
    expect((await refresh('x')).status).toBe(401);
  });
});

describe('logout', () => {
  it('ends the refresh token at once, the access token lives on', async () => {
    const { access, refresh: token } = await exchange.login();
    expect((await logout(token)).status).toBe(200);
    expect((await refresh(token)).status).toBe(401);
    expect((await company(access)).status).toBe(200);
    expect((await logout(token)).status).toBe(401);
  });

  it('takes no Authorization header', async () => {
    const { access, refresh: token } = await exchange.login();
    expect((await logout(token, { authorization: `Bearer ${access}` })).status).toBe(401);
  });
});

describe('lifetimes', () => {
  it('are kept for both tokens', async () => {
    await exchange.simulator.close();
    await start({ lifetimes: { access: 40, refresh: 80 } });
    const { access, refresh: token } = await exchange.login();
    await expect.poll(async () => (await company(access)).status).toBe(401);
    await expect.poll(async () => (await logout(token)).status).toBe(401);
  });

  it('end when the test says so', async () => {
    const { access, refresh: token } = await exchange.login();
    await exchange.ask('POST /simulator/tokens', { body: { expire: 'access' } });
    expect((await company(access)).status).toBe(401);
    expect((await refresh(token)).status).toBe(200);
  });
});

describe('the form of the tokens', () => {
  it('may have the scheme before it, and be opaque', async () => {
    await exchange.simulator.close();
    await start({ bearerPrefix: true, jwt: false });
    const { access } = await exchange.login();
    expect(access).toMatch(/^Bearer [0-9a-f-]{36}$/);
  });
});

describe('Basic', () => {
  it.each([
    ['POST /v2/api-connector/order', 400],
    ['POST /v2/api-connector/order-response', 400],
    ['POST /v2/order-search/search', 200],
    ['GET /v2/object-storage/document/x/metadata', 404],
    ['PUT /sci-connector/order', 401],
    ['PUT /v2/sci-connector/order', 401],
    ['GET /order/x', 401],
    ['GET /v2/order/x', 401],
    ['GET /shipment/x', 401],
    ['GET /object-storage/download/x', 401],
    ['GET /company-search', 401],
  ])('%s answers %i', async (line, status) => {
    const body = line.startsWith('GET') ? {} : { body: '{}' };
    expect((await exchange.ask(line, { headers: exchange.basic, ...body })).status).toBe(status);
  });

  it('is needed, or a token', async () => {
    expect((await exchange.ask('POST /v2/order-search/search', { body: {} })).status).toBe(401);
  });
});
