import { existsSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { orderXml, responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { openOwnSite, shareSite } from './kit/shared-site.ts';
import { type Site, type SiteOptions, until } from './kit/site.ts';

/** The edge-case catalogue, as far as it concerns client, search and webhook, from end to end. */

let site: Site;

afterAll(lendWorkers());

/** For one test alone. */
async function open(options?: SiteOptions, shape: Parameters<Site['start']>[0] = 'none'): Promise<void> {
  site = await openOwnSite(options);
  await site.start(shape);
}

/** One for all tests of a group, which have orders of their own. */
const share = (options?: SiteOptions): void =>
  shareSite((shared) => {
    site = shared;
  }, options);

/** What the exchange does not know is parked at once, or soon. */
const impatient: SiteOptions = {
  config: ({ channels }) => {
    for (const name of ['responses', 'supplier-orders'])
      Object.assign(channels[name] ?? {}, { notFound: { patience: '0s' } });
    Object.assign(channels['order-responses'] ?? {}, { notFound: { patience: '1s' } });
  },
};

/** One request at a time, as is the default. */
const oneByOne: SiteOptions = {
  config: ({ exchange }) => Object.assign(exchange ?? {}, { rate: { perSecond: 1000, parallel: 1 } }),
};

const bySearch = (more: object = {}): SiteOptions => ({
  config: ({ channels }) => {
    for (const name of ['responses', 'supplier-orders'])
      Object.assign(channels[name] ?? {}, {
        from: { search: { every: '100ms', since: '2026-01-01T00:00:00.000Z' }, webhook: '/events' },
        ...more,
      });
  },
});

const call = (path: string, body?: string | Buffer, method?: string) => site.call(path, body, method);

type Json = Record<string, unknown> & { lines: Record<string, unknown>[] };

/** The order as the exchange has it now. */
function orderNow(number: string): Json {
  const found = site.simulator.orders().find((order) => JSON.stringify(order).includes(`"${number}"`));
  if (!found) throw new Error(`the exchange has no order ${number}`);
  return JSON.parse(JSON.stringify(found));
}

/** An event about some lines (all, when none is named) of an order as it is now; the order has no other of that `messageId`. */
function eventOf(eventName: string, order: Json, messageId: string, positions?: readonly string[]): string {
  const { id: orderId, ...rest } = order;
  const lines = order.lines.filter((line) => positions?.includes(positionOf(line)) ?? true);
  const meta = { messageId: `${orderId} ${messageId}` };
  return JSON.stringify({ eventName, orderEvent: { orderId, ...rest, lines }, meta });
}

const positionOf = ({ buyerLine }: Record<string, unknown>): string =>
  String((buyerLine as { position?: string } | undefined)?.position);

const xmlIn = (folder: string) => site.files(folder).filter((name) => name.endsWith('.xml'));

const published = (folder: string, count: number) => site.published(folder, count);

async function send(
  number: string,
  more: Partial<Parameters<typeof orderXml>[0]> = {},
  name = `${number}.xml`,
) {
  site.drop('erp/out/orders', name, orderXml({ number, ...more }));
  return site.ended(name);
}

/** Signs of life are asked for in between, and left out. */
const paths = () =>
  site.simulator
    .requests()
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, path }) => `${method} ${path}`);
const count = (path: string) => paths().filter((one) => one.endsWith(path)).length;
const numbers = () => site.simulator.ledger().map(({ key }) => key);
const logins = () => ({ logins: count('/login'), renewals: count('/refresh') });

