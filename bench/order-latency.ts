import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { now, startBareExchange } from './kit/exchange.ts';
import { below, percentile, type Row, report, rounded } from './kit/report.ts';
import { BenchSite, renameInto, tenKilobytes } from './kit/site.ts';

/**
 * How fast is a 10 kB order, from closed file to accepted? `node bench/order-latency.ts [ORDERS]`: one order after the
 * other to a gateway that has nothing else to do.
 */
const orders = Number(process.argv[2] ?? 40);

interface Way {
  readonly from: Readonly<Record<string, unknown>>;
  /** Milliseconds of p50, at the most. */
  readonly target: number;
  write(folder: string, name: string, bytes: Uint8Array): void;
}

const ways: Readonly<Record<string, Way>> = {
  'safe default': {
    from: {},
    target: 250,
    write: (folder, name, bytes) => writeFileSync(join(folder, name), bytes),
  },
  'done-file': {
    from: { done: '.done' },
    target: 150,
    write(folder, name, bytes) {
      writeFileSync(join(folder, name), bytes);
      writeFileSync(join(folder, `${name}.done`), '');
    },
  },
  'rename into place, settle.interval: 20ms': {
    from: { settle: { interval: '20ms' } },
    target: 150,
    write: renameInto,
  },
};

const exchange = await startBareExchange();

/** Milliseconds from the closed file to the order's arrival. */
async function latency(folder: string, name: string, way: Way): Promise<number> {
  const bytes = tenKilobytes(name);
  way.write(folder, `${name}.xml`, bytes);
  const closed = now();
  const took = (await exchange.took(name)) - closed;
  await setTimeout(200 + Math.random() * 500);
  return took;
}

async function measure(way: Way, prefix: string): Promise<readonly number[]> {
  const site = new BenchSite();
  try {
    const folder = site.make('out');
    site.configure(exchange.url, {
      orders: {
        from: { folder: 'out', ...way.from },
        document: 'scsn/Order',
        to: { exchange: 'sci-connector/order' },
      },
    });
    await site.start();
    await latency(folder, `${prefix}-FIRST`, way);
    const figures: number[] = [];
    for (let at = 0; at < orders; at += 1) figures.push(await latency(folder, `${prefix}-${at}`, way));
    return figures;
  } finally {
    await site.close();
  }
}

const rows: Row[] = [];
for (const [index, [name, way]] of Object.entries(ways).entries()) {
  const figures = await measure(way, `PO-${index}`);
  rows.push({ what: `${name}: p50, ms`, ...below(way.target, percentile(figures, 0.5)) });
  rows.push({ what: `${name}: p99, ms`, figure: rounded(percentile(figures, 0.99)) });
}
await exchange.close();
report('How fast is a 10 kB order, from closed file to accepted?', rows);
