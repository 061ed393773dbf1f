import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Journal, MessagePageQuery } from '../src/journal/journal.ts';
import type { NewMessage } from '../src/journal/model/message.ts';
import { openPostgresJournal } from '../src/journal/postgres/open-postgres.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { queryPostgres, startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { fillBrowsedPostgres, fillBrowsedSqlite } from './kit/browsed-journal.ts';
import { readFamilySeconds, readOwnSeconds } from './kit/processors.ts';
import { percentile, type Row, report, rounded } from './kit/report.ts';

/**
 * How soon does a page answer? `node bench/pages.ts [MESSAGES] [sqlite|postgres] [TIMES] [URL]`: first page, next pages, filters, groups
 * and counts among 100,000 messages, a tenth of them parked, on both engines. Target: 100 ms each (p95); other combinations of filters
 * answer within a second with what they have; health and what arrives do not wait behind ten of these. `TIMES`: on a machine that others
 * use each question is asked so often, and the least counts. `URL`: a database of a server on this machine, which is filled when it is
 * empty, and stays. Beside the times stands what a question takes of the processors: of the server, or of this process with its threads.
 */
const count = Number(process.argv[2] ?? 100_000);
const only = process.argv[3];
const times = Number(process.argv[4] ?? 1);
const lasting = process.argv[5];
const rounds = 20;

const target = 100;
const longest = 1000;

type Ask = (journal: Journal, n: number) => Promise<unknown>;

const page =
  (query: (n: number) => Omit<MessagePageQuery, 'limit'>): Ask =>
  (journal, n) =>
    journal.pages.page({ limit: 50, ...query(n) });

const before = (n: number): number => Math.floor((count * (n + 1)) / (rounds + 1));
const instant = (n: number): string => new Date(Date.now() - (count - before(n)) * 30_000).toISOString();
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

const questions: readonly (readonly [string, Ask])[] = [
  ['first page', page(() => ({}))],
  ['next pages', page((n) => ({ before: before(n) }))],
  ['back to newer ones', page((n) => ({ after: before(n) }))],
  ['needs action', page(() => ({ needsAction: true }))],
  ['needs action, deep', page((n) => ({ needsAction: true, before: before(n) }))],
  ['needs action in a channel', page((n) => ({ needsAction: true, channel: `channel-${n % 20}` }))],
  ['channel', page((n) => ({ channel: `channel-${n % 20}`, before: before(n) }))],
  ['channel + parked', page((n) => ({ channel: `channel-${n % 20}`, state: 'parked' }))],
  ['channel + waiting', page((n) => ({ channel: `channel-${n % 20}`, state: 'waiting' }))],
  ['channel + refused', page((n) => ({ channel: `channel-${n % 20}`, outcome: 'rejected' }))],
  ['parked + time', page((n) => ({ state: 'parked', since: daysAgo(0.5), until: instant(n) }))],
  ['parked until a time', page((n) => ({ state: 'parked', until: instant(n) }))],
  ['refused + time', page((n) => ({ outcome: 'rejected', since: daysAgo(300), until: instant(n) }))],
  ['today', page(() => ({ since: daysAgo(1) }))],
  ['finding + value', page(() => ({ finding: 'table-miss', value: 'STK' }))],
  ['rare finding + value', page((n) => ({ finding: 'table-miss', value: `U${(n % 4) * 10 + 1}` }))],
  ['value that none has', page(() => ({ finding: 'table-miss', value: 'XYZ' }))],
  ['number', page((n) => ({ number: `VM${26_000_000 + before(n)}` }))],
  ['party', page((n) => ({ party: `P${n % 500}` }))],
  ['groups by cause', (journal) => journal.pages.causes(50)],
  ['counts of 24 hours', (journal) => journal.pages.hourCounts(daysAgo(1))],
  ['last file of 20 channels', (journal) => journal.pages.lastMessages(channels)],
  ['no news today', (journal) => journal.pages.noNews(daysAgo(1))],
];

const channels = Array.from({ length: 20 }, (_, n) => `channel-${n}`);

/** Whatever somebody thinks of. */
const combinations: readonly (readonly [string, Ask])[] = [
  [
    'count of one cause',
    (journal) => journal.pages.countFitting({ finding: 'table-miss', value: 'STK' }, 100_000),
  ],
  ['count of all', (journal) => journal.pages.countAll()],
  ['part of a number', page((n) => ({ find: `${6_000_000 + before(n)}` }))],
  ['part that all have', page(() => ({ find: 'VM26' }))],
  ['part that all have, refused', page(() => ({ find: 'VM26', outcome: 'rejected' }))],
  ['part that none has', page(() => ({ find: 'XY-99' }))],
  ['delivered in a channel that delivers none', page(() => ({ channel: 'channel-3', outcome: 'delivered' }))],
  ['party + channel that never had it', page(() => ({ party: 'P1', channel: 'channel-2' }))],
  ['party + finding + time', page(() => ({ party: 'P3', finding: 'date-invalid', until: daysAgo(2) }))],
  ['ignored in a direction', page(() => ({ outcome: 'ignored', direction: 'outbound' }))],
];

