import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { orderXml } from '../test/kit/documents.ts';
import { freePort } from '../test/kit/port.ts';
import { until } from '../test/kit/site.ts';
import { askGateway, watchGateways, withFile } from '../test/kit/watched.ts';
import { type BareExchange, startBareExchange } from './kit/exchange.ts';
import { below, percentile, type Row, report, rounded } from './kit/report.ts';
import { BenchSite } from './kit/site.ts';

/**
 * What does a 50 MB order with an embedded file cost? `node bench/large-order.ts [MEGABYTES]`: for each case a gateway in a
 * process of its own with a fresh journal takes one order, while somebody calls its webhook every 20 ms.
 */
const megabytes = Number(process.argv[2] ?? 50);
const every = 20;
const authorization = `Basic ${Buffer.from('exchange:hook').toString('base64')}`;
const auth = { basic: { user: 'exchange', password: 'hook' } };

interface Case {
  readonly name: string;
  readonly order: Buffer;
  readonly map?: string;
  readonly refused?: true;
}

const large = (file: Buffer, end?: string): Buffer => withFile(orderXml({ number: 'PO-LARGE' }), file, end);

function* cases(): Generator<Case> {
  const zeros = Buffer.alloc(megabytes * 750_000, 'drawing');
  const random = randomBytes(megabytes * 750_000);
  const wrong = '<cbc:End/>';
  yield { name: '2 kB', order: orderXml({ number: 'PO-SMALL' }) };
  yield { name: 'compressible', order: large(zeros) };
  yield { name: 'real-looking', order: large(random) };
  yield { name: 'compressible, refused', order: large(zeros, wrong), refused: true };
  yield { name: 'real-looking, refused', order: large(random, wrong), refused: true };
  yield { name: 'real-looking, mapped to JSON', order: large(random), map: 'order-to-exchange' };
}

interface Cost {
  readonly peak: number;
  readonly seconds: number;
  readonly longestBlock: number;
  readonly webhook: number;
}

/** Calls until told to stop; milliseconds of each call. */
async function callWebhook(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const pool = new Pool(url, { connections: 1 });
  const times: number[] = [];
  while (!signal.aborted) {
    const start = performance.now();
    const headers = { 'content-type': 'application/json', authorization };
    const { statusCode, body } = await pool.request({
      path: '/events',
      method: 'POST',
      headers,
      body: '{"eventName":"X"}',
    });
    await body.dump();
    if (statusCode !== 202) throw new Error(`answered with ${statusCode}`);
    times.push(performance.now() - start);
    await setTimeout(every);
  }
  await pool.close();
  return times;
}

function configure(site: BenchSite, exchange: BareExchange, listen: string, map: string | undefined): string {
  const folder = site.make('out');
  site.make('in');
  const from = { folder, settle: { interval: '50ms' }, byDate: false };
  const orders =
    map === undefined
      ? { from, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } }
      : {
          from,
          document: 'scsn/Order',
          map,
          to: { exchange: 'api-connector/order' },
          // there is no upload here: sent without the file
          severities: { 'embedded-file-refused': 'warning' },
        };
  const responses = {
    as: 'buyer',
    from: { webhook: '/events' },
    document: 'scsn/OrderResponse',
    map: 'order-to-order-response',
    to: { folder: site.path('in') },
  };
  site.configure(exchange.url, { orders, responses }, { webhook: { listen, auth } });
  return folder;
}

async function cost({ order, map, refused }: Case): Promise<Cost> {
  const site = new BenchSite();
  const exchange = await startBareExchange();
  try {
    const listen = `127.0.0.1:${await freePort()}`;
    const folder = configure(site, exchange, listen, map);
    watchGateways(site.path('told'));
    const { pid } = await site.start();
    const stop = new AbortController();
    const calls = callWebhook(`http://${listen}`, stop.signal);
    await setTimeout(500);
    await askGateway(pid, site.path('told'));
    const start = performance.now();
    writeFileSync(site.path('order.writing'), order);
    renameSync(site.path('order.writing'), join(folder, 'order.xml'));
    const end = join(folder, refused ? 'error' : 'archive');
    await until(
      'the order to end',
      () => (existsSync(end) && readdirSync(end).includes('order.xml') ? true : undefined),
      200,
    );
    const seconds = (performance.now() - start) / 1000;
    stop.abort();
    const webhook = percentile(await calls, 0.99);
    const { held, peak } = await askGateway(pid, site.path('told'));
    return { seconds, webhook, longestBlock: held, peak };
  } finally {
    await site.close();
    await exchange.close();
  }
}

const rows: Row[] = [];
for (const one of cases()) {
  console.error(`${one.name} …`);
  const { peak, seconds, longestBlock: block, webhook } = await cost(one);
  const row = (what: string, figure: number, most?: number): void => {
    const digits = figure < 10 ? 1 : 0;
    const measured = most === undefined ? { figure: rounded(figure, digits) } : below(most, figure, digits);
    rows.push({ what: `${one.name}: ${what}`, ...measured });
  };
  row('resident at the most, MB', peak, 600);
  row('event loop held at the longest, ms', block, 100);
  row('webhook answered, p99, ms', webhook, 100);
  row('from file to end, s', seconds);
}
report(`What does a ${megabytes} MB order with an embedded file cost?`, rows);
