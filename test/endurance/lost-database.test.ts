import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { loadConfig } from '../../src/config/load/load-config.ts';
import { checkJournal } from '../../src/gateway/checks/check-journal.ts';
import type { Message } from '../../src/journal/model/message.ts';
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../src/journal/testkit/postgres-server.ts';
import { type HalfOpenProxy, startProxy } from '../faults/proxy.ts';
import { orderXml } from '../kit/documents.ts';
import { everyFileOnce, inOrder, sentAndAdmitted } from '../kit/promise.ts';
import { Site, until } from '../kit/site.ts';

/** A database that goes away in the middle of the work: the work goes on by itself, and what is promised holds. */

let site: Site;
let proxy: HalfOpenProxy;
let server: PostgresServer;

afterEach(async () => {
  await site?.close();
  await proxy?.close();
  await server?.close();
});

const inbound = 'erp/out/orders-json';
const orders = 4;
const versions = 3;
const nameOf = (order: number, version: number): string => `order-${order}-${version}.xml`;
const files = Array.from({ length: versions }, (_, version) =>
  Array.from({ length: orders }, (_, order) => [order, version] as const),
).flat();

/** A gateway that has its database by way of a proxy. */
async function open(): Promise<void> {
  const started = await startPostgres();
  if (started === undefined) throw new Error('PostgreSQL is not installed here');
  server = started;
  const url = new URL(await server.database());
  proxy = await startProxy(server.port);
  url.port = `${proxy.port}`;
  site = await Site.open();
  const config = parse(readFileSync(site.path('gateway.yaml'), 'utf8'));
  config.journal = { postgres: url.href };
  writeFileSync(site.path('gateway.yaml'), stringify(config));
  site.simulator.fault({ match: '/v2/api-connector', delayMs: 20, times: 10_000 });
  await site.start('none');
}

/** Drops the files one after the other; `midway` comes when half of them are there. */
async function drop(midway: () => Promise<unknown>): Promise<void> {
  let disturbed: Promise<unknown> | undefined;
  for (const [n, [order, version]] of files.entries()) {
    const lines = [{ id: '10', quantity: `${version + 1}` }];
    site.drop(inbound, nameOf(order, version), orderXml({ number: `PO-${order}`, lines }));
    if (n === Math.floor(files.length / 2)) disturbed = midway();
    await setTimeout(100);
  }
  await disturbed;
}

/** What `gateway check` warns of in the journal. */
async function warnings(): Promise<readonly string[]> {
  const { config } = await loadConfig(site.path('gateway.yaml'));
  const found = config ? await checkJournal(config) : [];
  return found.filter(({ level }) => level === 'warn').map(({ what }) => what.en);
}

const allEnded = (count = files.length): Promise<readonly Message[]> =>
  until(
    'all to end',
    async () => {
      const all = await site.gateway.journal.list({ limit: 1000 });
      const ended = all.filter(({ state, place }) => state === 'settled' && place);
      return ended.length >= count && ended.length === all.length ? all : undefined;
    },
    120,
  );

const versionOf = (body: string): number => Number(/"quantity":\s*(\d+)/.exec(body)?.[1]);

async function promisesHold(): Promise<void> {
  const messages = await allEnded();
  const dropped = files.map(([order, version]) => nameOf(order, version));
  everyFileOnce(dropped, messages, [site.files(inbound), site.files(`${inbound}/archive`)]);
  sentAndAdmitted(messages, site.simulator.ledger());
  inOrder(site.simulator.ledger(), versionOf, () => versions);
  expect(await site.gateway.journal.verify()).toEqual([]);
  await until('the alarm to end', () => site.gateway.journal.trouble() === undefined || undefined);
}

const event = JSON.stringify({ orderEvent: { id: 'o-1' } });

/** The webhook is answered with 503, and why can be read. */
async function nothingIsReceived(): Promise<void> {
  await until('nothing to be received', async () =>
    (await site.call('/events', event)) === 503 ? true : undefined,
  );
  expect(site.gateway.journal.trouble()?.en).toMatch(/PostgreSQL cannot be written/);
}

const commit = Buffer.from('commit\0');

