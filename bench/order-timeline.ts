import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { findOrders } from '../src/operator/orders/find-orders.ts';
import { buildTimeline } from '../src/operator/orders/order-timeline.ts';
import { fillSqlite } from './kit/filled-journal.ts';
import { percentile, type Row, report, rounded } from './kit/report.ts';
import { buildGateway } from './kit/site.ts';

/**
 * How soon is `gateway order` answered? `node bench/order-timeline.ts [MESSAGES]`: among 1,000,000 messages, inside the process
 * (target: under 20 ms) and as a shell sees the built package, start of Node included (target: under 400 ms); and how soon
 * other commands are there.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const rounds = 200;
const starts = 20;

const numberOf = (n: number): string => `VM${26_000_000 + ((n * 7919) % count) + 1}`;

async function inside(path: string): Promise<Row> {
  const journal = readSqliteJournal(path);
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now();
    const { orders } = await findOrders(journal, { text: numberOf(n) });
    const [order] = orders;
    if (!order) throw new Error(`${numberOf(n)} was not found`);
    await buildTimeline(journal, order, { channels: new Map(), now: Date.now(), all: false });
    times.push(performance.now() - started);
  }
  await journal.close();
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
  const figure = [p50, p99, Math.max(...times)].map((ms) => rounded(ms, 1)).join(' / ');
  return { what: 'inside, ms (p50 / p99 / longest)', figure, target: 'p99 under 20 ms', met: p99 < 20 };
}

function fromShell(program: string, words: readonly string[], target: number): Row {
  const times = Array.from({ length: starts }, () => {
    const started = performance.now();
    // 1 says that somebody has to act
    const { status } = spawnSync(process.execPath, ['--max-semi-space-size=8', program, ...words]);
    if (status === null || status > 1) throw new Error(`gateway ${words.join(' ')} ended with ${status}`);
    return performance.now() - started;
  });
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  return {
    what: `gateway ${words.join(' ').replace(/ --config .*/, '')}, ms from the shell (p50 / p95)`,
    figure: [p50, p95].map((ms) => rounded(ms)).join(' / '),
    target: `p50 under ${target} ms`,
    met: p50 < target,
  };
}

const folder = mkdtempSync(join(tmpdir(), 'order-'));
try {
  mkdirSync(join(folder, 'data'));
  const config = join(folder, 'gateway.yaml');
  writeFileSync(config, 'journal: { sqlite: data/journal.db }\nchannels: {}\n');
  const path = await fillSqlite(join(folder, 'data'), count);
  const program = buildGateway();
  const there = ['--config', config];
  report(`How soon is gateway order answered among ${count} messages?`, [
    await inside(path),
    fromShell(program, ['order', numberOf(4711), ...there], 400),
    fromShell(program, ['--help'], 150),
    fromShell(program, ['journal', '--help'], 150),
    fromShell(program, ['map', '--help'], 150),
    fromShell(program, ['journal', 'list', ...there], 400),
    fromShell(program, ['journal', 'show', '1', ...there], 400),
  ]);
} finally {
  rmSync(folder, { recursive: true });
}