describe('on one site', () => {
  share(impatient);

  describe('the client', () => {
    it('row 4: ids with /, %, # and umlauts are one segment of the path', async () => {
      const id = 'c/1%2F#ø-PO';
      expect(await call(`/events/${encodeURIComponent(id)}`, undefined, 'GET')).toBe(202);
      await until('the fetch', () => (paths().some((one) => one.includes('/order/')) ? true : undefined));
      expect(paths()).toContain(`GET /order/${encodeURIComponent(id)}`);
    });

    it('row 4: an id with a slash that is not written as %2F is one id all the same', async () => {
      expect(await call('/events/c-2026/0117', undefined, 'GET')).toBe(202);
      await until('the fetch', () => (paths().some((one) => one.includes('/order/')) ? true : undefined));
      expect(paths()).toContain('GET /order/c-2026%2F0117');
      expect(await call('/elsewhere/c-2026/0117', undefined, 'GET')).toBe(404);
    });

    it('row 40: a response to an order that is not known is retried for its patience, then parked', async () => {
      site.drop('erp/out/responses', 'r.xml', responseXml({ number: 'PO-NONE', lines: [{ id: '10' }] }));
      const message = await site.ended('r.xml');
      expect(message).toMatchObject({ state: 'parked', findings: [{ code: 'exchange-not-found' }] });
      expect(count('/order-response')).toBeGreaterThan(1);
      expect(site.files('erp/out/responses/parked')).toContain('r.xml.report.txt');
    });

    it.each([200, 202, 204])('row 43: %i delivers, and the journal says which it was', async (status) => {
      site.simulator.fault({ match: '/sci-connector/order', status, after: true, times: 1 });
      expect(await send(`PO-43-${status}`)).toMatchObject({
        outcome: 'delivered',
        reason: expect.stringContaining(`${status}`),
      });
    });

    it.each([
      ['HTML', `<html>${'<b>no</b>'.repeat(20_000)}`],
      ['nothing', ''],
    ])('row 45: a 400 with %s refuses the document, its answer cut in the report', async (what, body) => {
      const number = `PO-45-${what}`;
      site.simulator.fault({ match: '/sci-connector/order', status: 400, body });
      expect(await send(number)).toMatchObject({
        outcome: 'rejected',
        findings: [{ code: 'exchange-refused' }],
      });
      const report = site.read('erp/out/orders/error', `${number}.xml.report.txt`);
      expect(report.length).toBeLessThan(4_000);
      expect(report).not.toContain('<html>'.repeat(2));
    });

    it('a 200 that says it failed delivers nothing: a person decides, and it is sent once more', async () => {
      const number = 'PO-200-FAILED';
      site.simulator.fault({ match: '/sci-connector/order', status: 200, body: '{"ok":false}', times: 1 });
      const parked = await send(number);
      expect(parked).toMatchObject({
        ...{ state: 'parked', possiblyTwice: false },
        findings: [{ code: 'exchange-says-failed' }],
      });
      expect(numbers()).not.toContain(number);
      await site.gateway.journal.enqueueCommand({
        ...{ action: 'retry', message: parked.id, force: false, reason: '' },
      });
      const sent = await until('it to be sent', async () =>
        (await site.messages()).find(({ id, state }) => id === parked.id && state === 'settled'),
      );
      expect(sent).toMatchObject({ outcome: 'delivered', possiblyTwice: false, attempts: 2 });
      expect(numbers().filter((key) => key === number)).toEqual([number]);
    });

    it('the pause after a 500 is not longer for the times that the exchange took nothing', async () => {
      const busy = { status: 429, headers: { 'retry-after': '1' }, times: 2 };
      site.simulator.fault({ match: '/sci-connector/order', ...busy });
      site.simulator.fault({ match: '/sci-connector/order', status: 500, times: 1 });
      expect(await send('PO-PAUSES')).toMatchObject({ outcome: 'delivered', attempts: 4 });
      const waits = site.log
        .map((line) => JSON.parse(line))
        .filter(({ msg, name }) => msg === 'message waits' && name === 'PO-PAUSES.xml');
      expect(waits).toHaveLength(3);
      expect(waits[2].ms).toBeLessThanOrEqual(1250);
    });

    it('row 48: many at once renew once', async () => {
      await send('PO-48');
      const before = logins();
      site.simulator.expireTokens('access');
      const names = Array.from({ length: 8 }, (_, n) => `PO-48-${n}`);
      for (const number of names) site.drop('erp/out/orders', `${number}.xml`, orderXml({ number }));
      for (const number of names) expect(await site.ended(`${number}.xml`)).toMatchObject({ attempts: 1 });
      expect(logins()).toEqual({ ...before, renewals: before.renewals + 1 });
    });
  });

  describe('the webhook', () => {
    it('row 51: an event that is older than what was handled changes nothing', async () => {
      await send('PO-51');
      site.simulator.act({ order: 'PO-51', action: 'propose', date: '2026-05-01' });
      const proposal = eventOf('OrderChangesProposedBySupplier', orderNow('PO-51'), 'm-1');
      site.simulator.act({ order: 'PO-51', action: 'approve' });
      const approval = eventOf('OrderChangesProposalApprovedByBuyer', orderNow('PO-51'), 'm-2');
      expect([await call('/events', approval), await call('/events', proposal)]).toEqual([202, 202]);
      await site.idle();
      expect(await published('erp/in/responses', 1)).toHaveLength(1);
      const stale = (await site.messages()).find(
        ({ channel, name }) => channel === 'responses' && name === 'OrderChangesProposedBySupplier',
      );
      expect(stale).toMatchObject({ outcome: 'ignored', reason: expect.stringContaining('newer') });
    });

    it('row 52: the same event twice makes one file and one message', async () => {
      await send('PO-52');
      site.simulator.act({ order: 'PO-52', action: 'accept' });
      const event = eventOf('OrderLinesAcceptedBySupplier', orderNow('PO-52'), 'm-1');
      expect([await call('/events', event), await call('/events', event, 'PUT')]).toEqual([202, 202]);
      await site.idle();
      expect(await published('erp/in/responses', 1)).toHaveLength(1);
      expect((await site.messages()).filter(({ channel }) => channel === 'responses')).toHaveLength(1);
    });

    it('row 54: a name, members and a status that nobody knows are taken, kept, and decided by the state', async () => {
      await send('PO-54', { lines: [{ id: '10' }, { id: '20' }] });
      site.simulator.act({ order: 'PO-54', action: 'accept' });
      const order = orderNow('PO-54');
      const known = eventOf('OrderLinesBlessedByBishop', { ...order, news: [1] }, 'm-1', ['10']);
      expect(await call('/events', known)).toBe(202);
      const [name = ''] = await published('erp/in/responses', 1);
      expect(site.read('erp/in/responses', name)).toContain('<cbc:LineStatusCode>accepted');
      for (const line of order.lines) {
        line.status = { processStatus: 'Levitating' };
        line.lastUpdatedAt = '2099-01-01T00:00:00.000Z';
      }
      expect(await call('/events', eventOf('OrderLinesBlessedByBishop', order, 'm-2'))).toBe(202);
      const parked = await until('a parked message', async () =>
        (await site.messages()).find(({ channel, state }) => channel === 'responses' && state === 'parked'),
      );
      expect(parked.reason).toContain('Levitating');
      const kept = await site.withJournal((journal) => journal.part(parked.id, 'received'));
      expect(Buffer.from(kept ?? []).toString()).toContain('OrderLinesBlessedByBishop');
    });

    it('row 55: of an order event with documents beside it, both are looked at: the whole order is fetched', async () => {
      await send('PO-55');
      site.simulator.act({ order: 'PO-55', action: 'accept' });
      const event = JSON.parse(eventOf('OrderLinesAcceptedBySupplier', orderNow('PO-55'), 'm-1'));
      event.orderDocumentsEvent = { orderId: event.orderEvent.orderId, lines: [] };
      expect(await call('/events', JSON.stringify(event))).toBe(202);
      await published('erp/in/responses', 1);
      expect(count(`/order/${event.orderEvent.orderId}`)).toBeGreaterThan(0);
    });

    it('publishes the status again with the documents that a supplier attaches', async () => {
      await send('PO-56');
      site.simulator.act({ order: 'PO-56', action: 'accept' });
      expect(await call('/events', eventOf('OrderLinesAcceptedBySupplier', orderNow('PO-56'), 'm-1'))).toBe(
        202,
      );
      await published('erp/in/responses', 1);
      const order = orderNow('PO-56');
      const drawing = { code: 'DWG-7', name: 'dwg-7.pdf', url: 'https://files.example/dwg-7.pdf' };
      site.simulator.putOrder({
        ...order,
        supplierOrder: Object.assign({}, order.supplierOrder, { documents: [drawing] }),
      });
      const event = {
        eventName: 'OrderDocumentsAttachedBySupplier',
        orderDocumentsEvent: { orderId: order.id },
      };
      expect(await call('/events', JSON.stringify({ ...event, meta: { messageId: 'm-2' } }))).toBe(202);
      const [, second] = await published('erp/in/responses', 2);
      const xml = site.read('erp/in/responses', second ?? '');
      expect(xml).toContain('DWG-7');
      expect(xml).toContain('<cbc:LineStatusCode>accepted</cbc:LineStatusCode>');
    });

    it('row 55: JSON without any event is kept: fetched where it has an id, else parked', async () => {
      await send('PO-55-B');
      site.simulator.act({ order: 'PO-55-B', action: 'accept' });
      const id = `${site.simulator.companyId}-PO-55-B`;
      expect(await call('/events', JSON.stringify({ eventName: 'X', orderId: id }))).toBe(202);
      expect(await published('erp/in/responses', 1)).toHaveLength(1);
      expect(await call('/events', '{"eventName":"X","hello":1}')).toBe(202);
      const parked = await until('a parked message', async () =>
        (await site.messages()).find(({ channel, state }) => channel === 'responses' && state === 'parked'),
      );
      expect(parked.findings).toMatchObject([{ code: 'event-unknown-shape' }]);
    });

    it('row 56: what is not JSON is answered with 400 and kept; with a byte order mark it is JSON', async () => {
      await send('PO-56-B');
      site.simulator.act({ order: 'PO-56-B', action: 'accept' });
      expect(await call('/events', '{"eventName":')).toBe(400);
      const parked = await until('a parked message', async () =>
        (await site.messages()).find(({ channel, state }) => channel === 'responses' && state === 'parked'),
      );
      expect(parked.findings).toMatchObject([{ code: 'event-not-json' }]);
      const event = eventOf('OrderLinesAcceptedBySupplier', orderNow('PO-56-B'), 'm-1');
      expect(await call('/events', `\uFEFF${event}`)).toBe(202);
      expect(await published('erp/in/responses', 1)).toHaveLength(1);
    });

    it.each(['path', 'query'])(
      'row 59: a GET with an unknown id in its %s is taken, and parked after 404',
      async (where) => {
        const path = where === 'path' ? '/events/nobody' : '/events?orderId=nobody';
        expect(await call(path, undefined, 'GET')).toBe(202);
        const parked = await until('a parked message', async () =>
          (await site.messages()).find(({ channel, state }) => channel === 'responses' && state === 'parked'),
        );
        expect(parked).toMatchObject({ name: 'nobody', findings: [{ code: 'exchange-not-found' }] });
      },
    );

    it('a GET that is answered with another order is parked, and asked again by a retry', async () => {
      for (const number of ['PO-ASKED', 'PO-OTHER']) await send(number);
      site.simulator.act({ order: 'PO-ASKED', action: 'accept' });
      const other = JSON.stringify(orderNow('PO-OTHER'));
      site.simulator.fault({ match: '/order/', status: 200, body: other, times: 2 });
      const id = `${site.simulator.companyId}-PO-ASKED`;
      expect(await call(`/events/${id}`, undefined, 'GET')).toBe(202);
      const parked = await until('both to be parked', async () => {
        const all = (await site.messages()).filter(({ state }) => state === 'parked');
        return all.length === 2 ? all.find(({ channel }) => channel === 'responses') : undefined;
      });
      expect(parked).toMatchObject({ name: id, findings: [{ code: 'exchange-answers-another' }] });
      expect(parked.reason).toContain('PO-OTHER');
      expect(xmlIn('erp/in/responses')).toEqual([]);
      await site.gateway.journal.enqueueCommand({
        ...{ action: 'retry', message: parked.id, force: false, reason: '' },
      });
      const [name = ''] = await published('erp/in/responses', 1);
      expect(site.read('erp/in/responses', name)).toContain('<cbc:ID>PO-ASKED</cbc:ID>');
    });

    it('a GET merges into one whose fetch has not started, and never into one under way', async () => {
      await send('PO-GET');
      site.simulator.fault({ match: '/order/', delayMs: 1_000, times: 2 });
      const path = `/events/${site.simulator.companyId}-PO-GET`;
      const fetches = () => paths().filter((one) => one.startsWith('GET /order/')).length;
      expect(await call(path, undefined, 'GET')).toBe(202);
      await until('both channels to fetch', () => (fetches() === 2 ? true : undefined));
      site.simulator.act({ order: 'PO-GET', action: 'accept' });
      const calls = Array.from({ length: 8 }, () => call(path, undefined, 'GET'));
      expect(await Promise.all(calls)).toEqual(Array(8).fill(202));
      await published('erp/in/responses', 1);
      await site.idle();
      const notices = (await site.messages()).filter(({ name }) => name.endsWith('PO-GET'));
      const merged = notices.filter(({ outcome }) => outcome === 'superseded');
      expect(notices).toHaveLength(18);
      expect(merged.length).toBeGreaterThan(0);
      expect(fetches()).toBe(notices.length - merged.length);
    });

    it('an event with an id alone is fetched each time; one that says when counts once', async () => {
      await send('PO-THIN');
      const orderId = `${site.simulator.companyId}-PO-THIN`;
      const thin = JSON.stringify({ eventName: 'OrderLinesAcceptedBySupplier', orderId });
      expect(await call('/events', thin)).toBe(202);
      await site.idle();
      site.simulator.act({ order: 'PO-THIN', action: 'accept' });
      expect(await call('/events', thin)).toBe(202);
      await published('erp/in/responses', 1);
      const { meta: _meta, ...dated } = JSON.parse(eventOf('OrderResentByBuyer', orderNow('PO-THIN'), ''));
      for (const _ of [1, 2]) expect(await call('/events', JSON.stringify(dated))).toBe(202);
      await published('erp/in/responses', 2);
      await site.idle();
      expect(xmlIn('erp/in/responses')).toHaveLength(2);
    });

    it.each<[string, string, (id: string) => object]>([
      ['its id', 'PO-BARE-1', (id) => ({ id })],
      ['its id and no lines', 'PO-BARE-2', (id) => ({ orderId: id, lines: [] })],
    ])('an order event with %s is fetched each time', async (_, number, orderEventOf) => {
      await send(number);
      const orderEvent = orderEventOf(`${site.simulator.companyId}-${number}`);
      const bare = JSON.stringify({ eventName: 'OrderLinesAcceptedBySupplier', orderEvent });
      expect(await call('/events', bare)).toBe(202);
      await site.idle();
      site.simulator.act({ order: number, action: 'accept' });
      expect(await call('/events', bare)).toBe(202);
      expect(await published('erp/in/responses', 1)).toHaveLength(1);
    });

    it('a shipment is not parked by a channel that carries orders', async () => {
      expect(await call('/events', '{"eventName":"ShipmentIssuedBySupplier","shipment":{"id":"S1"}}')).toBe(
        202,
      );
      expect(await call('/events?shipmentId=S1', undefined, 'GET')).toBe(202);
      await site.idle();
      expect((await site.messages()).map(({ outcome }) => outcome)).toEqual(Array(4).fill('ignored'));
    });
  });
});

