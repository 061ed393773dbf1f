import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Expiry, Journal } from '../src/journal/interface.ts';
import type { NewMessage } from '../src/journal/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite.ts';
import { saw } from '../src/journal/testkit/saw.ts';
import { orderXml } from '../test/kit/documents.ts';
import { report, rounded } from './kit/report.ts';

/**
 * What does a day cost? `node bench/journal-day.ts [MESSAGES]`: an embedded journal with a million delivered orders, its size
 * before and after retention, and the longest that a bite of retention holds the event loop up. A million takes half an
 * hour.
 */
const count = Number(process.argv[2] ?? 1_000_000);
const atOnce = 500;
const ever = '2999-01-01T00:00:00.000Z';

const document = (n: number): NewMessage => ({
  channel: 'orders-json',
  direction: 'inbound',
  name: `order-${n}.xml`,
  source: { kind: 'file', id: `claim-${n}`, name: `order-${n}.xml`, size: 1, mtime: 1 },
  bytes: orderXml({ number: `PO-${n}`, lines: [{ id: '10', quantity: `${n}` }] }),
});

async function deliver(journal: Journal, id: number): Promise<void> {
  const bytes = Buffer.from(
    JSON.stringify({ order: { purchaseOrderNumber: `PO-${id}` }, lines: [{ quantity: id }] }),
  );
  const change = () => ({
    state: JSON.stringify({ revision: id, sent: { fingerprint: `${id}` } }),
    bodies: [],
    revision: 1,
  });
  const identity = {
    address: `buyer/c/PO-${id}`,
    purchaseOrderNumber: `PO-${id}`,
    orderKey: `inbound/${id}`,
  };
  await journal.checked(id, { ...identity, findings: [] });
  const plan = JSON.stringify({ change: { delivered: { fingerprint: `${id}` } }, fields: {}, findings: [] });
  const { attempt } = await journal.prepared(id, {
    bytes,
    saw,
    plan,
    mapping: 'm',
    findings: [],
  });
  const answer = Buffer.from(`{"id":"${id}"}`);
  await journal.ended(id, attempt, { status: 200, detail: 'ok', unknown: false, answer });
  await journal.settle(id, {
    outcome: 'delivered',
    reason: 'The exchange took it (200).',
    findings: [],
    change,
  });
  await journal.filed({ id, ends: 1 }, `archive/order-${id}.xml`);
}

const folder = mkdtempSync(join(tmpdir(), 'day-'));
const path = join(folder, 'journal.db');

/** Of all its files, with everything written to the main one. */
function megabytes(): number {
  const db = new DatabaseSync(path);
  db.exec('pragma wal_checkpoint(truncate)');
  db.close();
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 1_000_000;
}

/** Longest bite and all of them, in milliseconds. */
async function prune(
  journal: Journal,
  expiry: Expiry,
): Promise<{ readonly longest: number; readonly all: number }> {
  const started = performance.now();
  let longest = 0;
  const timed = async <T>(bite: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const answer = await bite();
    longest = Math.max(longest, performance.now() - began);
    return answer;
  };
  while ((await timed(() => journal.prune(expiry, 20))) === 20);
  while (await timed(() => journal.shrink()));
  return { longest, all: performance.now() - started };
}

try {
  const journal = openSqliteJournal(path);
  for (let n = 0; n < count; n += atOnce) {
    const ids = await journal.receive(Array.from({ length: atOnce }, (_, at) => document(n + at)));
    await Promise.all(ids.map((id = 0) => deliver(journal, id)));
    if ((n + atOnce) % 50_000 === 0) console.error(`${n + atOnce} messages`);
  }
  const full = megabytes();
  console.error('retention of bodies');
  const bodies = await prune(journal, { bodies: ever });
  const withoutBodies = megabytes();
  console.error('retention of messages');
  const messages = await prune(journal, { messages: ever });
  const after = megabytes();
  await journal.close();
  report(`What do ${count} messages cost?`, [
    { what: 'journal, MB', figure: rounded(full) },
    { what: 'a message, kB', figure: rounded((full * 1000) / count, 1) },
    { what: 'without bodies, MB', figure: rounded(withoutBodies) },
    { what: 'without messages (order states stay), MB', figure: rounded(after) },
    {
      what: 'retention of bodies, ms (longest bite / all)',
      figure: `${rounded(bodies.longest)} / ${rounded(bodies.all)}`,
    },
    {
      what: 'retention of messages, ms (longest bite / all)',
      figure: `${rounded(messages.longest)} / ${rounded(messages.all)}`,
    },
  ]);
} finally {
  rmSync(folder, { recursive: true });
}
