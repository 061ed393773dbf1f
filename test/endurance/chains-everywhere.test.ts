import { appendFileSync, cpSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noSshd, type Sshd, startSshd } from '../../src/folders/testkit/sshd.ts';
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../src/journal/testkit/postgres-server.ts';
import type { CrashPoint } from '../../src/system/crash-point.ts';
import { csvOrders } from '../kit/csv.ts';
import { hasSignals, patience } from '../kit/machine.ts';
import { GatewayProcess } from '../kit/process.ts';
import { sentAndAdmitted } from '../kit/promise.ts';
import { Site, until } from '../kit/site.ts';

vi.setConfig({ testTimeout: 180_000 * patience });

/** Files of described formats on every journal and folder, however they are written, and killed on the way. */

const inbound = 'erp/out/own';
const acme = fileURLToPath(new URL('../fixtures/acme', import.meta.url));
let site: Site;
let sshd: Sshd | undefined;
let server: PostgresServer | undefined;
let gateway: GatewayProcess | undefined;

afterEach(async () => {
  await gateway?.kill();
  await site?.close();
  await sshd?.close();
  await server?.close();
  [gateway, sshd, server] = [undefined, undefined, undefined];
});

interface Where {
  /** `folder`: the site's. */
  readonly from?: ((folder: string) => object) | undefined;
  readonly journal?: object;
  readonly rate?: object;
  readonly channel?: object | undefined;
  /** More channels, of which each has a folder of its own with its name. */
  readonly others?: Readonly<Record<string, Pick<Where, 'from' | 'channel'>>>;
}

/** One channel from the folder, as `where` has it, and others. */
async function open({ from, journal, rate, channel, others = {} }: Where): Promise<Site> {
  site = await Site.open({
    config(config, folder) {
      Object.assign(config.exchange ?? {}, rate ? { rate } : {});
      cpSync(acme, `${folder}/own`, { recursive: true });
      Object.assign(config, { mappings: 'own', http: {} }, journal ? { journal } : {});
      config.channels = { own: channelFrom(inbound, folder, { from, channel }) };
      for (const [name, where] of Object.entries(others))
        config.channels[name] = channelFrom(folderOf(name), folder, where);
    },
  });
  return site;
}

const folderOf = (name: string): string => `erp/out/${name}`;

function channelFrom(name: string, folder: string, { from = () => ({}), channel }: Where) {
  mkdirSync(`${folder}/${name}`, { recursive: true });
  const settle = { interval: '50ms' };
  return {
    from: { folder: name, files: '*.csv', settle, byDate: false, ...from(`${folder}/${name}`) },
    document: 'csv-order',
    map: ['csv-order-to-order', 'order-to-exchange'],
    to: { exchange: 'api-connector/order' },
    ...channel,
  };
}

/** The same folder on an SFTP server. */
const farAway =
  ({ endpoint: { timeout: _, ...endpoint } }: Sshd, more: object = {}) =>
  (folder: string) => ({
    ...{ folder: undefined, settle: undefined, sftp: { ...endpoint, folder }, every: '500ms' },
    ...more,
  });

const keys = (): readonly string[] =>
  site.simulator
    .ledger()
    .map(({ key }) => key)
    .sort();

const filed = (name: string) =>
  until(
    `${name} to be filed`,
    () => {
      const found = ['archive', 'error'].filter((folder) => seen(`${inbound}/${folder}`).includes(name));
      return found[0];
    },
    90,
  );

function seen(folder: string): readonly string[] {
  try {
    return site.files(folder);
  } catch {
    return [];
  }
}

const three = csvOrders([{ number: 'PO-1' }, { number: 'PO-2', quantity: 'veel' }, { number: 'PO-3' }]);

