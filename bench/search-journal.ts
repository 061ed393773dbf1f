import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Journal, MessageQuery } from '../src/journal/journal.ts';
import { openPostgresJournal } from '../src/journal/postgres/open-postgres.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { fillPostgres, fillSqlite } from './kit/filled-journal.ts';
import { percentile, type Row, report, rounded } from './kit/report.ts';

/**
 * How fast is a search? `node bench/search-journal.ts [MESSAGES]`: one order number, part of one, and the list's first page
 * among 1,000,000 messages, embedded and in PostgreSQL. Target: under 50 ms each. `loop`: the longest that the event loop
 * was held up meanwhile.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const rounds = 200;

/** Each round asks for another one. */
const questions: readonly (readonly [string, (n: number) => MessageQuery])[] = [
  ['one order number', (n) => ({ limit: 50, find: `VM${26_000_000 + ((n * 7919) % count)}` })],
  ['part of a number', (n) => ({ limit: 50, find: `${6_000_000 + ((n * 7919) % count)}` })],
  ['part that all have', () => ({ limit: 50, find: 'VM26' })],
  ['part that none has', () => ({ limit: 50, find: 'XY-99' })],
  ['first page', () => ({ limit: 50 })],
  ['first page of a channel', () => ({ limit: 50, channel: 'responses' })],
  ['waiting ones', () => ({ limit: 50, state: 'waiting' })],
];

const target = 50;

async function measure(engine: string, journal: Journal): Promise<readonly Row[]> {
  const rows: Row[] = [];
  await journal.list({ limit: 1 });
  for (const [question, query] of questions) {
    const times = [];
    const loop = monitorEventLoopDelay({ resolution: 1 });
    loop.enable();
    for (let n = 0; n < rounds; n += 1) {
      const started = performance.now();
      await journal.list(query(n));
      times.push(performance.now() - started);
    }
    loop.disable();
    const p99 = percentile(times, 0.99);
    const what = `${engine}: ${question}, ms (p50 / p99 / longest hold of the loop)`;
    const figure = [percentile(times, 0.5), p99, loop.max / 1e6].map((ms) => rounded(ms, 1)).join(' / ');
    rows.push({ what, figure, target: `p99 under ${target} ms`, met: p99 < target });
  }
  await journal.close();
  return rows;
}

const folder = mkdtempSync(join(tmpdir(), 'search-'));
const server = await startPostgres();
try {
  const rows = [...(await measure('embedded', openSqliteJournal(await fillSqlite(folder, count))))];
  if (server)
    rows.push(...(await measure('PostgreSQL', await openPostgresJournal(await fillPostgres(server, count)))));
  report(`How fast is a search among ${count} messages?`, rows);
} finally {
  await server?.close();
  rmSync(folder, { recursive: true });
}