describe('the client, one request at a time', () => {
  share(oneByOne);

  it.each([
    ['429 with Retry-After', { status: 429, headers: { 'retry-after': '1' } }],
    ['429', { status: 429 }],
    ['408', { status: 408 }],
    ['500', { status: 500 }],
    ['502', { status: 502 }],
    ['503', { status: 503 }],
    ['302 to the login of a proxy', { status: 302, headers: { location: 'https://proxy.example/login' } }],
    ['307', { status: 307, headers: { location: '/elsewhere' } }],
    ['407', { status: 407 }],
    ['200 with the page of a proxy', { status: 200, body: '<html><title>Log in</title></html>' }],
    ['a connection that is cut before', { drop: 'before' }],
    ['a reply that is lost after acceptance', { drop: 'after' }],
  ] as const)('row 44 and 88: after %s it is sent again, before its successor', async (what, fault) => {
    const number = `PO-44-${what.replaceAll(' ', '-')}`;
    site.simulator.fault({ match: '/sci-connector/order', times: 1, ...fault });
    site.drop('erp/out/orders', '1.xml', orderXml({ number, note: 'first' }));
    await until('the fault', () => (count('/sci-connector/order') > 0 ? true : undefined));
    site.drop('erp/out/orders', '2.xml', orderXml({ number, note: 'second' }));
    await site.ended('2.xml');
    const first = await site.ended('1.xml');
    expect(first.outcome).toBe('delivered');
    const notes = site.simulator.ledger().map(({ bytes }) => /<cbc:Note>(\w+)/.exec(bytes ?? '')?.[1]);
    const lost = 'drop' in fault && fault.drop === 'after';
    expect(notes).toEqual([...(lost ? ['first'] : []), 'first', 'second']);
    const unknown = 'drop' in fault || [200, 302, 500, 502].includes(fault.status);
    expect(first.possiblyTwice).toBe(unknown);
  });

  it('row 46: a token that ends in the middle is renewed once, and the request repeated once', async () => {
    await send('PO-46-1');
    const before = logins();
    site.simulator.expireTokens('access');
    expect(await send('PO-46-2')).toMatchObject({ outcome: 'delivered', attempts: 1 });
    expect(logins()).toEqual({ ...before, renewals: before.renewals + 1 });
  });

  it('row 47: where the refresh token is refused too, it logs in anew', async () => {
    await send('PO-47-1');
    const before = logins();
    site.simulator.expireTokens('all');
    expect(await send('PO-47-2')).toMatchObject({ outcome: 'delivered', attempts: 1 });
    expect(logins()).toEqual({ logins: before.logins + 1, renewals: before.renewals + 1 });
  });
});

