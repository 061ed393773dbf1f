import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../src/journal/journal.ts';
import { openPostgresJournal } from '../src/journal/postgres/open-postgres.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { buildStatus } from '../src/metrics/metric-facts.ts';
import { PrometheusMetrics } from '../src/metrics/prometheus-metrics.ts';
import { fillPostgres, fillSqlite } from './kit/filled-journal.ts';
import { percentile, type Row, report, rounded } from './kit/report.ts';

/**
 * What does a scrape cost? `node bench/metrics.ts [MESSAGES]`: the questions that `/metrics` asks of a journal with 1,000,000
 * settled messages (every five seconds at most), and the page itself with a hundred channels. Target: under 20 ms each; what
 * one telling costs the work.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const rounds = 200;

async function timed(work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times;
}

function row(what: string, times: readonly number[]): Row {
  const p99 = percentile(times, 0.99);
  const figure = [percentile(times, 0.5), p99].map((ms) => rounded(ms, 1)).join(' / ');
  return { what: `${what}, ms (p50 / p99)`, figure, target: 'p99 under 20 ms', met: p99 < 20 };
}

async function ofJournal(engine: string, journal: Journal): Promise<Row> {
  await journal.countOpenMessages();
  const times = await timed(async () => [
    await journal.summarizeBacklog(),
    await journal.countOpenMessages(),
  ]);
  await journal.close();
  return row(`${engine}: what is asked of the journal`, times);
}

async function ofPage(): Promise<readonly Row[]> {
  const metrics = new PrometheusMetrics();
  const channels = Array.from({ length: 100 }, (_, n) => `channel-${n}`);
  const states = ['received', 'ready', 'waiting', 'parked', 'rejected'] as const;
  const facts = {
    ...({
      version: '1',
      health: 'green',
      reasons: [],
      disks: [],
      certificates: [],
      outage: { waiting: 0, seconds: 0 },
      journalBytes: 1,
    } as const),
    open: channels.flatMap((channel) =>
      states.map((state) => ({ channel, state, count: 1, oldestSeconds: 1 })),
    ),
    tasks: [],
    first: channels.map((channel) => ({ channel, seconds: 1 })),
    folders: channels.map((channel) => ({ channel, scanSeconds: 1, usable: true })),
    loop: { p50: 0, p99: 0, longest: 0 },
    process: { residentBytes: 1, cpuSeconds: 1, started: 1 },
  };
  const started = performance.now();
  const tellings = 100_000;
  for (let n = 0; n < tellings; n += 1) metrics.observeRequest('api-connector/order', 200, 0.1);
  const each = ((performance.now() - started) / tellings) * 1000;
  return [
    row('the page with 100 channels', await timed(() => metrics.renderPage(facts))),
    row('/status.json with 100 channels', await timed(async () => JSON.stringify(buildStatus(facts)))),
    { what: 'to tell one answer of the exchange, microseconds', figure: rounded(each, 1) },
  ];
}

const folder = mkdtempSync(join(tmpdir(), 'metrics-'));
const server = await startPostgres();
try {
  const rows = [await ofJournal('embedded', openSqliteJournal(await fillSqlite(folder, count)))];
  if (server)
    rows.push(await ofJournal('PostgreSQL', await openPostgresJournal(await fillPostgres(server, count))));
  report(`What does a scrape cost among ${count} messages?`, [...rows, ...(await ofPage())]);
} finally {
  await server?.close();
  rmSync(folder, { recursive: true });
}
