import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Journal } from '../src/journal/journal.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { sampleRecord } from '../src/journal/testkit/sample-record.ts';
import { below, type Row, report, rounded } from './kit/report.ts';
import { tenKilobytes, writtenBy } from './kit/site.ts';

/**
 * What does the journal write to its disk for an order of 10 kB, and at which step? `node bench/journal-writes.ts [ORDERS]`: the
 * calls that the pipeline makes for one order, made for so many orders at a time as share a commit. The figures hang on pages and
 * commits alone, not on how fast the machine is.
 */
const orders = Number(process.argv[2] ?? 1600);
/** So many at a time are a burst, for which so many kilobytes are promised. */
const [crowd, limit] = [8, 100];

const hash = (): string => randomBytes(32).toString('hex');

const lines = <T>(of: () => T): Record<string, T> =>
  Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${(n + 1) * 10}`, of()]));

const received = (n: number) => ({
  channel: 'orders',
  direction: 'inbound' as const,
  lane: 'orders',
  name: `order-${n}.xml`,
  source: { kind: 'file' as const, id: randomUUID(), name: `order-${n}.xml`, size: 10_000, mtime: n },
  bytes: tenKilobytes(`PO-${n}`),
});

const checked = (n: number) => ({
  orderKey: `inbound/buyer/BENCH/PO-${n}`,
  address: `buyer/BENCH/PO-${n}`,
  purchaseOrderNumber: `PO-${n}`,
  issued: '2026-03-02',
  findings: [],
});

const prepared = () => ({
  bytes: Buffer.from(JSON.stringify({ order: randomBytes(300).toString('hex') })),
  saw: sampleRecord,
  plan: JSON.stringify({
    change: { delivered: { fingerprint: hash(), bytes: hash(), lines: lines(hash) } },
    fields: {},
    findings: [],
  }),
  mapping: 'm',
  findings: [],
});

const settlement = (message: number) => ({
  ended: { attempt: 1, ...ok },
  outcome: 'delivered' as const,
  reason: 'The exchange took it (200).',
  findings: [],
  change: () => {
    const at = new Date().toISOString();
    const line = () => ({ fingerprint: hash(), revision: 1, at });
    const sent = { revision: 1, message, at, fingerprint: hash(), bytes: hash(), lines: lines(line) };
    return {
      state: JSON.stringify({ revision: 1, sent, published: {}, received: {} }),
      bodies: [],
      revision: 1,
    };
  },
});

const ok = { status: 200, detail: 'ok', unknown: false, answer: Buffer.from('{"ok":true}') };

/** The steps of these orders, each for all of them at once. */
function stepsOf(journal: Journal, numbers: readonly number[]) {
  let ids: readonly number[] = [];
  const each = (call: (id: number, n: number) => Promise<unknown>) => () =>
    Promise.all(ids.map((id, at) => call(id, numbers[at] ?? 0)));
  return {
    receive: async () => {
      ids = (await journal.receive(numbers.map(received))).map((id) => id ?? 0);
    },
    checked: each((id, n) => journal.storeChecked(id, checked(n))),
    claim: () => journal.claim({ direction: 'inbound', count: ids.length, due: Date.now(), busy: [] }),
    prepared: each((id) => journal.startDelivery(id, prepared())),
    settle: each((id) => journal.settle(id, settlement(id))),
  };
}

async function measure(together: number): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'journal-writes-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const bytes = new Map<string, number>();
  for (let first = 0; first < orders; first += together) {
    const numbers = Array.from({ length: together }, (_, n) => first + n);
    for (const [name, step] of Object.entries(stepsOf(journal, numbers))) {
      const before = writtenBy(process.pid);
      await step();
      bytes.set(name, (bytes.get(name) ?? 0) + writtenBy(process.pid) - before);
    }
  }
  await journal.close();
  rmSync(folder, { recursive: true });
  const named = (what: string): string => `${together} at a time: ${what}, kB`;
  const kilobytes = (sum: number): number => sum / orders / 1000;
  const all = kilobytes([...bytes.values()].reduce((sum, one) => sum + one, 0));
  return [
    ...[...bytes].map(([name, sum]) => ({ what: named(name), figure: rounded(kilobytes(sum)) })),
    { what: named('all'), ...(together < crowd ? { figure: rounded(all) } : below(limit, all)) },
  ];
}

const rows: Row[] = [];
for (const together of [2, 8, 20]) rows.push(...(await measure(together)));
report(`What does the journal write for an order of 10 kB? (${orders} orders)`, rows);