describe('the client of a site of its own', () => {
  it('row 44: an exchange that says nothing is given up at the deadline, and the same bytes are sent again', async () => {
    await open({ config: ({ exchange }) => Object.assign(exchange ?? {}, { timeout: '300ms' }) });
    site.simulator.fault({ match: '/sci-connector/order', delayMs: 2_000, times: 1 });
    expect(await send('PO-44')).toMatchObject({ outcome: 'delivered', possiblyTwice: true, attempts: 2 });
  });

  it('row 50: a password that is refused moves no file, is not hammered, raises an alarm, and works again', async () => {
    await open();
    site.simulator.fault({ match: '/v2/authentication', status: 401 });
    for (const n of [1, 2, 3]) site.drop('erp/out/orders', `${n}.xml`, orderXml({ number: `PO-50-${n}` }));
    const waiting = await until('three waiting messages', async () => {
      const found = (await site.messages()).filter(({ state }) => state === 'waiting');
      return found.length === 3 ? found : undefined;
    });
    expect(waiting[0]?.reason).toContain('does not let us in');
    expect(count('/login')).toBe(1);
    for (const place of ['error', 'archive', 'parked'])
      expect(existsSync(site.path('erp/out/orders', place))).toBe(false);
    const checks = await site.gateway.readiness();
    expect(checks.find(({ name }) => name === 'exchange')).toMatchObject({
      ok: false,
      reason: expect.stringContaining('401'),
    });
    expect(site.log.filter((line) => line.includes('"code":"exchange-login-down"'))).toHaveLength(1);
    site.simulator.clearFaults();
    for (const n of [1, 2, 3]) expect(await site.ended(`${n}.xml`)).toMatchObject({ outcome: 'delivered' });
    expect((await site.gateway.readiness()).every(({ ok }) => ok)).toBe(true);
  });

  it('row 75: what does not take Basic gets a token, whatever the settings say', async () => {
    await open({
      config: ({ exchange }) =>
        Object.assign(exchange ?? {}, { auth: { ...(exchange as { auth: object }).auth, mode: 'basic' } }),
    });
    await send('PO-75');
    site.drop('erp/out/orders-json', 'json.xml', orderXml({ number: 'PO-75-JSON' }));
    await site.ended('json.xml');
    expect(await call(`/events/${site.simulator.companyId}-PO-75`, undefined, 'GET')).toBe(202);
    await until('the fetch', () => (paths().some((one) => one.startsWith('GET /order/')) ? true : undefined));
    const schemes = site.simulator
      .requests()
      .map(({ path, scheme }) => [path.split('/').slice(0, 4).join('/'), scheme]);
    expect(Object.fromEntries(schemes)).toMatchObject({
      '/sci-connector/order': 'Bearer',
      '/v2/api-connector/order': 'Basic',
      [`/order/${site.simulator.companyId}-PO-75`]: 'Bearer',
    });
  });

  it('row 86: a password with colon, umlaut and trailing blank is sent as it is', async () => {
    await open({ simulator: { user: 'bjørn@example.com', password: 'a:ø ' } });
    expect(await send('PO-86')).toMatchObject({ outcome: 'delivered' });
    expect(site.log.join('')).not.toContain('a:ø ');
  });

  it('row 89: it logs out when it stops, and the same file after a restart is not sent again', async () => {
    await open();
    await send('PO-89');
    await site.stop();
    expect(paths().at(-1)).toBe('POST /v2/authentication/logout');
    await site.start('none');
    const before = paths().length;
    expect(await send('PO-89', {}, 'again.xml')).toMatchObject({ outcome: 'duplicate' });
    expect(paths().slice(before)).toEqual([]);
  });

  it('what does not fit the published contract is refused with the place, and not sent', async () => {
    await open({
      config: ({ exchange }) =>
        Object.assign(exchange ?? {}, {
          contract: { 'api-connector': { openApi: '/api-connector/openapi.json' } },
        }),
    });
    site.drop('erp/out/orders-json', 'good.xml', orderXml({ number: 'PO-C' }));
    expect(await site.ended('good.xml')).toMatchObject({ outcome: 'delivered' });
    site.drop(
      'erp/out/orders-json',
      'bad.xml',
      orderXml({ number: 'PO-C2', lines: [{ id: '10', price: '5' }] })
        .toString()
        .replace('"EUR"', '"EURO"'),
    );
    const bad = await site.ended('bad.xml');
    expect(bad.outcome).toBe('rejected');
    const finding = bad.findings.find(({ code }) => code === 'contract-mismatch');
    expect(finding?.message).toContain('lines[0].prices');
    expect(numbers()).toEqual(['PO-C']);
  });
});

