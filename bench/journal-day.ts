import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Journal, RetentionCutoff } from '../src/journal/journal.ts';
import type { NewMessage } from '../src/journal/model/message.ts';
import { openSqliteJournal } from '../src/journal/sqlite/open-sqlite.ts';
import { sampleRecord } from '../src/journal/testkit/sample-record.ts';
import { orderXml } from '../test/kit/documents.ts';
import { atMost, report, rounded } from './kit/report.ts';

/**
 * What does a day cost? `node bench/journal-day.ts [MESSAGES]`: an embedded journal with a million delivered orders, its size
 * before and after retention, what of it is there for replay alone, and the longest that a bite of retention holds the event
 * loop up. A million takes half an hour.
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
  await journal.storeChecked(id, { ...identity, findings: [] });
  const plan = JSON.stringify({ change: { delivered: { fingerprint: `${id}` } }, fields: {}, findings: [] });
  const { attempt } = await journal.startDelivery(id, {
    bytes,
    saw: sampleRecord,
    plan,
    mapping: 'm',
    findings: [],
  });
  const answer = Buffer.from(`{"id":"${id}"}`);
  await journal.endAttempt(id, attempt, { status: 200, detail: 'ok', unknown: false, answer });
  await journal.settle(id, {
    outcome: 'delivered',
    reason: 'The exchange took it (200).',
    findings: [],
    change,
  });
  await journal.noteFiled({ id, ends: 1 }, `archive/order-${id}.xml`);
}

const folder = mkdtempSync(join(tmpdir(), 'day-'));
const path = join(folder, 'journal.db');

/** What is in it, wherever it lies: pages that are free are counted too. */
function megabytes(): number {
  const db = new DatabaseSync(path, { readOnly: true });
  const number = (pragma: string): number => Number(db.prepare(`pragma ${pragma}`).get()?.[pragma]);
  const bytes = number('page_count') * number('page_size');
  db.close();
  return bytes / 1_000_000;
}

/** Bytes that a message takes more for replay: what it saw, which revision it made, what it was made with. */
function bytesForReplay(messages: number): number {
  const sizes = [false, true].map((without) => {
    const copy = join(folder, `copy-${without}.db`);
    const db = new DatabaseSync(path, { readOnly: true });
    db.prepare('vacuum into ?').run(copy);
    db.close();
    if (without) strip(copy);
    const { size } = statSync(copy);
    rmSync(copy);
    return size;
  });
  return ((sizes[0] ?? 0) - (sizes[1] ?? 0)) / messages;
}

function strip(copy: string): void {
  const db = new DatabaseSync(copy);
  db.exec(`update message set saw = null, revision = null, seen_state = null; delete from seen_state;
    update message set generation = null where outcome <> 'delivered';
    delete from part where role = 'named';
    delete from blob where not exists (select 1 from part p where p.hash = blob.hash);
    vacuum`);
  db.close();
}

/** The state of an order of so many lines, each time another one. */
function stateOf(n: number, lines: number): string {
  const print = (of: string) => createHash('sha256').update(`${n} ${of}`).digest('hex');
  const at = '2026-03-01T09:00:00.000Z';
  const all = Array.from({ length: lines }, (_, line) => [
    `${(line + 1) * 10}`,
    { fingerprint: print(`${line}`), revision: 1, at },
  ]);
  const sent = { revision: 1, message: n, arrival: n * 2 ** 20, at, fingerprint: print('all') };
  const side = { ...sent, bytes: print('bytes'), earlier: [], lines: Object.fromEntries(all) };
  return JSON.stringify({ revision: 1, sent: side, published: {}, received: {} });
}

/** Of 20 lines, and settled without delivery on the state of its order. */
async function settleUnchanged(journal: Journal, id: number): Promise<void> {
  await journal.storeChecked(id, { address: `buyer/c/PO-${id}`, orderKey: `inbound/u${id}`, findings: [] });
  await journal.settle(id, {
    ...{ outcome: 'unchanged', reason: 'It says the same as what was delivered last.', findings: [] },
    saw: { ...sampleRecord, generation: 'f'.repeat(64), said: 'unchanged', state: stateOf(id, 20) },
  });
  await journal.noteFiled({ id, ends: 1 }, `archive/order-${id}.xml`);
}

async function fill(
  messages: number,
  end: (journal: Journal, id: number) => Promise<void>,
): Promise<Journal> {
  const journal = openSqliteJournal(path);
  for (let n = 0; n < messages; n += atOnce) {
    const ids = await journal.receive(Array.from({ length: atOnce }, (_, at) => document(n + at)));
    await Promise.all(ids.map((id = 0) => end(journal, id)));
    if ((n + atOnce) % 50_000 === 0) console.error(`${n + atOnce} messages`);
  }
  return journal;
}

/** Longest bite and all of them, in milliseconds. */
async function prune(
  journal: Journal,
  expiry: RetentionCutoff,
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
  const few = Math.min(count, 10_000);
  const unchanged = await fill(few, settleUnchanged);
  const settledBytes = bytesForReplay(few);
  await unchanged.close();
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  const journal = await fill(count, deliver);
  const deliveredBytes = bytesForReplay(count);
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
    { what: 'for replay, bytes a delivered message', ...atMost(100, deliveredBytes) },
    {
      what: 'for replay, bytes one of 20 lines that settled without delivery',
      ...atMost(1500, settledBytes),
    },
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
