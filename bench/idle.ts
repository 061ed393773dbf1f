import { setTimeout } from 'node:timers/promises';
import { freePort } from '../test/kit/port.ts';
import { startBareExchange } from './kit/exchange.ts';
import { readProcessorSeconds } from './kit/processors.ts';
import { below, report } from './kit/report.ts';
import { BenchSite, memoryOf } from './kit/site.ts';

/**
 * What does an idle gateway cost? `node bench/idle.ts [SECONDS]`: ten channels (seven local folders of which the system tells
 * what happens, three from the exchange by webhook), nothing to do. Linux: CPU time from /proc, 100 ticks a second.
 */
const seconds = Number(process.argv[2] ?? 60);
/** Milliseconds until the last collection of what the start has left is over: it is the start's, and as much as 20 s of rest. */
const settling = 90_000;

const fromErp = (n: number) => ({
  from: { folder: `out-${n}` },
  document: 'scsn/Order',
  to: { exchange: 'sci-connector/order' },
});

const toErp = (n: number) => ({
  as: 'buyer',
  from: { webhook: `/events-${n}` },
  document: 'scsn/OrderResponse',
  map: 'order-to-order-response',
  to: { folder: `in-${n}` },
});

const exchange = await startBareExchange();
const site = new BenchSite();
try {
  const channels: Record<string, unknown> = {};
  for (const n of [1, 2, 3, 4, 5, 6, 7]) {
    site.make(`out-${n}`);
    channels[`from-erp-${n}`] = fromErp(n);
  }
  for (const n of [1, 2, 3]) {
    site.make(`in-${n}`);
    channels[`to-erp-${n}`] = toErp(n);
  }
  const auth = { basic: { user: 'exchange', password: 'hook' } };
  site.configure(exchange.url, channels, { webhook: { listen: `127.0.0.1:${await freePort()}`, auth } });
  const { pid } = await site.start();
  await setTimeout(settling);
  const before = readProcessorSeconds(pid);
  await setTimeout(seconds * 1000);
  const percent = ((readProcessorSeconds(pid) - before) / seconds) * 100;
  const { now } = memoryOf(pid);
  report(`What does an idle gateway with ten channels cost? (${seconds} s)`, [
    { what: 'of one core, %', ...below(0.5, percent, 2) },
    { what: 'resident memory, MB', ...below(200, now) },
  ]);
} finally {
  await site.close();
  await exchange.close();
}