describe('the webhook of a site of its own', () => {
  it('row 53: the same change by webhook and by search makes one file', async () => {
    await open(bySearch(), 'POST');
    await send('PO-53');
    await published('erp/in/orders', 1);
    site.simulator.act({ order: 'PO-53', action: 'accept' });
    await published('erp/in/responses', 1);
    const searches = count('/search');
    await until('more searches', () => (count('/search') > searches + 4 ? true : undefined));
    await site.idle();
    expect([xmlIn('erp/in/responses').length, xmlIn('erp/in/orders').length]).toEqual([1, 1]);
  });

  it('an event that the channel does not listen to is ignored unfetched; one without a name is not', async () => {
    await open({
      config: ({ channels }) =>
        Object.assign(channels.responses?.from ?? {}, { events: ['OrderLinesRejectedBySupplier'] }),
    });
    await send('PO-FILTER');
    site.simulator.act({ order: 'PO-FILTER', action: 'accept' });
    const event = JSON.parse(eventOf('OrderLinesAcceptedBySupplier', orderNow('PO-FILTER'), 'm-1'));
    expect(await call('/events', JSON.stringify(event))).toBe(202);
    await site.idle();
    expect(xmlIn('erp/in/responses')).toEqual([]);
    const { eventName: _name, ...nameless } = event;
    expect(await call('/events', JSON.stringify({ ...nameless, meta: { messageId: 'm-2' } }))).toBe(202);
    await published('erp/in/responses', 1);
  });
});