/** The least of so many times, in milliseconds. */
async function timeLeast(run: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const started = performance.now();
    await run();
    taken.push(performance.now() - started);
  }
  return Math.min(...taken);
}

interface Measured {
  readonly taken: readonly number[];
  /** Milliseconds of the processors for one question. */
  readonly work: number;
}

async function timeRounds({ readSeconds }: Site, run: (n: number) => Promise<unknown>): Promise<Measured> {
  const taken: number[] = [];
  const before = readSeconds();
  for (let n = 0; n < rounds; n += 1) taken.push(await timeLeast(() => run(n)));
  return { taken, work: ((readSeconds() - before) * 1000) / (rounds * times) };
}

function rowOf(what: string, { taken, work }: Measured, limit: number): Row {
  const p95 = percentile(taken, 0.95);
  const figure = [percentile(taken, 0.5), p95, work].map((ms) => rounded(ms, 1)).join(' / ');
  const target = `p95 under ${limit} ms`;
  const row = { what: `${what}, ms (p50 / p95 / processors)`, figure, target, met: p95 < limit };
  console.error(`${row.met ? ' ' : '!'} ${row.what} ${figure}`);
  return row;
}

/** A journal that is asked. */
interface Site {
  readonly engine: string;
  readonly journal: Journal;
  /** What its server, or this process, has taken of the processors so far. */
  readSeconds(): number;
}

/** Health and a file that arrives, while ten pages are asked for at a time. */
async function measureBeside(site: Site): Promise<readonly Row[]> {
  const { engine, journal } = site;
  let isOver = false;
  const askOn = async (from: number): Promise<void> => {
    for (let n = from; !isOver; n += 1) await combinations[n % combinations.length]?.[1](journal, n % rounds);
  };
  const pages = Array.from({ length: 10 }, (_, n) => askOn(n));
  const health = await timeRounds(site, () => journal.summarizeBacklog());
  const arrival = await timeRounds(site, (n) => journal.receive([arriving(n)]));
  isOver = true;
  await Promise.all(pages);
  return [
    rowOf(`${engine}: health beside ten pages`, health, target),
    rowOf(`${engine}: a file arrives beside ten pages`, arrival, target),
  ];
}

/** Of this run: a database that stays has those of the last one. */
let arrived = Date.now();

function arriving(n: number): NewMessage {
  arrived += 1;
  const name = `beside-${arrived}.xml`;
  const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
  return { channel: channels[n % 10] ?? '', direction: 'inbound', name, source, bytes: Buffer.from(name) };
}

async function measure(site: Site): Promise<readonly Row[]> {
  const { engine, journal } = site;
  while (await journal.foldCounts());
  await journal.pages.page({ limit: 1 });
  const rows: Row[] = [];
  for (const [limit, asked] of [
    [target, questions],
    [longest, combinations],
  ] as const)
    for (const [what, ask] of asked)
      rows.push(rowOf(`${engine}: ${what}`, await timeRounds(site, (n) => ask(journal, n)), limit));
  rows.push(...(await measureBeside(site)));
  await journal.close();
  return rows;
}

async function openSqliteSite(): Promise<Site> {
  const journal = openSqliteJournal(await fillBrowsedSqlite(folder, count));
  return { engine: 'SQLite', journal, readSeconds: readOwnSeconds };
}

const processSchema = z.array(z.object({ pid: z.number() }));
const findServer = "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid";

async function openPostgresSite(url: string): Promise<Site> {
  await fillBrowsedPostgres(url, count);
  const [server] = processSchema.parse(await queryPostgres(url, findServer));
  const journal = await openPostgresJournal(url);
  return { engine: 'PostgreSQL', journal, readSeconds: () => readFamilySeconds(server?.pid ?? 0) };
}

const folder = mkdtempSync(join(tmpdir(), 'pages-'));
const server = only === 'sqlite' || lasting !== undefined ? undefined : await startPostgres();
try {
  const rows: Row[] = [];
  if (only !== 'postgres') rows.push(...(await measure(await openSqliteSite())));
  const url = lasting ?? (await server?.database());
  if (url !== undefined) rows.push(...(await measure(await openPostgresSite(url))));
  report(`How soon does a page answer among ${count} messages?`, rows);
} finally {
  await server?.close();
  rmSync(folder, { recursive: true });
}
