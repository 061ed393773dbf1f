import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Journal, MessagePageQuery } from '../journal.ts';
import { openSqliteJournal } from './open-sqlite.ts';
import { QueryThread } from './threads/query-thread.ts';

/**
 * What the work asks many times a second reads what is open and nothing else: an embedded journal has no statistics, and what reads all
 * that has settled, or all that waits, holds the event loop the longer the more there is.
 */

let folder: string;
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'query-plans-'));
  journal = openSqliteJournal(join(folder, 'journal.db'));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await journal.close();
  rmSync(folder, { recursive: true });
});

async function receive(name: string): Promise<number> {
  const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
  const bytes = Buffer.from(name);
  const [id = 0] = await journal.receive([
    { channel: 'c', direction: 'inbound', lane: 'l', name, source, bytes },
  ]);
  return id;
}

/** The statements that `work` compiles. */
async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await work();
  return prepare.mock.calls.map(([sql]) => sql);
}

/** Steps of the plan that read messages by nothing but their state, their direction, or one after the other. */
function readingTooMuch(sql: string): readonly string[] {
  const db = new DatabaseSync(join(folder, 'journal.db'), { readOnly: true });
  const nulls = Array.from({ length: sql.split('?').length - 1 }, () => null);
  const plan = db.prepare(`explain query plan ${sql}`).all(...nulls);
  db.close();
  return plan.map(({ detail }) => String(detail)).filter((step) => wide.test(step) && !isFirstLane(sql));
}

const wide =
  /message_state \(state=\?( AND id<\?)?\)|message_claimable \(direction=\?\)$|PRIMARY KEY \(rowid<\?\)|^SCAN (d|f|m|p|message)\b(?! USING (COVERING )?INDEX message_(unfiled|claimable|open)\b)/;

/** It reads on to the first free message of the next lane. */
const isFirstLane = (sql: string): boolean => sql.includes('order by m.lane limit 1');

it('of messages: to be filed, checked, claimed and begun again', async () => {
  for (let n = 0; n < 20; n += 1) {
    const id = await receive(`${n}.xml`);
    if (n < 5) continue;
    await journal.storeChecked(id, { findings: [], orderKey: `k${n}` });
    if (n < 10) continue;
    await journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
  }
  const wanted = { count: 4, busy: [], held: new Map<string, number>(), large: false };
  const statements = await statementsOf(async () => {
    expect((await journal.listUnfiled(['other'])).length).toBe(10);
    expect((await journal.takeNextToCheck({ ...wanted, except: [] })).length).toBeGreaterThan(0);
    expect((await journal.claim({ ...wanted, direction: 'inbound', due: Date.now() })).length).toBe(0);
    await journal.carryOutCommands();
    expect(await journal.lookForWork(Date.now())).toMatchObject({ messages: true, commands: false });
    expect((await journal.summarizeBacklog()).unchecked.length).toBeGreaterThan(0);
    expect(await journal.findNewestId('c')).toBe(20);
  });
  expect(statements.filter((sql) => sql.includes('message')).length).toBeGreaterThan(3);
  const found = statements.map((sql) => [sql, readingTooMuch(sql)] as const);
  expect(found.filter(([, steps]) => steps.length > 0)).toEqual([]);
});

it('of messages: what has expired', async () => {
  for (let n = 0; n < 20; n += 1) {
    const id = await receive(`${n}.xml`);
    await journal.settle(id, { outcome: n < 10 ? 'delivered' : 'split', reason: '', findings: [] });
    await journal.noteFiled({ id, ends: 1 }, 'archive');
  }
  const never = '2020-01-01T00:00:00.000Z';
  const ever = '2999-01-01T00:00:00.000Z';
  const statements = await statementsOf(async () => {
    expect(await journal.prune({ messages: never, bodies: never }, 100)).toBe(0);
    // all but the newest
    expect(await journal.prune({ bodies: ever }, 100)).toBe(19);
  });
  const looks = statements.filter((sql) => sql.includes("state = 'settled'"));
  expect(looks.length).toBe(8);
  expect(
    looks.map((sql) => [sql, readingTooMuch(sql)] as const).filter(([, steps]) => steps.length > 0),
  ).toEqual([]);
});

