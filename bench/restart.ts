import { setTimeout } from 'node:timers/promises';
import { loadConfig } from '../src/config/load/load-config.ts';
import type { NewMessage } from '../src/journal/model/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { orderXml } from '../test/kit/documents.ts';
import { GatewayProcess } from '../test/kit/process.ts';
import { Site, until } from '../test/kit/site.ts';
import { below, percentile, report, rounded } from './kit/report.ts';
import { buildGateway } from './kit/site.ts';

/**
 * How soon is it back? `node bench/restart.ts [MESSAGES]`: a gateway with 10,000 waiting messages is ended with kill -9 while it
 * sends and started again; seconds from the start of the process to the first order at the exchange. Target: under 0.8 s.
 * It is what users run: the package as `npm run build` makes it (now), not the source.
 * Beside it the same with no message waiting but one: what the start of the process costs.
 */
const count = Number(process.argv[2] ?? 10_000);
const rounds = 10;
const target = 0.8;

const built = buildGateway();
const site = await Site.open({
  config(config) {
    config.http = {};
    for (const name of ['orders', 'order-responses', 'responses', 'supplier-orders'])
      delete config.channels[name];
  },
});
const config = site.path('gateway.yaml');

/** As a long outage of the exchange leaves them: checked, tried, due again. */
async function leaveWaiting(many: number): Promise<void> {
  const journal = openSqliteJournal((await loadConfig(config)).config?.journal.sqlite ?? '');
  const documents = Array.from({ length: many }, (_, n): NewMessage => {
    const source = { kind: 'file', id: `claim-${many}-${n}`, name: `${n}.xml`, size: 1, mtime: 1 } as const;
    const bytes = orderXml({ number: `PO-${many}-${n}` });
    return { channel: 'orders-json', direction: 'inbound', name: `${n}.xml`, source, bytes };
  });
  const ids = await journal.receive(documents);
  await Promise.all(
    ids.map(async (id = 0, n) => {
      await journal.storeChecked(id, {
        orderKey: `inbound/${many}/${n}`,
        address: `buyer/${many}/${n}`,
        findings: [],
      });
      await journal.wait(id, 0, 'The exchange did not answer.');
    }),
  );
  await journal.close();
}

const orders = (): number =>
  site.simulator.requests().filter(({ path }) => path.includes('api-connector/order')).length;

/** Seconds from the start of the process to the next order at the exchange; then the process is killed. */
async function secondsToFirst(): Promise<number> {
  const before = orders();
  const started = performance.now();
  const gateway = GatewayProcess.spawn(config, undefined, built);
  await until('the first order', () => orders() > before || undefined, 60);
  const seconds = (performance.now() - started) / 1000;
  await setTimeout(300);
  await gateway.kill();
  return seconds;
}

try {
  await leaveWaiting(1);
  const alone = await secondsToFirst();
  await leaveWaiting(count);
  const times = [];
  for (let n = 0; n < rounds; n += 1) times.push(await secondsToFirst());
  report('How soon is it back?', [
    { what: `${count} waiting, s (p50 of ${rounds} kills)`, ...below(target, percentile(times, 0.5), 2) },
    { what: `${count} waiting, s (longest)`, figure: rounded(Math.max(...times), 2) },
    { what: '1 waiting, s (first start)', figure: rounded(alone, 2) },
  ]);
} finally {
  await site.close();
}
