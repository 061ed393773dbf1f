import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openPostgresJournal } from '../../src/journal/postgres/open-postgres.ts';
import {
  hasPostgres,
  type PostgresServer,
  startPostgres,
} from '../../src/journal/testkit/postgres-server.ts';
import { orderXml } from '../kit/documents.ts';
import { freePort } from '../kit/port.ts';
import { GatewayProcess } from '../kit/process.ts';
import { everyFileOnce, inOrder, sentAndAdmitted } from '../kit/promise.ts';
import { Site, until } from '../kit/site.ts';

/** Three gateways on one PostgreSQL and one set of folders, one of them killed again and again. */

let site: Site;
let server: PostgresServer | undefined;
let gateways: (GatewayProcess | undefined)[] = [];

afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway?.kill()));
  await site?.close();
  await server?.close();
});

const inbound = 'erp/out/orders-json';
const orders = 8;
const versions = 4;

const nameOf = (order: number, version: number): string => `order-${order}-${version}.xml`;
const files = Array.from({ length: versions }, (_, version) =>
  Array.from({ length: orders }, (_, order) => [order, version] as const),
).flat();

async function open(url: string): Promise<void> {
  site = await Site.open();
  const config = parse(readFileSync(site.path('gateway.yaml'), 'utf8'));
  config.journal = { postgres: url };
  config.http = {};
  for (const name of ['responses', 'supplier-orders']) delete config.channels[name];
  writeFileSync(site.path('gateway.yaml'), stringify(config));
}

/** Drops the files one after the other while one gateway after the other is killed and started again. */
async function disturb(): Promise<void> {
  const config = site.path('gateway.yaml');
  for (const [n, [order, version]] of files.entries()) {
    const lines = [{ id: '10', quantity: `${version + 1}` }];
    site.drop(inbound, nameOf(order, version), orderXml({ number: `PO-${order}`, lines }));
    await setTimeout(100);
    if (n % 12 !== 11) continue;
    const victim = Math.floor(n / 12) % 3;
    await gateways[victim]?.kill();
    gateways[victim] = await GatewayProcess.start(config);
  }
}

const versionOf = (body: string): number => Number(/"quantity":\s*(\d+)/.exec(body)?.[1]);

describe.skipIf(!hasPostgres)('three gateways on one PostgreSQL', () => {
  it('lose nothing and keep the order when one of them is killed again and again', async () => {
    server = await startPostgres();
    const url = (await server?.database()) ?? '';
    await open(url);
    site.simulator.fault({ match: '/v2/api-connector', delayMs: 30, times: 10_000 });
    gateways = await Promise.all([1, 2, 3].map(() => GatewayProcess.start(site.path('gateway.yaml'))));
    await disturb();
    const journal = await openPostgresJournal(url);
    try {
      const messages = await until(
        'all to end',
        async () => {
          const all = await journal.list({ limit: 1000 });
          const ended = all.filter(({ state, place }) => state === 'settled' && place);
          return ended.length === files.length ? all : undefined;
        },
        60,
      );
      everyFileOnce(
        files.map(([order, version]) => nameOf(order, version)),
        messages,
        [site.files(inbound), site.files(`${inbound}/archive`)],
      );
      sentAndAdmitted(messages, site.simulator.ledger());
      inOrder(site.simulator.ledger(), versionOf, () => versions);
      expect(await journal.verify()).toEqual([]);
    } finally {
      await journal.close();
    }
  }, 180_000);
});

const auth = { basic: { user: 'exchange', password: 'hook' } };

/** A config of its own for each gateway, which differ in the port for webhooks; resolves to where the webhooks arrive. */
async function openTwo(
  url: string,
): Promise<readonly { readonly config: string; readonly events: string }[]> {
  site = await Site.open();
  const config = parse(readFileSync(site.path('gateway.yaml'), 'utf8'));
  const { responses } = config.channels;
  const found = { search: { every: '1s', since: '2020-01-01T00:00:00.000Z' } };
  config.journal = { postgres: url };
  config.channels = {
    responses,
    found: { ...responses, from: found, to: { folder: 'erp/in/found' } },
  };
  mkdirSync(site.path('erp/in/found'));
  return Promise.all(
    ['one.yaml', 'two.yaml'].map(async (name) => {
      const listen = `127.0.0.1:${await freePort()}`;
      const http = { webhook: { listen, auth } };
      writeFileSync(site.path(name), stringify({ ...config, http }));
      return { config: site.path(name), events: `http://${listen}/events` };
    }),
  );
}

/** The other side accepts an order. */
function accept(number: string): void {
  site.simulator.putOrder({
    order: {
      companyId: site.simulator.companyId,
      supplierAccountNumber: '540830',
      purchaseOrderNumber: number,
    },
    lines: [
      {
        position: '10',
        item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
        deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
      },
    ],
  });
  site.simulator.act({ order: number, action: 'accept' });
}

/** The orders whose files lie in a folder for the ERP. */
const published = (folder: string): readonly string[] =>
  site
    .files(folder)
    .filter((name) => name.endsWith('.xml') && !name.startsWith('.'))
    .map((name) => /PO-\w+/.exec(name)?.[0] ?? name);

const arrived = (folder: string, numbers: readonly string[]): Promise<true> =>
  until(
    `${numbers.join()} in ${folder}`,
    () => numbers.every((number) => published(folder).includes(number)) || undefined,
    90,
  );

describe.skipIf(!hasPostgres)('two gateways on one PostgreSQL', () => {
  it('take webhooks on either, publish each order once, and one searches on when the other dies', async () => {
    server = await startPostgres();
    const url = (await server?.database()) ?? '';
    const [one, two] = await openTwo(url);
    if (!one || !two) throw new Error('two configs were written');
    gateways = [await GatewayProcess.start(one.config)];
    const leader = async () =>
      (await server?.run(url, "select owner from lease where name = 'search found'"))?.[0];
    const first = await until('the first to search', leader, 60);
    gateways.push(await GatewayProcess.start(two.config));
    site.simulator.setWebhooks([{ url: one.events, auth }]);
    accept('PO-A');
    await site.simulator.waitForWebhooks();
    site.simulator.setWebhooks([{ url: two.events, auth }]);
    accept('PO-B');
    await Promise.all(
      ['erp/in/responses', 'erp/in/found'].map((folder) => arrived(folder, ['PO-A', 'PO-B'])),
    );
    expect(await leader()).toEqual(first);

    await gateways[0]?.kill();
    accept('PO-C');
    await Promise.all(['erp/in/responses', 'erp/in/found'].map((folder) => arrived(folder, ['PO-C'])));
    expect(await leader()).not.toEqual(first);
    for (const folder of ['erp/in/responses', 'erp/in/found'])
      expect([...published(folder)].sort()).toEqual(['PO-A', 'PO-B', 'PO-C']);
  }, 240_000);
});
