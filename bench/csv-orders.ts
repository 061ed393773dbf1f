import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inboundChannel } from '../src/config/schema.ts';
import type { InboundChannel } from '../src/pipeline/channel.ts';
import { readChecked } from '../src/pipeline/check/translate.ts';
import { loadToolboxes } from '../src/pipeline/workers/toolbox.ts';
import { csvOrders } from '../test/kit/csv.ts';
import { startBareExchange } from './kit/exchange.ts';
import { report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * What does it cost that orders come as the rows of a CSV? `node bench/csv-orders.ts [ORDERS]`, each of 20 lines, from file to
 * accepted: as SCSN XML, as a CSV each, and as one CSV of all. The XML is what the CSV is translated into.
 */
const count = Number(process.argv[2] ?? 1000);

const csv = (...orders: readonly number[]): string =>
  csvOrders(
    orders.flatMap((order) =>
      Array.from({ length: 20 }, (_, line) => ({ number: `PO-${order}`, line: `${(line + 1) * 10}` })),
    ),
  );

const translated = { document: 'csv-order', map: ['csv-order-to-order', 'order-to-exchange'] };
const from = { folder: 'out', files: '*.*', done: '.done', byDate: false };
const to = { exchange: 'api-connector/order' };

const boxes = loadToolboxes(undefined);
const all = Array.from({ length: count }, (_, order) => order);
const ways = {
  'SCSN XML': {
    channel: { document: 'scsn/Order', map: 'order-to-exchange' },
    files: all.map((n) => xmlOf(n)),
  },
  'a CSV each': { channel: translated, files: all.map((n) => csv(n)) },
  'one CSV of all': { channel: translated, files: [csv(...all)] },
};

function xmlOf(order: number): string {
  const settings = inboundChannel.parse({ from: { folder: '/out' }, to, ...translated });
  const common = { name: 'orders', companyId: 'BENCH', as: 'buyer', kind: 'order', language: 'en' } as const;
  const channel: InboundChannel = { ...common, direction: 'inbound', upload: false, settings };
  const { made } = readChecked(boxes.with(undefined), channel, { bytes: Buffer.from(csv(order)) });
  if (made === undefined) throw new Error('the CSV cannot be translated');
  return Buffer.from(made.bytes).toString();
}

/** Orders a second. */
async function measure({ channel, files }: (typeof ways)[keyof typeof ways]): Promise<number> {
  const exchange = await startBareExchange();
  const site = new BenchSite();
  try {
    const written = site.make('written');
    site.make('out');
    for (const [n, text] of files.entries()) writeFileSync(join(written, `file-${n}.txt`), text);
    site.configure(exchange.url, { orders: { from, to, ...channel } });
    await site.start();
    const since = performance.now();
    for (const name of readdirSync(written)) {
      renameSync(join(written, name), site.path('out', name));
      writeFileSync(site.path('out', `${name}.done`), '');
    }
    await exchange.count(count);
    return count / ((performance.now() - since) / 1000);
  } finally {
    await site.close();
    await exchange.close();
  }
}

const speeds = new Map<string, number>();
for (const [way, settings] of Object.entries(ways)) speeds.set(way, await measure(settings));
const xml = speeds.get('SCSN XML') ?? Number.NaN;
report(
  `How many orders of 20 lines a second, as rows of a CSV? (${count} orders)`,
  [...speeds].map(([what, speed]) => {
    const ratio = speed / xml;
    const figure = `${rounded(speed)} orders/s, ${rounded(ratio, 2)} of SCSN XML`;
    return what === 'SCSN XML' ? { what, figure } : { what, figure, target: '>= 0.6', met: ratio >= 0.6 };
  }),
);
boxes.dispose();
