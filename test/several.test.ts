import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openPostgresJournal } from '../src/journal/postgres.ts';
import { type PostgresServer, startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { orderXml } from './kit/documents.ts';
import { GatewayProcess } from './kit/process.ts';
import { everyFileOnce, inOrder, sentAndAdmitted } from './kit/promise.ts';
import { Site, until } from './kit/site.ts';

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

const installed = await startPostgres();
await installed?.close();

describe.skipIf(installed === undefined)('three gateways on one PostgreSQL', () => {
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
    } finally {
      await journal.close();
    }
  }, 180_000);
});