it('of messages: what health and metrics count of those that are parked and wait', async () => {
  const id = await receive('parked.xml');
  await journal.park(id, 'no unit', []);
  const ask = vi.spyOn(QueryThread.prototype, 'ask');
  expect((await journal.summarizeBacklog()).parked).toMatchObject([{ channel: 'c', count: 1 }]);
  expect(await journal.countOpenMessages()).toMatchObject([{ channel: 'c', state: 'parked', count: 1 }]);
  const statements = ask.mock.calls
    .map(([{ sql }]) => sql)
    .filter((sql) => sql.includes("in ('parked', 'waiting')"));
  const found = statements.map((sql) => [sql, readingTooMuch(sql)] as const);
  expect(found.length).toBe(3);
  expect(found.map(([sql, steps]) => [sql, steps.filter((step) => !step.includes('message_stuck'))])).toEqual(
    statements.map((sql) => [sql, []]),
  );
});

const cut = { limit: 50, before: 900, since: '2026-01-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' };
const queries: readonly MessagePageQuery[] = [
  { limit: 50 },
  { limit: 50, after: 1 },
  cut,
  { ...cut, needsAction: true },
  { ...cut, needsAction: true, channel: 'c' },
  { ...cut, channel: 'c' },
  ...(['received', 'ready', 'waiting', 'parked'] as const).flatMap((state) => [
    { ...cut, state },
    { ...cut, state, channel: 'c' },
  ]),
  ...(['rejected', 'discarded', 'delivered'] as const).flatMap((outcome) => [
    { ...cut, outcome },
    { ...cut, outcome, channel: 'c' },
  ]),
  { ...cut, without: ['ignored', 'duplicate'] },
  { ...cut, finding: 'table-miss' },
  { ...cut, finding: 'table-miss', value: 'STK' },
  { ...cut, number: '4711' },
  { ...cut, party: 'P1' },
  { ...cut, find: 'PO-4711' },
  { ...cut, find: 'PO-4711', outcome: 'rejected' },
];

/**
 * Steps of the plan that read all rows of a table that grows. `history` is read by its key, newest first; `parking` is emptied while it is
 * counted; `b` of a cause is a list of few that were read before.
 */
function readingAll({ sql, values }: { readonly sql: string; readonly values: readonly unknown[] }) {
  const db = new DatabaseSync(join(folder, 'journal.db'), { readOnly: true });
  const plan = db.prepare(`explain query plan ${sql}`).all(...values.map(String));
  db.close();
  const isRead = (step: string): boolean =>
    scan.test(step) || (/^SCAN b\b(?! USING)/.test(step) && !sql.includes('limit ?) b'));
  return plan.map(({ detail }) => String(detail)).filter(isRead);
}

const scan = /^SCAN (m|message|business_key|f|finding|o|p|attempt|hour_count)\b(?! USING)/;

it('of pages: whatever is chosen, listed, counted or grouped', async () => {
  const id = await receive('PO-4711.xml');
  await journal.park(id, 'no unit', [
    { code: 'table-miss', severity: 'park', message: 'no unit', advice: '', value: 'STK' },
  ]);
  const ask = vi.spyOn(QueryThread.prototype, 'ask');
  const { pages } = journal;
  for (const query of queries) {
    await pages.page(query);
    await pages.countFitting(query, 100);
  }
  await journal.list({ limit: 50, finding: 'table-miss' });
  await journal.list({ limit: 50, finding: 'table-miss', state: 'parked', channel: 'c' });
  await pages.causes(50);
  await pages.hourCounts('2026-01-01T00:00:00.000Z');
  await pages.receivedSince('2026-01-01T00:00:00.000Z');
  await pages.stuckCounts();
  await pages.lastMessages(['c']);
  await pages.noNews('2026-01-01T00:00:00.000Z');
  await pages.recentHistory(10);
  const asked = new Map(ask.mock.calls.map(([query]) => [query.sql, query]));
  expect(asked.size).toBeGreaterThan(40);
  const found = [...asked.values()].map((query) => [query.sql, readingAll(query)] as const);
  expect(found.filter(([, steps]) => steps.length > 0)).toEqual([]);
});