describe.skipIf(!hasPostgres)('a database that is lost', () => {
  it('each time before it could say that it had committed', async () => {
    await open();
    let commits = 0;
    proxy.loseAnswers((bytes) => {
      if (!bytes.includes(commit)) return false;
      commits += 1;
      return commits % 7 === 0;
    });
    await drop(() => Promise.resolve());
    await until('all to be sent', () => site.simulator.ledger().length >= files.length || undefined, 120);
    proxy.loseAnswers(() => false);
    await promisesHold();
  }, 300_000);

  it('by the end of its process, until it is started again', async () => {
    await open();
    await drop(async () => {
      await server.stop();
      await nothingIsReceived();
      await server.start();
    });
    await promisesHold();
  }, 300_000);

  it('for ever, and a standby takes its place at the same address', async () => {
    await open();
    const standby = await server.standby();
    await drop(async () => {
      await server.stop();
      await nothingIsReceived();
      await standby.promote();
      proxy.turnTo(standby.port);
    });
    await promisesHold();
  }, 300_000);

  it('for as long as its standby is away: it says so, and what was committed meanwhile is found', async () => {
    await open();
    const standby = await server.standby();
    await standby.unplug();
    site.drop(inbound, nameOf(0, 0), orderXml({ number: 'PO-0', lines: [{ id: '10', quantity: '1' }] }));
    await until(
      'it to be said',
      () => site.gateway.journal.trouble()?.en.includes('commits wait for its standby') || undefined,
      90,
    );
    expect(site.simulator.ledger()).toEqual([]);
    await server.waitForNone();
    const [message, ...others] = await until('the order to end', async () => {
      const all = await site.gateway.journal.list({ limit: 10 });
      return all.length > 0 && all.every(({ state, place }) => state === 'settled' && place)
        ? all
        : undefined;
    });
    expect([message?.outcome, others]).toEqual(['delivered', []]);
    sentAndAdmitted(message ? [message] : [], site.simulator.ledger());
  }, 300_000);

  it('for ever, and its standby has not heard of the last commits: no order is lost, and what was sent twice is told', async () => {
    await open();
    const standby = await server.standby('late');
    expect(await warnings()).toEqual([expect.stringContaining('synchronous_standby_names is empty')]);
    for (let order = 0; order < 40; order += 1)
      site.drop(inbound, nameOf(order, 0), orderXml({ number: `PO-${order}` }));
    const sent = () => site.simulator.ledger().length;
    await until('some to be sent', () => sent() >= 1 || undefined, 60);
    await standby.unplug();
    const before = sent();
    await until('more to be sent', () => sent() >= before + 12 || undefined, 60);
    await server.stop();
    await standby.promote();
    proxy.turnTo(standby.port);
    const messages = await allEnded(40);
    expect(messages).toHaveLength(40);
    expect(sent()).toBeGreaterThan(40);
    sentAndAdmitted(messages, site.simulator.ledger());
    expect(new Set(site.simulator.ledger().map(({ key }) => key)).size).toBe(40);
    expect(site.log.filter((line) => line.includes('journal-server-changed'))).toHaveLength(1);
    expect(await site.gateway.journal.verify()).toEqual([]);
    expect(await warnings()).toEqual([]);
  }, 300_000);

  it('for ever, and its standby has not heard of a file that was being sent: it goes again before what comes then', async () => {
    await open();
    const standby = await server.standby('late');
    await standby.unplug();
    site.simulator.clearFaults();
    site.simulator.fault({ match: '/v2/api-connector', delayMs: 3000, times: 1 });
    const drop = (version: number) => {
      const lines = [{ id: '10', quantity: `${version}` }];
      site.drop(inbound, nameOf(0, version), orderXml({ number: 'PO-0', lines }));
    };
    drop(1);
    await until(
      'it to be sent',
      () => site.simulator.requests().some(({ path }) => path.includes('api-connector')) || undefined,
    );
    await server.stop();
    await standby.promote();
    await until('it to arrive', () => site.simulator.ledger().length === 1 || undefined);
    proxy.turnTo(standby.port);
    drop(2);
    const messages = await allEnded(2);
    expect(messages).toHaveLength(2);
    expect(site.simulator.ledger().map(({ bytes }) => versionOf(bytes ?? ''))).toEqual([1, 1, 2]);
    everyFileOnce([nameOf(0, 1), nameOf(0, 2)], messages, [site.files(`${inbound}/archive`)]);
    sentAndAdmitted(messages, site.simulator.ledger());
    expect(await site.gateway.journal.verify()).toEqual([]);
  }, 300_000);
});
