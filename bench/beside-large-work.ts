import { setTimeout } from 'node:timers/promises';
import { startSshd } from '../src/folders/testkit/sshd.ts';
import { csvOrders } from '../test/kit/csv.ts';
import { orderXml } from '../test/kit/documents.ts';
import { type BareExchange, now, startBareExchange } from './kit/exchange.ts';
import { interchange } from './kit/interchange.ts';
import { atMost, percentile, type Row, report, rounded } from './kit/report.ts';
import { BenchSite, renameInto, tenKilobytes } from './kit/site.ts';

/**
 * How long do small orders of one folder take beside large work of another one? `node bench/beside-large-work.ts [KIND…]`: for each kind
 * a gateway of its own; four small orders a second, ten seconds before it comes and twenty while it is worked on.
 */
const [between, before, beside] = [250, 10_000, 20_000];

/** Of so many rows; `order`: the number of each one's order. */
const csv = (count: number, order: (n: number) => number): string =>
  csvOrders(Array.from({ length: count }, (_, n) => ({ number: `PO-L-${order(n)}`, line: `${n + 1}` })));

type Files = Readonly<Record<string, Buffer>>;

const manyFiles = (): Files =>
  Object.fromEntries(
    Array.from({ length: 10_000 }, (_, n) => [`l-${n}.xml`, orderXml({ number: `PO-L-${n}` })]),
  );

interface Kind {
  readonly channel: Readonly<Record<string, unknown>>;
  files(): Files;
  readonly sftp?: true;
}

const xmlTo = { to: { exchange: 'sci-connector/order' } };
const ofCsv = { document: 'csv-order', map: ['csv-order-to-order'], ...xmlTo };
const mapped = { document: 'scsn/Order', map: 'order-to-exchange', to: { exchange: 'api-connector/order' } };

const kinds: Readonly<Record<string, Kind>> = {
  'csv of 20000 orders': {
    channel: ofCsv,
    files: () => ({ 'l.csv': Buffer.from(csv(40_000, (n) => Math.floor(n / 2))) }),
  },
  'order of 20000 lines': { channel: ofCsv, files: () => ({ 'l.csv': Buffer.from(csv(20_000, () => 1)) }) },
  'interchange of 50 MB': {
    channel: { document: 'edifact-d96a-orders', map: ['edifact-orders-to-order'], ...xmlTo },
    files: () => ({ 'l.edi': interchange({ size: 50_000_000, lines: 6 }) }),
  },
  'csv of 20000 refused orders': {
    channel: ofCsv,
    files: () => ({ 'l.csv': Buffer.from(csv(20_000, (n) => n).replaceAll('2-3-2026', 'yesterday')) }),
  },
  'folder of 10000 files': { channel: mapped, files: manyFiles },
  'SFTP folder of 10000 files': { channel: mapped, files: manyFiles, sftp: true },
};

/** Of a small order each quarter of a second, in milliseconds. */
async function latencies(
  exchange: BareExchange,
  folder: string,
  prefix: string,
  count: number,
): Promise<readonly number[]> {
  const asked: Promise<number>[] = [];
  for (let n = 0; n < count; n += 1) {
    const name = `PO-${prefix}-${n}`;
    renameInto(folder, `${name}.xml`, tenKilobytes(name));
    const since = now();
    asked.push(exchange.took(name).then((at) => at - since));
    await setTimeout(between);
  }
  return Promise.all(asked);
}

async function measure(name: string, { channel, files, sftp }: Kind): Promise<readonly Row[]> {
  const exchange = await startBareExchange();
  const site = new BenchSite();
  const [small, large] = [site.make('small'), site.make('large')];
  const sshd = sftp ? await startSshd() : undefined;
  const { host, port, user, privateKey, passphrase, hostKey } = sshd?.endpoint ?? {};
  const remote = { sftp: { host, port, user, privateKey, passphrase, hostKey, folder: large } };
  const local = { folder: 'large', ...(channel.document === 'csv-order' ? { done: '.done' } : {}) };
  site.configure(exchange.url, {
    small: { from: { folder: 'small', settle: { interval: '20ms' } }, document: 'scsn/Order', ...xmlTo },
    large: { from: sftp ? remote : local, ...channel },
  });
  await site.start();
  await latencies(exchange, small, 'WARM', 4);
  const alone = await latencies(exchange, small, 'ALONE', before / between);
  for (const [file, bytes] of Object.entries(files())) {
    renameInto(large, file, bytes);
    if ('done' in local) renameInto(large, `${file}.done`, Buffer.alloc(0));
  }
  const during = await latencies(exchange, small, 'BESIDE', beside / between);
  await site.close();
  await sshd?.close();
  await exchange.close();
  const [slow, slower] = [percentile(alone, 0.99), percentile(during, 0.99)];
  return [
    { what: `${name}: small orders alone, p99, ms`, figure: rounded(slow) },
    { what: `${name}: beside it, p50, ms`, figure: rounded(percentile(during, 0.5)) },
    { what: `${name}: p99, ms`, ...atMost(1000, slower) },
    { what: `${name}: p99, times that alone`, figure: rounded(slower / slow, 1) },
  ];
}

const asked = process.argv.slice(2);
const wanted = Object.entries(kinds).filter(([name]) => asked.length === 0 || asked.includes(name));
const measured: Row[] = [];
for (const [name, kind] of wanted) measured.push(...(await measure(name, kind)));
report('How long do small orders take beside large work of another folder?', measured);