describe('the search', () => {
  share(bySearch());

  it('row 65: an own change that comes back makes no file for the same ERP', async () => {
    await send('PO-65');
    await published('erp/in/orders', 1);
    const searches = count('/search');
    await until('more searches', () => (count('/search') > searches + 4 ? true : undefined));
    await site.idle();
    expect(xmlIn('erp/in/responses')).toEqual([]);
    const echo = (await site.messages()).filter(({ channel }) => channel === 'responses');
    expect(echo.map(({ outcome }) => outcome)).toEqual(['ignored']);
  });

  it('row 66: an own open request is no news; its confirmation is, once', async () => {
    await send('PO-66');
    await published('erp/in/orders', 1);
    site.simulator.act({ order: 'PO-66', action: 'accept' });
    await published('erp/in/responses', 1);
    site.drop(
      'erp/out/orders',
      'change.xml',
      orderXml({
        number: 'PO-66',
        type: 'Changed',
        date: '2026-03-04',
        lines: [{ id: '10', date: '2026-06-01', status: 'revised' }],
      }),
    );
    await site.ended('change.xml');
    const searches = count('/search');
    await until('more searches', () => (count('/search') > searches + 4 ? true : undefined));
    await site.idle();
    expect(orderNow('PO-66').lines[0]?.status).toMatchObject({ processStatus: 'InProgress' });
    expect(xmlIn('erp/in/responses')).toHaveLength(1);
    site.drop(
      'erp/out/responses',
      'yes.xml',
      responseXml({ number: 'PO-66', lines: [{ id: '10', date: '2026-06-01' }] }),
    );
    await site.ended('yes.xml');
    const [, second = ''] = await published('erp/in/responses', 2);
    expect(site.read('erp/in/responses', second)).toContain('2026-06-01');
    await site.idle();
    expect(xmlIn('erp/in/responses')).toHaveLength(2);
  });

  it('row 67: of 40 lines the one that changed is in the response, all are in the order', async () => {
    const lines = Array.from({ length: 40 }, (_, n) => ({ id: String((n + 1) * 10) }));
    await send('PO-67', { lines });
    await published('erp/in/orders', 1);
    site.simulator.act({ order: 'PO-67', action: 'accept', lines: ['70'] });
    const [response = ''] = await published('erp/in/responses', 1);
    const text = site.read('erp/in/responses', response);
    expect(text.match(/<cac:OrderLine>/g)).toHaveLength(1);
    expect(text).toContain('<cbc:ID>70</cbc:ID>');
    site.drop(
      'erp/out/orders',
      'change.xml',
      orderXml({
        number: 'PO-67',
        type: 'Changed',
        date: '2026-03-04',
        lines: lines.map(({ id }) => ({ id, ...(id === '80' ? { quantity: '9' } : {}) })),
      }),
    );
    await site.ended('change.xml');
    const [, changed = ''] = await published('erp/in/orders', 2);
    expect(site.read('erp/in/orders', changed).match(/<cac:OrderLine>/g)).toHaveLength(40);
  });

  it('row 85: two buyers with the same number of an order are kept apart', async () => {
    const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
    for (const companyId of [first, second]) {
      site.simulator.putOrder({
        order: {
          companyId,
          supplierAccountNumber: '540830',
          purchaseOrderNumber: 'PO-85',
          destination: { code: 'W' },
        },
        lines: [
          {
            position: '10',
            item: { number: '1', name: 'A' },
            deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
            prices: { netPrice: { priceInTransactionCurrency: { value: 1, currencyIso: 'EUR' } } },
          },
        ],
      });
    }
    const names = await published('erp/in/orders', 2);
    expect(names).toHaveLength(2);
    await site.idle();
    const outcomes = (await site.messages()).filter(({ channel }) => channel === 'supplier-orders');
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered']);
  });
});

