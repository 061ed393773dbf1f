import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../src/journal/journal.ts';
import { openPostgresJournal } from '../src/journal/postgres/open-postgres.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { startPostgres } from '../src/journal/testkit/postgres-server.ts';
import { askForOrders } from '../src/operator/orders/ask-for-orders.ts';
import { fillPostgres, fillSqlite } from './kit/filled-journal.ts';
import { percentile, type Row, report, rounded } from './kit/report.ts';

/**
 * Does time grow as the journal grows? `node bench/growth.ts [MESSAGES…]`: what each step of the work and each question costs with 1,000,
 * 10,000, 100,000 and 1,000,000 messages in the journal (or as many as are given; statements of SQL put them there), for both engines, and the exponent of that: 0 is the same for ever,
 * 1 in proportion. A tenth of the times are quicker than the one that counts: what else runs on the machine only makes it worse.
 */
const given = process.argv.slice(2).map(Number);
const sizes = given.length > 0 ? given : [1_000, 10_000, 100_000, 1_000_000];
const rounds = 40;
/** An index is deeper by a page or so for each ten times as much. */
const most = 0.15;
/**
 * A list of the index of trigrams is longer the more messages there are: three digits stand in one of 120. Reading four of them takes 0.2 ms
 * among 100,000, whatever is cached, beside half a millisecond that any question to that thread takes. Who read all would be at 0.7.
 */
const exceptions: ReadonlyMap<string, number> = new Map([['list of one number', 0.3]]);

type Operation = readonly [name: string, work: (n: number) => Promise<unknown>];

/** In their order: each finds what those before it have left. */
function operationsOf(journal: Journal, size: number): readonly Operation[] {
  const inHand: number[] = [];
  const number = (n: number) => `VM${26_000_000 + ((n * 7919) % size)}`;
  const view = { channels: new Map(), now: Date.now(), all: false };
  const document = (n: number) => {
    const source = { kind: 'file', id: `new-${n}`, name: `${n}.xml`, size: 1, mtime: 1 } as const;
    return {
      channel: 'orders',
      direction: 'inbound',
      name: `${n}.xml`,
      source,
      bytes: Buffer.from(`${n}`),
    } as const;
  };
  return [
    [
      'receive and check',
      async (n) => {
        const [id = 0] = await journal.receive([document(n)]);
        await journal.storeChecked(id, { orderKey: `new-${n}`, findings: [] });
      },
    ],
    [
      'claim',
      async () => {
        const query = { direction: 'inbound', count: 1, due: Date.now(), busy: inHand } as const;
        inHand.push(...(await journal.claim(query)).map(({ id }) => id));
      },
    ],
    [
      'settle',
      async () => {
        const id = inHand.pop();
        if (id !== undefined) await journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
      },
    ],
    [
      'a look of the search',
      async (n) => {
        const known = await journal.findCursor('responses');
        const cursor = { channel: 'responses', value: `${n}`, noting: false };
        await journal.receive([], { cursor: known ? { ...cursor, from: known.value } : cursor });
      },
    ],
    ['order', (n) => askForOrders(journal, { text: number(n) }, view)],
    ['list', () => journal.list({ limit: 50 })],
    ['list of one number', (n) => journal.list({ limit: 50, find: number(n) })],
    ['health', () => journal.summarizeBacklog()],
    ['retention with nothing to delete', () => journal.prune({ messages: '2020-01-01T00:00:00.000Z' }, 100)],
  ];
}

/** Milliseconds, the least of many. */
async function measure(journal: Journal, size: number): Promise<ReadonlyMap<string, number>> {
  const least = new Map<string, number>();
  for (const [name, work] of operationsOf(journal, size)) {
    const times: number[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const started = performance.now();
      await work(n);
      times.push(performance.now() - started);
    }
    least.set(name, percentile(times, 0.1));
  }
  await journal.close();
  return least;
}

/** The slope of a line through the logarithms. */
function exponentOf(times: readonly number[]): number {
  const x = sizes.map(Math.log);
  const y = times.map(Math.log);
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, one) => sum + one, 0) / values.length;
  const [middleX, middleY] = [mean(x), mean(y)];
  const product = x.reduce((sum, one, at) => sum + (one - middleX) * ((y[at] ?? 0) - middleY), 0);
  return product / x.reduce((sum, one) => sum + (one - middleX) ** 2, 0);
}

async function rowsOf(engine: string, open: (size: number) => Promise<Journal>): Promise<readonly Row[]> {
  const measured: ReadonlyMap<string, number>[] = [];
  for (const size of sizes) measured.push(await measure(await open(size), size));
  const names = [...(measured[0]?.keys() ?? [])];
  return names.map((name) => {
    const times = measured.map((one) => one.get(name) ?? Number.NaN);
    const exponent = exponentOf(times);
    const limit = exceptions.get(name) ?? most;
    const figures = times.map((ms) => rounded(ms, 2)).join(' / ');
    const what = `${engine}: ${name}, exponent (ms at ${sizes.join(', ')})`;
    return {
      what,
      figure: `${rounded(exponent, 2)} (${figures})`,
      target: `< ${limit}`,
      met: exponent < limit,
    };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'growth-'));
const server = await startPostgres();
try {
  const embedded = async (size: number) =>
    openSqliteJournal(await fillSqlite(mkdtempSync(join(folder, `${size}-`)), size));
  const rows = [...(await rowsOf('embedded', embedded))];
  if (server)
    rows.push(
      ...(await rowsOf('PostgreSQL', async (size) => openPostgresJournal(await fillPostgres(server, size)))),
    );
  report(`Does time grow as the journal grows? (${sizes.join(', ')} messages)`, rows);
} finally {
  await server?.close();
  rmSync(folder, { recursive: true });
}
