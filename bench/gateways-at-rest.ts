import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { freePort } from '../test/kit/port.ts';
import { GatewayProcess } from '../test/kit/process.ts';
import { startCountingPostgres } from './kit/counting-postgres.ts';
import { startBareExchange } from './kit/exchange.ts';
import { report, rounded } from './kit/report.ts';
import { BenchSite, buildGateway } from './kit/site.ts';

/**
 * What do gateways with nothing to do cost the PostgreSQL that they share? `node bench/gateways-at-rest.ts [GATEWAYS] [SECONDS]`, with
 * `STATEMENTS=1` also which statements they ask: each with two folders to read and a webhook of its own. A second gateway costs what each further
 * one does.
 */
const [gateways = 2, seconds = 60] = process.argv.slice(2).map(Number);
/** Milliseconds until the start has nothing more to do. */
const settling = 20_000;

const fromErp = (n: number) => ({
  from: { folder: `out-${n}` },
  document: 'scsn/Order',
  to: { exchange: 'sci-connector/order' },
});

const toErp = {
  as: 'buyer',
  from: { webhook: '/events' },
  document: 'scsn/OrderResponse',
  map: 'order-to-order-response',
  to: { folder: 'in' },
};

const server = await startCountingPostgres();
if (server === undefined) throw new Error('PostgreSQL is not installed here');
const exchange = await startBareExchange();
const site = new BenchSite();
for (const folder of ['out-1', 'out-2', 'in']) site.make(folder);
const url = await server.database();

async function startGateway(program: string, n: number): Promise<GatewayProcess> {
  const webhook = {
    listen: `127.0.0.1:${await freePort()}`,
    auth: { basic: { user: 'exchange', password: 'hook' } },
  };
  site.configure(exchange.url, { one: fromErp(1), two: fromErp(2), toErp }, { webhook });
  const config = parse(readFileSync(site.path('gateway.yaml'), 'utf8'));
  const path = site.path(`gateway-${n}.yaml`);
  writeFileSync(path, stringify({ ...config, journal: { postgres: url } }));
  return await GatewayProcess.start(path, program);
}

const started: GatewayProcess[] = [];
try {
  const program = buildGateway();
  for (let n = 0; n < gateways; n += 1) started.push(await startGateway(program, n));
  await setTimeout(settling);
  const before = await server.readWork(url);
  await setTimeout(seconds * 1000);
  const after = await server.readWork(url);
  if (process.env.STATEMENTS) console.table(await server.listCostliest(url));
  const perSecond = (of: (work: typeof after) => number): number =>
    rounded((of(after) - of(before)) / seconds, 2);
  report(`What do ${gateways} gateways with nothing to do cost the PostgreSQL that they share?`, [
    { what: 'statements a second, without begin and commit', figure: perSecond((work) => work.statements) },
    { what: 'transactions a second', figure: perSecond((work) => work.transactions) },
    { what: 'of one core, the server, %', figure: perSecond((work) => work.seconds * 100) },
  ]);
} finally {
  await Promise.all(started.map((gateway) => gateway.kill()));
  await site.close();
  await exchange.close();
  await server.close();
}