describe('the first search', () => {
  it('row 62: 250 orders with one timestamp reach the ERP, and no search more than is needed follows', async () => {
    site = await openOwnSite(bySearch({ firstRun: 'noteOnly' }));
    for (let n = 0; n < 250; n += 1)
      site.simulator.putOrder({ id: `o-${n}`, lastUpdatedAt: '2026-03-01T10:00:00.000Z', lines: [] });
    await site.start('none');
    const noted = await until('250 messages', async () => {
      const found = (await site.messages()).filter(({ channel }) => channel === 'responses');
      return found.length >= 250 ? found : undefined;
    });
    expect(new Set(noted.map(({ name }) => name)).size).toBe(250);
    const cursor = await until('the cursor', async () => {
      const one = await site.withJournal((journal) => journal.findCursor('responses'));
      return one?.value.startsWith('2026-03') ? one : undefined;
    });
    expect(cursor.value).toBe('2026-03-01T10:00:00.000Z');
  });

  const same = '2026-03-01T10:00:00.000Z';
  const put = (n: number, lastUpdatedAt = same) =>
    site.simulator.putOrder({ id: `o-${n}`, lastUpdatedAt, version: lastUpdatedAt, lines: [] });
  const noted = async (count: number) =>
    until(`${count} messages`, async () => {
      const found = (await site.messages()).filter(({ channel }) => channel === 'responses');
      return found.length >= count ? found : undefined;
    });

  it.each([1, 30])('misses none of 250 when %i are changed between two pages', async (moved) => {
    const left = { moved: 0 };
    site = await openOwnSite({
      ...bySearch({ firstRun: 'noteOnly' }),
      simulator: {
        arrange: (found, { offset }) => {
          if (offset > 0 && left.moved === 0)
            for (; left.moved < moved; left.moved += 1)
              put(left.moved, `2026-03-02T10:00:00.${100 + left.moved}Z`);
          return found;
        },
      },
    });
    for (let n = 0; n < 250; n += 1) put(n);
    await site.start('none');
    const names = new Set((await noted(250 + moved)).map(({ name }) => name));
    expect(names.size).toBe(250);
  });

  it('reads pages that are not sorted to their end, whatever their last timestamp', async () => {
    site = await openOwnSite({
      ...bySearch({ firstRun: 'noteOnly' }),
      simulator: { arrange: (found) => found.toReversed() },
    });
    for (let n = 0; n < 250; n += 1) put(n, `2026-03-01T10:00:00.${100 + n}Z`);
    await site.start('none');
    expect(new Set((await noted(250)).map(({ name }) => name)).size).toBe(250);
    const cursor = await until('the cursor', async () => {
      const one = await site.withJournal((journal) => journal.findCursor('responses'));
      return one?.noting === false ? one : undefined;
    });
    expect(cursor.value).toBe('2026-03-01T10:00:00.349Z');
  });
});

