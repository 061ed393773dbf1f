import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hasPostgres, type PostgresServer, startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { patience } from './kit/machine.ts';
import { Site, until } from './kit/site.ts';

vi.setConfig({ testTimeout: 300_000 * patience });

/** A gateway.yaml that changes while the gateway runs. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const said = (code: string): number => site.log.filter((line) => line.includes(`"code":"${code}"`)).length;

const event = (id: string) =>
  JSON.stringify({ eventName: 'OrderLinesAcceptedBySupplier', messageId: id, orderEvent: { order: { id } } });

it('takes up a new channel, other credentials and a renamed folder, and says so', async () => {
  site = await Site.open();
  await site.start('none');
  site.editConfig(({ channels, http }) => {
    channels.more = structuredClone(channels.orders);
    channels.more.from.folder = 'erp/out/more';
    http.webhook.auth.basic.password = 'another';
  });
  await until('it to be taken up', () => said('config-taken') || undefined, 60);
  expect(await site.call('/events', event('e-1'))).toBe(401);
  mkdirSync(site.path('erp/out/more'), { recursive: true });
  site.drop('erp/out/more', 'more.xml', orderXml({ number: 'PO-1' }));
  expect(await site.ended('more.xml', 1, 60)).toMatchObject({ outcome: 'delivered', channel: 'more' });
  site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-2' }));
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered', channel: 'orders' });
});

it('is not moved by what is wrong or needs a restart, tells it, and is well again when it is mended', async () => {
  site = await Site.open();
  await site.start('none');
  const right = readFileSync(site.path('gateway.yaml'), 'utf8');
  const told = async (what: RegExp) => {
    expect(await site.gateway.reload()).toMatchObject({ kind: 'refused' });
    return await until(`health to say ${what}`, async () => {
      const reason = (await site.gateway.health()).reasons.find(({ code }) => code === 'config');
      return reason && what.test(reason.what.en) ? reason : undefined;
    });
  };
  site.editConfig((config) => {
    config.channels.orders.fom = config.channels.orders.from;
    delete config.channels.orders.from;
  });
  expect(await told(/gateway\.yaml:\d+:\d+ .*The one from before runs on/)).toMatchObject({
    level: 'amber',
  });
  site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-1' }));
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
  site.saveConfig(`${right}\n: : :\n`);
  await told(/gateway\.yaml/);
  site.saveConfig(right.replace('data/journal.db', 'data/other.db'));
  await told(/journal\.sqlite: this cannot change while the gateway runs/);
  site.saveConfig(right.replace(/companyId: ./, 'companyId: 0'));
  await told(/exchange\.baseUrl or exchange\.companyId/);
  renameSync(site.path('gateway.yaml'), site.path('away.yaml'));
  await told(/cannot be read/);
  renameSync(site.path('away.yaml'), site.path('gateway.yaml'));
  site.saveConfig(right);
  const well = async () => ((await site.gateway.health()).status === 'green' ? true : undefined);
  await until('health to be green', well, 60);
  expect(said('config-taken')).toBe(0);
});

it('keeps a channel whose folder is away from work, and no other', async () => {
  site = await Site.open();
  await site.start('none');
  site.editConfig(({ channels }) => {
    channels.more = structuredClone(channels.orders);
    channels.more.from.folder = 'erp/away/more';
  });
  expect(await site.gateway.reload()).toEqual({ kind: 'taken' });
  const reason = await until('health to say so', async () =>
    (await site.gateway.health()).reasons.find(({ code }) => code === 'folder'),
  );
  expect(reason).toMatchObject({ about: 'more', level: 'red' });
  site.drop('erp/out/orders', 'a.xml', orderXml({ number: 'PO-1' }));
  expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
});

it('tries new folders, mappings and XSDs as gateway check does, and tells of the channel before its first file', async () => {
  site = await Site.open();
  await site.start('none');
  mkdirSync(site.path('erp/out/more'), { recursive: true });
  writeFileSync(site.path('erp/out/more/archive'), 'a file');
  mkdirSync(site.path('xsds'));
  writeFileSync(site.path('xsds/Order.xsd'), '<broken');
  const found = (code: string, what: RegExp) =>
    until(`health to say ${what}`, async () =>
      (await site.gateway.health()).reasons.find((one) => one.code === code && what.test(one.what.en)),
    );
  const right = readFileSync(site.path('gateway.yaml'), 'utf8');
  const more = (settings: object) => {
    site.saveConfig(right);
    site.editConfig(({ channels }) => {
      channels.more = { ...structuredClone(channels['orders-json']), ...settings };
      channels.more.from.folder = 'erp/out/more';
    });
    return site.gateway.reload();
  };
  const works = async (name: string) => {
    site.drop('erp/out/orders-json', name, orderXml({ number: name }));
    expect(await site.ended(name, 1, 120)).toMatchObject({ outcome: 'delivered' });
  };
  expect(await more({})).toEqual({ kind: 'taken' });
  expect(await found('folder', /archive/)).toMatchObject({ about: 'more', level: 'red' });
  await works('a.xml');
  renameSync(site.path('erp/out/more/archive'), site.path('a file'));
  const well = async () => ((await site.gateway.health()).status === 'green' ? true : undefined);
  await until('the folder to be well', well, 60);

  expect(await more({ map: 'nope' })).toEqual({ kind: 'taken' });
  await found('mappings', /nope/);
  await works('b.xml');
  expect(await more({ schemas: 'xsds' })).toEqual({ kind: 'taken' });
  await found('mappings', /Order/);
  await works('c.xml');
  site.saveConfig(right);
  await site.gateway.reload();
  await until('all to be well', well, 60);
});

it('takes up a secret that was written anew by itself, and asks for it', async () => {
  site = await Site.open();
  writeFileSync(site.path('hook'), 'hook\n');
  site.editConfig(({ http }) => {
    http.webhook.auth.basic.password = `\${file:hook}`;
  });
  await site.start('none');
  expect(await site.call('/events', event('e-1'))).toBe(202);
  expect(await site.gateway.reload()).toEqual({ kind: 'unchanged' });
  writeFileSync(site.path('hook'), 'renewed\n');
  const isRefused = async () => (await site.call('/events', event('e-2'))) === 401 || undefined;
  await until('the old password to be refused', isRefused, 60);
});

const lockOfOutage =
  "select 1 from pg_locks where relation = 'outage'::regclass and mode = 'AccessExclusiveLock' and granted";
const switchAtOutage =
  "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update outage set next = 0%'";

describe.skipIf(!hasPostgres)('while the database is away', () => {
  let server: PostgresServer;
  let database: string;
  beforeAll(async () => {
    const started = await startPostgres();
    if (!started) throw new Error('it was there a moment ago');
    server = started;
  });
  afterAll(() => server?.close());

  /** A message whose answer the exchange holds back. */
  async function underWay(): Promise<void> {
    database = await server.database();
    site = await Site.open({ postgres: database });
    await site.start('none');
    site.simulator.fault({ match: '/v2/api-connector', delayMs: 3_600_000, times: 1 });
    site.drop('erp/out/orders-json', 'a.xml', orderXml({ number: 'PO-1' }));
    const sent = () => site.simulator.requests().some(({ path }) => path.includes('api-connector'));
    await until('it to be sent', () => sent() || undefined);
  }

  const edit = (): void =>
    site.editConfig(({ channels }) => {
      channels.orders.timeZone = 'Europe/London';
    });

  const saying = (...codes: readonly string[]) =>
    until(
      `the log to say ${codes.join(' or ')}`,
      () => codes.some((code) => said(code) > 0) || undefined,
      60,
    );

  it('what was edited waits for it, and meanwhile the config before keeps what is in hand', async () => {
    await underWay();
    await server.stop();
    await saying('journal-not-written');
    edit();
    await saying('config-waits', 'config-refused');
    site.simulator.clearFaults();
    expect(await site.call('/events', event('e-1'))).toBe(503);
    await server.start();
    await saying('config-taken');
    site.drop('erp/out/orders', 'b.xml', orderXml({ number: 'PO-2' }));
    expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered', possiblyTwice: false });
    expect(await site.ended('b.xml')).toMatchObject({ outcome: 'delivered' });
    expect(site.simulator.ledger()).toHaveLength(2);
  });

  it('and goes just when the config before ends, everything goes on once it is back', async () => {
    await underWay();
    edit();
    await saying('config-drains');
    await server.stop();
    site.simulator.clearFaults();
    await saying('config-waits', 'config-refused');
    await server.start();
    await saying('config-taken');
    site.drop('erp/out/orders', 'b.xml', orderXml({ number: 'PO-2' }));
    for (const name of ['a.xml', 'b.xml'])
      expect(await site.ended(name)).toMatchObject({ outcome: 'delivered' });
  });

  it('and goes while the change is prepared, it waits for it too', async () => {
    await underWay();
    const locked = server.run(database, 'begin; lock table outage; select pg_sleep(3600)');
    const isSome = (what: string) => async () => (await server.run(database, what)).length > 0 || undefined;
    await until('the table to be locked', isSome(lockOfOutage));
    site.editConfig(({ exchange }) => {
      exchange.timeout = '29s';
    });
    await until('the switch to wait for the table', isSome(switchAtOutage), 60);
    await Promise.all([server.stop(), expect(locked).rejects.toThrow()]);
    site.simulator.clearFaults();
    await saying('config-waits', 'config-refused');
    expect(said('config-refused')).toBe(0);
    await server.start();
    await saying('config-taken');
    expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
  });

  /** It could not say that it ended. */
  async function begunAnew(): Promise<void> {
    await site.stop();
    expect(said('config-refused')).toBe(0);
    await server.start();
    await server.run(database, 'update gateway set until = 0');
    await site.start('none');
    expect(await site.ended('a.xml')).toMatchObject({ outcome: 'delivered' });
  }

  it('the gateway ends when it is told to', async () => {
    await underWay();
    await server.stop();
    site.simulator.clearFaults();
    await saying('journal-not-written');
    edit();
    await saying('config-waits');
    await begunAnew();
  });

  it('the gateway ends when it is told to, also where the config before has ended', async () => {
    await underWay();
    site.editConfig(({ exchange }) => {
      exchange.timeout = '29s';
    });
    await saying('config-drains');
    await server.stop();
    site.simulator.clearFaults();
    await saying('config-waits');
    await begunAnew();
  });
});
