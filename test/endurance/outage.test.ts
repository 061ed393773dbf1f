import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { request } from 'undici';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import type { CrashPoint } from '../../src/system/crash-point.ts';
import { orderXml } from '../kit/documents.ts';
import { lendWorkers } from '../kit/lent-workers.ts';
import { patience } from '../kit/machine.ts';
import { freePort } from '../kit/port.ts';
import { GatewayProcess } from '../kit/process.ts';
import { inOrder, sentAndAdmitted } from '../kit/promise.ts';
import { Site, until } from '../kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** An exchange that is away for a while: what is for it waits in one place, and goes when it is there again. */

let site: Site;
let door: Server | undefined;
let port: number;
let gateway: GatewayProcess | undefined;

afterAll(lendWorkers());
afterEach(async () => {
  await gateway?.kill();
  gateway = undefined;
  await site?.close();
  door?.close();
  door = undefined;
});

/** A site whose exchange refuses connections until `openDoor`. */
async function open(): Promise<void> {
  port = await freePort();
  site = await Site.open({
    config(config) {
      Object.assign(config.exchange ?? {}, { baseUrl: `http://127.0.0.1:${port}` });
    },
  });
}

/** The gateway need not wait for its next probe, whose pauses grow. */
async function openDoorAndAsk(): Promise<void> {
  await openDoor();
  await site.gateway.journal.askSoon();
}

async function openDoor(): Promise<void> {
  const target = Number(new URL(site.simulator.url).port);
  door = createServer((client) => {
    const server = connect(target, '127.0.0.1');
    client.pipe(server).pipe(client);
    for (const socket of [client, server]) socket.on('error', () => socket.destroy());
  });
  door.listen(port, '127.0.0.1');
  await once(door, 'listening');
}

const folder = 'erp/out/orders-json';
const nameOf = (order: number, version = 1): string => `order-${order}-${version}.xml`;

function drop(order: number, version = 1): void {
  const number = `PO-${order}`;
  site.drop(
    folder,
    nameOf(order, version),
    orderXml({ number, date: `2026-03-0${version}`, note: `v${version};` }),
  );
}

const versionOf = (body: string): number => Number(/v(\d);/.exec(body)?.[1]);

const outage = () => site.withJournal((journal) => journal.findOutage());
const untilOutage = () => until('the outage', outage, 60);

/** Attempts of all messages. */
const attempts = async (): Promise<number> =>
  (await site.messages()).reduce((sum, message) => sum + message.attempts, 0);

const health = async (): Promise<string> => {
  const { body } = await request(`${site.gateway.operatorUrl}/health`);
  return await body.text();
};

it('stops when it refuses connections, asks with one at a time, and sends all in order when it is there again', async () => {
  await open();
  const orders = Array.from({ length: 100 }, (_, n) => n);
  for (const order of orders) drop(order);
  for (const version of [2, 3]) drop(7, version);
  await site.start('none');
  await untilOutage();
  const all = await until('all to be checked', async () => {
    const messages = await site.messages();
    const isChecked = messages.every(({ state }) => state === 'ready' || state === 'waiting');
    return messages.length === orders.length + 2 && isChecked ? messages : undefined;
  });
  const tried = all.filter((message) => message.attempts > 0);
  // what was in hand when it opened, and some probes
  expect(tried.length).toBeLessThan(60);
  expect(all.filter(({ state }) => state === 'ready').length).toBeGreaterThan(40);
  const before = { attempts: await attempts(), at: performance.now() };
  await until('some probes', async () => ((await attempts()) > before.attempts + 1 ? true : undefined));
  const seconds = (performance.now() - before.at) / 1000;
  expect((await attempts()) - before.attempts).toBeLessThan(3 + seconds);
  await until('health to say so', async () =>
    (await health()).includes('102 documents wait for the exchange, asked last') ? true : undefined,
  );
  await openDoor();
  const ended = await until(
    'all to be delivered',
    async () => {
      const messages = await site.messages();
      return messages.every(({ outcome }) => outcome === 'delivered') ? messages : undefined;
    },
    60,
  );
  expect(await outage()).toBeUndefined();
  expect(ended.filter(({ possiblyTwice }) => possiblyTwice)).toEqual([]);
  expect(ended.filter((message) => message.attempts > 8)).toEqual([]);
  sentAndAdmitted(ended, site.simulator.ledger());
  expect(site.simulator.ledger()).toHaveLength(orders.length + 2);
  inOrder(site.simulator.ledger(), versionOf, (key) => (key === 'PO-7' ? 3 : 1));
  await until('health to be green', async () => ((await health()).includes('"green"') ? true : undefined));
});

