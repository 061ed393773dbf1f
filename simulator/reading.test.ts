import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from './model/exact-json.ts';
import { Exchange } from './testkit/http.ts';

let exchange: Exchange;
beforeEach(async () => {
  exchange = await Exchange.start();
});
afterEach(() => exchange.simulator.close());

const search = (body: object) =>
  exchange.ask('POST /v2/order-search/search', { headers: exchange.basic, body });
const found = ({ json }: { json: JsonObject }): JsonObject[] => (Array.isArray(json.data) ? json.data : []);

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
