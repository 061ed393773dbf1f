import { setTimeout } from 'node:timers/promises';
import { csvOrders } from '../test/kit/csv.ts';
import { now, startBareExchange } from './kit/exchange.ts';
import { atMost, percentile, report, rounded } from './kit/report.ts';
import { BenchSite, renameInto, tenKilobytes } from './kit/site.ts';

/**
 * When does the first order of a very large file go out, and how long do small orders of another folder take meanwhile?
 * `node bench/first-of-large-file.ts [ORDERS]`: a CSV of so many orders of two rows (50,000); one small order each half second,
 * before it comes and until the last of it has gone out, or for a minute.
 */
const count = Number(process.argv[2] ?? 50_000);

/** Milliseconds. */
const [between, longest] = [500, 60_000];

const csv = (): Buffer =>
  Buffer.from(
    csvOrders(
      Array.from({ length: count * 2 }, (_, n) => ({
        number: `PO-L-${Math.floor(n / 2)}`,
        line: `${((n % 2) + 1) * 10}`,
      })),
    ),
  );

const exchange = await startBareExchange();
const site = new BenchSite();
const [small, large] = [site.make('small'), site.make('large')];
const to = { exchange: 'sci-connector/order' };
site.configure(exchange.url, {
  small: { from: { folder: 'small', settle: { interval: '20ms' } }, document: 'scsn/Order', to },
  large: {
    // a CSV does not say where it ends: without a sign of the ERP it has to be quiet for ten seconds
    from: { folder: 'large', done: '.done' },
    ...{ document: 'csv-order', map: ['csv-order-to-order'], to },
  },
});
await site.start();

async function latency(name: string): Promise<number> {
  renameInto(small, `${name}.xml`, tenKilobytes(name));
  const since = now();
  return (await exchange.took(name)) - since;
}

/** Of one order each half second, so many, or until something has happened. */
async function latencies(prefix: string, goesOn: (n: number) => boolean): Promise<readonly number[]> {
  const asked: Promise<number>[] = [];
  for (let n = 0; goesOn(n); n += 1) {
    asked.push(latency(`${prefix}-${n}`));
    await setTimeout(between);
  }
  return Promise.all(asked);
}

await latency('PO-FIRST');
const alone = await latencies('PO-ALONE', (n) => n < 20);
renameInto(large, 'orders.csv', csv());
renameInto(large, 'orders.csv.done', Buffer.alloc(0));
const began = now();
let isOver = false;
const first = exchange.took('PO-L-0').then((at) => (at - began) / 1000);
const last = exchange.took(`PO-L-${count - 1}`).then((at) => {
  isOver = true;
  return (at - began) / 1000;
});
const beside = await latencies('PO-BESIDE', () => !isOver && now() - began < longest);
const [begins, before] = [await first, percentile(alone, 0.99)];
const p99 = percentile(beside, 0.99);
report(`When does the first of ${count} orders of one file go out?`, [
  { what: 'after, s', ...atMost(10, begins, 1) },
  // one that takes longer than it is looked at has no figure
  ...(isOver ? [{ what: 'the last, s', figure: rounded(await last, 1) }] : []),
  { what: 'small orders alone: p99, ms', figure: rounded(before) },
  { what: 'small orders beside it: p50, ms', figure: rounded(percentile(beside, 0.5)) },
  { what: 'p99, ms', ...atMost(1000, p99) },
  { what: 'p99, times that alone', figure: rounded(p99 / before, 1) },
]);
await site.close();
await exchange.close();