it('sends the same bytes again where the reply to a probe was lost, and says so of that one alone', async () => {
  await open();
  await openDoor();
  site.simulator.fault({ match: '/api-connector', status: 503 });
  for (const order of [1, 2, 3, 4, 5, 6]) drop(order);
  await site.start('none');
  await untilOutage();
  site.simulator.clearFaults();
  site.simulator.fault({ match: '/api-connector', drop: 'after', times: 1 });
  await site.gateway.journal.askSoon();
  const ended = await until('all to be delivered', async () => {
    const messages = await site.messages();
    return messages.every(({ outcome }) => outcome === 'delivered') ? messages : undefined;
  });
  const [twice, ...others] = ended.filter(({ possiblyTwice }) => possiblyTwice);
  expect(others).toEqual([]);
  const sent = site.simulator.ledger().filter(({ key }) => key === twice?.purchaseOrderNumber);
  expect(sent).toHaveLength(2);
  expect(new Set(sent.map(({ bytes }) => bytes)).size).toBe(1);
  expect(site.simulator.ledger()).toHaveLength(7);
});

it('waits as long as it asks for', async () => {
  await open();
  await openDoor();
  site.simulator.fault({ match: '/api-connector', status: 429, headers: { 'retry-after': '3000' } });
  for (const order of [1, 2, 3, 4, 5, 6]) drop(order);
  await site.start('none');
  const { next, asked } = await untilOutage();
  expect(next - asked).toBeGreaterThan(2_900_000);
});

it('does not stop for one order that it never takes, nor for a login that it refuses', async () => {
  await open();
  await openDoor();
  site.simulator.fault({ match: '/api-connector', status: 503, times: 4 });
  drop(1);
  await site.start('none');
  await until('some attempts', async () => ((await attempts()) >= 4 ? true : undefined));
  expect(await outage()).toBeUndefined();
  site.simulator.fault({ match: '/authentication', status: 401 });
  site.simulator.fault({ match: '/api-connector', status: 401 });
  for (const order of [2, 3, 4, 5]) drop(order);
  await until('all to be refused', async () => {
    const waiting = (await site.messages()).filter(({ reason }) => reason.includes('does not let us in'));
    return waiting.length >= 4 ? true : undefined;
  });
  expect(await outage()).toBeUndefined();
});

it('does not stop for one login whose reply is lost', async () => {
  await open();
  await openDoor();
  site.simulator.fault({ match: '/authentication', drop: 'after', times: 1 });
  for (const order of [1, 2, 3, 4, 5]) drop(order);
  await site.start('none');
  const ended = await until('all to be delivered', async () => {
    const messages = await site.messages();
    const isThrough = messages.length === 5 && messages.every(({ outcome }) => outcome === 'delivered');
    return isThrough ? messages : undefined;
  });
  expect(ended.filter(({ attempts: all }) => all > 1)).toEqual([]);
  expect(site.log.filter((line) => line.includes('exchange-outage'))).toEqual([]);
});

it('asks at once when the config names another way to it', async () => {
  await open();
  await openDoor();
  site.simulator.fault({ match: '/api-connector', status: 429, headers: { 'retry-after': '3000' } });
  for (const order of [1, 2, 3, 4]) drop(order);
  await site.start('none');
  await untilOutage();
  site.simulator.clearFaults();
  site.editConfig((config) => {
    config.exchange.timeout = '20s';
  });
  await until('all to be delivered', async () =>
    (await site.messages()).every(({ outcome }) => outcome === 'delivered') ? true : undefined,
  );
});

it.each(['outage-noted', undefined] as const)(
  'loses nothing and doubles nothing when the gateway is killed in an outage (%s)',
  async (point: CrashPoint | undefined) => {
    await open();
    const orders = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const order of orders) drop(order);
    gateway = GatewayProcess.spawn(site.path('gateway.yaml'), point);
    if (point === undefined) {
      await until('the outage', () => outage().catch(() => undefined), 60);
      await gateway.kill();
    } else expect(await gateway.gone()).toBe('SIGKILL');
    const before = await untilOutage();
    await site.start('none');
    expect((await outage())?.since).toBe(before.since);
    await openDoorAndAsk();
    const messages = await until('all to be delivered', async () => {
      const found = await site.messages();
      const isThrough =
        found.length === orders.length && found.every(({ outcome }) => outcome === 'delivered');
      return isThrough ? found : undefined;
    });
    sentAndAdmitted(messages, site.simulator.ledger());
    expect(site.simulator.ledger()).toHaveLength(orders.length);
  },
);
