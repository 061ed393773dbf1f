import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inboundChannel } from '../src/config/schema/config-schema.ts';
import type { InboundChannel } from '../src/pipeline/channel/channel.ts';
import { readForCheck } from '../src/pipeline/check/translate-document.ts';
import { loadChannelRuntimes } from '../src/pipeline/runtime/channel-runtime.ts';
import { csvOrders } from '../test/kit/csv.ts';
import { startBareExchange } from './kit/exchange.ts';
import { interchange } from './kit/interchange.ts';
import { report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * What does it cost that orders are of another format? `node bench/format-orders.ts [ORDERS]`, each of 20 lines, from file to
 * accepted: as SCSN XML, as a file each, and as one file of all; as the rows of a CSV, and as EDIFACT. The XML is what the others
 * are translated into.
 */
const count = Number(process.argv[2] ?? 1000);

const csv = (...orders: readonly number[]): string =>
  csvOrders(
    orders.flatMap((order) =>
      Array.from({ length: 20 }, (_, line) => ({ number: `PO-${order}`, line: `${(line + 1) * 10}` })),
    ),
  );
const edifact = (first: number, last = first): string =>
  interchange({ count: last - first + 1, first, lines: 20 }).toString();

const to = { exchange: 'api-connector/order' };
const from = { folder: 'out', files: '*.*', done: '.done', byDate: false };
const boxes = loadChannelRuntimes(undefined);
const all = Array.from({ length: count }, (_, n) => n + 1);

const formats = {
  CSV: {
    channel: { document: 'csv-order', map: ['csv-order-to-order', 'order-to-exchange'] },
    one: (n: number) => csv(n),
    whole: () => csv(...all),
  },
  EDIFACT: {
    channel: {
      document: 'edifact-d96a-orders',
      map: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
    },
    one: (n: number) => edifact(n),
    whole: () => edifact(1, count),
  },
};

type Translated = (typeof formats)[keyof typeof formats];

interface Way {
  readonly channel: object;
  readonly files: readonly string[];
}

const waysOf = (name: string, { channel, one, whole }: Translated): readonly (readonly [string, Way])[] => [
  [
    `SCSN XML of ${name}`,
    {
      channel: { document: 'scsn/Order', map: 'order-to-exchange' },
      files: all.map((n) => xmlOf(channel, one(n))),
    },
  ],
  [`${name}, a file each`, { channel, files: all.map((n) => one(n)) }],
  [`${name}, one file of all`, { channel, files: [whole()] }],
];

function xmlOf(translated: Translated['channel'], text: string): string {
  const settings = inboundChannel.parse({ from: { folder: '/out' }, to, ...translated });
  const common = { name: 'orders', companyId: 'BENCH', as: 'buyer', kind: 'order', language: 'en' } as const;
  const channel: InboundChannel = { ...common, direction: 'inbound', upload: false, settings };
  const { made } = readForCheck(boxes.forSchemas(undefined), channel, { bytes: Buffer.from(text) });
  if (made === undefined) throw new Error('an order cannot be translated');
  return Buffer.from(made.bytes).toString();
}

/** Orders a second. */
async function measure({ channel, files }: Way): Promise<number> {
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

for (const [name, format] of Object.entries(formats)) {
  const speeds: [string, number][] = [];
  for (const [way, settings] of waysOf(name, format)) speeds.push([way, await measure(settings)]);
  const [[, xml = Number.NaN] = []] = speeds;
  report(
    `How many orders of 20 lines a second, as ${name}? (${count} orders)`,
    speeds.map(([what, speed], nth) => {
      const ratio = speed / xml;
      const figure = `${rounded(speed)} orders/s, ${rounded(ratio, 2)} of SCSN XML`;
      return nth === 0 ? { what, figure } : { what, figure, target: '>= 0.6', met: ratio >= 0.6 };
    }),
  );
}
boxes.dispose();