/** Three orders, one refused; mended and dropped again, and all of them again. */
async function threeOrders(ended = '.done'): Promise<void> {
  const drop = (name: string, text: string): void => {
    site.drop(inbound, name, text);
    if (ended !== '') site.drop(inbound, `${name}${ended}`, '');
  };
  drop('three.csv', three);
  expect(await filed('three.csv')).toBe('error');
  expect(keys()).toEqual(['PO-1', 'PO-3']);
  drop('mended.csv', site.read(`${inbound}/error`, 'three.refused.csv').replace('veel', '7'));
  expect(await filed('mended.csv')).toBe('archive');
  drop('all.csv', three.replace('veel', '7'));
  expect(await filed('all.csv')).toBe('archive');
  expect(keys()).toEqual(['PO-1', 'PO-2', 'PO-3']);
}

describe('a CSV of three orders, one refused', () => {
  it('on an embedded journal, from a folder where files are deleted after they were read', async () => {
    await open({ from: () => ({ done: '.done', claim: 'delete' }) });
    await site.start('none');
    await threeOrders();
  });

  it.skipIf(!hasPostgres)('on PostgreSQL', async () => {
    server = await startPostgres();
    await open({ from: () => ({ done: '.done' }), journal: { postgres: (await server?.database()) ?? '' } });
    await site.start('none');
    await threeOrders();
  });

  it.skipIf(noSshd !== undefined)('from an SFTP server', async () => {
    sshd = await startSshd();
    await open({ from: farAway(sshd, { done: '.done' }) });
    await site.start('none');
    await threeOrders();
  });
});

/** Milliseconds from the last byte until the file was sent. */
async function sentAfter(write: () => Promise<void> | void, numbers: readonly string[]): Promise<number> {
  await site.start('none');
  await write();
  const written = performance.now();
  await until('all orders', () => (keys().length === numbers.length ? true : undefined), 60);
  expect(keys()).toEqual(numbers);
  return performance.now() - written;
}

/** Part by part, with a pause in which an XML would be taken long since; two rows of one order where nothing else is said. */
async function slowly(name: string, parts = twoRows, folder = inbound): Promise<void> {
  const [head = '', ...rest] = parts;
  writeFileSync(site.path(folder, name), head);
  for (const part of rest) {
    await setTimeout(1500);
    appendFileSync(site.path(folder, name), part);
  }
}

const rowsOf = (number: string): readonly string[] =>
  csvOrders([{ number }, { number, line: '20' }]).split(/(?<=\n)/);
const twoRows = rowsOf('PO-1');

describe('a file that shows no end', () => {
  it('is taken after ten seconds of quiet, also when it was renamed into its place', async () => {
    await open({});
    expect(await sentAfter(() => slowly('slow.csv'), ['PO-1'])).toBeGreaterThan(9_000);
    const body = JSON.parse(site.simulator.ledger()[0]?.bytes ?? '{}');
    expect(body.lines).toHaveLength(2);
    site.drop(inbound, 'renamed.csv', csvOrders([{ number: 'PO-2' }]));
    expect(await filed('renamed.csv')).toBe('archive');
  });

  it.skipIf(noSshd !== undefined)('is taken after ten seconds of quiet from an SFTP server', async () => {
    sshd = await startSshd();
    await open({ from: farAway(sshd) });
    expect(await sentAfter(() => slowly('slow.csv'), ['PO-1'])).toBeGreaterThan(9_000);
  });

  it('is taken before these seconds are over where something else says that it is whole', async () => {
    const records = { document: 'acme-records', map: ['acme-records-to-order', 'order-to-exchange'] };
    await open({
      others: {
        done: { from: () => ({ done: '.done' }) },
        renamed: { from: () => ({ settle: { renamed: true } }) },
        records: { channel: records },
      },
    });
    await site.start('none');
    // complete before the others, and taken after them: no limit of its own, that a busy machine would not keep
    await slowly('quiet.csv', rowsOf('PO-QUIET'));
    await Promise.all([doneFile(), renamedFile(), lastRecord()]);
    await until('all orders', () => keys().length === 5 || undefined, 60);
    expect(keys()).toEqual(['PO-1', 'PO-2', 'PO-DONE', 'PO-QUIET', 'PO-RENAMED']);
    const messages = await site.messages();
    expect(messages.toSorted((a, b) => a.arrival - b.arrival).at(-1)).toMatchObject({ channel: 'own' });
  });
});

