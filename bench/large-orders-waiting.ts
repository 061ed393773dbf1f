import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { orderXml } from '../test/kit/documents.ts';
import { withFile } from '../test/kit/watched.ts';
import { startBareExchange } from './kit/exchange.ts';
import { below, report } from './kit/report.ts';
import { BenchSite, memoryOf } from './kit/site.ts';

/**
 * What does a gateway hold in memory when many large orders wait for a slow exchange?
 * `node bench/large-orders-waiting.ts [ORDERS [MEGABYTES [SECONDS]]]`: so many orders of that size, each answered after so many
 * seconds; beside them, one such order alone.
 */
const [orders = 20, megabytes = 30, seconds = 8] = process.argv.slice(2).map(Number);

/** MB resident at the most. */
async function peakOf(count: number): Promise<number> {
  const site = new BenchSite();
  const exchange = await startBareExchange(seconds * 1000);
  try {
    const from = { folder: site.make('out'), settle: { interval: '50ms' } };
    site.configure(exchange.url, {
      orders: { from, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
    });
    const { pid } = await site.start();
    for (let n = 0; n < count; n += 1) {
      const order = withFile(orderXml({ number: `PO-${n}` }), randomBytes(megabytes * 750_000));
      writeFileSync(site.path('order.writing'), order);
      renameSync(site.path('order.writing'), site.path('out', `order-${n}.xml`));
    }
    await exchange.count(count);
    return memoryOf(pid).peak;
  } finally {
    await site.close();
    await exchange.close();
  }
}

const alone = await peakOf(1);
const together = await peakOf(orders);
report(`${orders} orders of ${megabytes} MB at an exchange that answers after ${seconds} s`, [
  { what: 'one alone: resident at the most, MB', figure: alone },
  { what: 'all of them: resident at the most, MB', ...below(800, together) },
]);
