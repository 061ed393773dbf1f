import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { startSimulator } from '../simulator/simulator.ts';
import { openPostgresJournal } from '../src/journal/postgres/open-postgres.ts';
import { startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { orderXml } from '../test/kit/documents.ts';
import { GatewayProcess } from '../test/kit/process.ts';
import { everyFileOnce, sentAndAdmitted } from '../test/kit/promise.ts';
import { report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * Do two gateways with one PostgreSQL journal share a folder without a loss or a double? `node bench/two-gateways.ts
 * [FILES]`: the files lie there when both start. Fails when one is missing, lies in two places or was sent twice without a
 * word of it in the journal.
 */
const files = Number(process.argv[2] ?? 5_000);

const postgres = await startPostgres();
if (!postgres) throw new Error('PostgreSQL is not installed here.');
const url = await postgres.database();
const simulator = await startSimulator();
const site = new BenchSite();
const folder = site.make('out');
const names = Array.from({ length: files }, (_, n) => `order-${n}.xml`);
for (const [n, name] of names.entries()) writeFileSync(`${folder}/${name}`, orderXml({ number: `PO-${n}` }));

const { companyId, credentials } = simulator;
const account = { companyId, auth: { email: credentials.user, password: credentials.password } };
const to = { exchange: 'api-connector/order' };
const from = { folder: 'out', byDate: false };
const channel = { from, document: 'scsn/Order', map: 'order-to-exchange', to };
site.configure(simulator.url, { orders: channel }, undefined, account);
const config = parse(readFileSync(site.path('gateway.yaml'), 'utf8'));
writeFileSync(site.path('gateway.yaml'), stringify({ ...config, journal: { postgres: url } }));

const started = performance.now();
const gateways = await Promise.all([1, 2].map(() => GatewayProcess.start(site.path('gateway.yaml'))));
while (archived().length < files) await pause(500);
const seconds = (performance.now() - started) / 1000;
await Promise.all(gateways.map((gateway) => gateway.kill()));

const journal = await openPostgresJournal(url);
const messages = await journal.list({ limit: 2 * files });
await journal.close();
everyFileOnce(names, messages, [xmlIn(folder), archived()]);
sentAndAdmitted(messages, simulator.ledger());
report(`Do two gateways share a folder of ${files} files without a loss or a double?`, [
  { what: 'all were sent and archived after, s', figure: rounded(seconds, 1) },
  { what: 'sent', figure: simulator.ledger().length },
  { what: 'possibly twice', figure: messages.filter(({ possiblyTwice }) => possiblyTwice).length },
]);
await site.close();
await simulator.close();
await postgres.close();

function archived(): readonly string[] {
  return readdirSync(folder).includes('archive') ? xmlIn(`${folder}/archive`) : [];
}

function xmlIn(path: string): readonly string[] {
  return readdirSync(path).filter((name) => name.endsWith('.xml'));
}