async function doneFile(): Promise<void> {
  await slowly('slow.csv', rowsOf('PO-DONE'), folderOf('done'));
  site.drop(folderOf('done'), 'slow.csv.done', '');
}

async function renamedFile(): Promise<void> {
  const folder = folderOf('renamed');
  await slowly('slow.csv.tmp', rowsOf('PO-RENAMED'), folder);
  renameSync(site.path(folder, 'slow.csv.tmp'), site.path(folder, 'slow.csv'));
}

/** Its format has a last record. */
async function lastRecord(): Promise<void> {
  const records = readFileSync(`${acme}/records.txt`, 'utf8').split(/(?<=\n)/);
  await slowly('records.csv', [records.slice(0, 2).join(''), records.slice(2).join('')], folderOf('records'));
}

describe.skipIf(!hasSignals)('killed', () => {
  const points: readonly CrashPoint[] = ['check-ended', 'documents-adding', 'documents-added', 'file-split'];

  it.each(points)(
    'at %s: each order of a CSV is sent, twice only where the journal says so, and the file is filed',
    async (point) => {
      await open({ from: () => ({ done: '.done' }) });
      const numbers = Array.from({ length: 60 }, (_, n) => `PO-${String(n).padStart(2, '0')}`);
      const rows = numbers.map((number) => ({ number, quantity: number === 'PO-30' ? 'veel' : '5' }));
      site.drop(inbound, 'many.csv', csvOrders(rows));
      site.drop(inbound, 'many.csv.done', '');
      gateway = GatewayProcess.spawn(site.path('gateway.yaml'), point);
      expect(await gateway.gone(60)).toBe('SIGKILL');
      gateway = await GatewayProcess.start(site.path('gateway.yaml'));
      expect(await filed('many.csv')).toBe('error');
      expect([...new Set(keys())]).toEqual(numbers.filter((number) => number !== 'PO-30'));
      // one that was on its way to the exchange at the kill goes again
      sentAndAdmitted(await site.messages(), site.simulator.ledger());
      const refused = site.read(`${inbound}/error`, 'many.refused.csv');
      expect(refused.trim().split('\n')).toHaveLength(2);
      expect(refused).toContain('PO-30');
      expect(await site.withJournal((journal) => journal.verify())).toEqual([]);
    },
  );

  it('at file-split while an order is at the exchange: it goes again with the same bytes, and the journal says it of none that was not there', async () => {
    await open({ from: () => ({ done: '.done' }), rate: { perSecond: 99, parallel: 3 } });
    const drop = (name: string, numbers: readonly string[]): void => {
      site.drop(inbound, name, csvOrders(numbers.map((number) => ({ number }))));
      site.drop(inbound, `${name}.done`, '');
    };
    const numbers = Array.from({ length: 60 }, (_, n) => `PO-${String(n).padStart(2, '0')}`);
    site.simulator.fault({ match: '/api-connector/order', drop: 'never' });
    gateway = GatewayProcess.spawn(site.path('gateway.yaml'), 'file-split');
    drop('first.csv', ['PO-FIRST']);
    await until('it to be at the exchange', () => keys()[0], 60);
    drop('many.csv', numbers);
    expect(await gateway.gone(60)).toBe('SIGKILL');
    const unanswered = keys();
    site.simulator.clearFaults();
    gateway = await GatewayProcess.start(site.path('gateway.yaml'));
    for (const name of ['first.csv', 'many.csv']) expect(await filed(name)).toBe('archive');
    expect(keys()).toEqual([...numbers, 'PO-FIRST', ...unanswered].sort());
    const arrived = Map.groupBy(site.simulator.ledger(), ({ key }) => key);
    for (const key of unanswered) expect(new Set(arrived.get(key)?.map(({ bytes }) => bytes)).size).toBe(1);
    const admitted = (await site.messages()).filter(({ possiblyTwice }) => possiblyTwice);
    expect(admitted.map(({ purchaseOrderNumber }) => purchaseOrderNumber)).toEqual(
      expect.arrayContaining([...unanswered]),
    );
    // one may have been about to go out: never more than may be under way
    expect(admitted.length).toBeLessThanOrEqual(3);
  });
});