describe('documents', () => {
  const withPlace = (documents: object): SiteOptions => ({
    config: ({ channels }) => Object.assign(channels.responses ?? {}, { documents }),
  });

  /** An accepted order whose supplier has documents, told by webhook. */
  async function told(number: string, documents: readonly object[]): Promise<void> {
    await send(number);
    site.simulator.act({ order: number, action: 'accept' });
    const order = orderNow(number);
    order.supplierOrder = { ...(order.supplierOrder as object), documents };
    expect(await call('/events', eventOf('OrderLinesAcceptedBySupplier', order, 'm-1'))).toBe(202);
  }

  const file = (filename: string, text: string) => ({
    filename,
    contentType: 'application/pdf',
    bytes: Buffer.from(text),
  });
  const others = () => site.files('erp/in/responses').filter((name) => !name.endsWith('.xml'));

  describe('beside the XML', () => {
    share(withPlace({ place: 'beside' }));

    it('row 76 and 79: lie beside the XML under names that are safe and unique, and the XML names them', async () => {
      const ids = [file('../../x.pdf', 'one'), file('CON.pdf', 'two'), file('../../x.pdf', 'three')].map(
        (one) => site.simulator.addFile(one),
      );
      await told('PO-DOC-1', [
        ...ids.map((objectId, n) => ({
          code: `D${n}`,
          name: `n${n}`,
          objectId,
          url: 'https://elsewhere.example/x',
        })),
        { code: 'D3', name: 'metadata only' },
      ]);
      const [xml = ''] = await published('erp/in/responses', 1);
      const text = site.read('erp/in/responses', xml);
      expect(others()).toHaveLength(3);
      for (const name of others()) expect(text).toContain(`<cbc:URI>${name}</cbc:URI>`);
      expect(others().every((name) => /^PO-DOC-1-[^/]*~[0-9a-f]{16}\.pdf$/.test(name))).toBe(true);
      expect(
        others()
          .map((name) => site.read('erp/in/responses', name))
          .sort(),
      ).toEqual(['one', 'three', 'two']);
      await site.idle();
      const message = (await site.messages()).find(
        ({ channel, outcome }) => channel === 'responses' && outcome === 'delivered',
      );
      expect(message?.findings.map(({ code }) => code)).toContain('document-without-file');
    });

    it('row 76: are not fetched from hosts that are not allowed, and do not hold back the XML', async () => {
      await told('PO-DOC-3', [
        { code: 'A', name: 'a', url: 'https://127.0.0.1:1/a' },
        { code: 'B', name: 'b', url: 'file:///etc/passwd' },
      ]);
      await published('erp/in/responses', 1);
      expect(others()).toEqual([]);
      await site.idle();
      const message = (await site.messages()).find(
        ({ channel, outcome }) => channel === 'responses' && outcome === 'delivered',
      );
      expect(message?.findings.filter(({ code }) => code === 'document-blocked')).toHaveLength(2);
    });

    it('row 77: whose link is over are asked for once more', async () => {
      const objectId = site.simulator.addFile(file('a.pdf', 'x'));
      site.simulator.fault({ match: '/presigned', status: 403, times: 1 });
      await told('PO-DOC-5', [{ code: 'D', name: 'd', objectId }]);
      await published('erp/in/responses', 1);
      expect(others()).toHaveLength(1);
      expect(paths().filter((one) => one.endsWith('/metadata'))).toHaveLength(2);
      const links = site.simulator.requests().filter(({ path }) => path.startsWith('/presigned/'));
      expect(links.map(({ scheme }) => scheme)).toEqual(['', '']);
    });
  });

  it('are embedded in the XML', async () => {
    await open(withPlace({ place: 'embed' }));
    const objectId = site.simulator.addFile(file('a.pdf', 'inside'));
    await told('PO-DOC-2', [{ code: 'D', name: 'drawing', objectId }]);
    const [xml = ''] = await published('erp/in/responses', 1);
    const base64 = Buffer.from('inside').toString('base64');
    expect(site.read('erp/in/responses', xml)).toMatch(
      new RegExp(`<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="a.pdf">${base64}<`),
    );
    expect(others()).toEqual([]);
  });

  it('that must be there hold back the XML until they can be had', async () => {
    await open(withPlace({ place: 'beside', required: true }));
    const objectId = site.simulator.addFile(file('a.pdf', 'late'));
    site.simulator.fault({ match: '/object-storage', status: 503, times: 1 });
    await told('PO-DOC-4', [{ code: 'D', name: 'd', objectId }]);
    await published('erp/in/responses', 1);
    expect(others().map((name) => site.read('erp/in/responses', name))).toEqual(['late']);
    expect(paths().filter((one) => one.endsWith('/metadata'))).toHaveLength(2);
  });
});
