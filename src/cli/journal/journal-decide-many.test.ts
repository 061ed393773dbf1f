import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { type DecisionProgress, decideMany, planDecisions } from '../../operator/decisions/decide-many.ts';
import type { DecisionAccess } from '../../operator/decisions/decision-access.ts';
import type { Finding } from '../../types.ts';
import { runCommandLine } from '../testkit/ran.ts';

/** `gateway journal retry|discard` on all that fit. */

let folder: string;
let journal: Journal;
let stopped: () => Promise<void>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-many-'));
  writeFileSync(join(folder, 'gateway.yaml'), 'journal: { sqlite: journal.db }\nchannels: {}\n');
  journal = openSqliteJournal(join(folder, 'journal.db'));
  stopped = async () => {};
});
afterEach(async () => {
  await stopped();
  await journal.close();
  rmSync(folder, { recursive: true });
});

const gateway = (...words: readonly string[]) => runCommandLine(folder, 'journal', ...words);

const finding = (code: string): Finding => ({ code, severity: 'park', message: 'm', advice: 'a' });

const document = (name: string, channel: string): NewMessage => ({
  ...{ channel, direction: 'inbound', lane: channel, name, bytes: Buffer.from(name) },
  source: { kind: 'file', id: name, name, size: 1, mtime: 1 },
});

async function parked(name: string, { channel = 'orders', key = name, code = 'a' } = {}): Promise<number> {
  const [id = 0] = await journal.receive([document(name, channel)]);
  await journal.storeChecked(id, { findings: [], orderKey: key, purchaseOrderNumber: key });
  await journal.park(id, `It has ${code}.`, [finding(code)]);
  return id;
}

/** Carries decisions out until the test is over, as a gateway does; in this order. Others may see the result before it is told here. */
function running(): readonly number[] {
  const taken: number[] = [];
  let isOver = false;
  const carry = async (): Promise<void> => {
    while (!isOver) {
      for (const { message } of await journal.carryOutCommands()) taken.push(message);
      await setTimeout(20);
    }
  };
  const carried = carry();
  stopped = () => {
    isOver = true;
    return carried;
  };
  return taken;
}

/** As the pages of a running gateway reach it. */
const access = (): DecisionAccess => ({
  journal,
  write: (use) => use(journal),
  isGatewayRunning: async () => true,
});

const statesOf = async (...ids: readonly number[]) =>
  Promise.all(ids.map(async (id) => (await journal.message(id))?.state));

it('first shows the plan, with counts and reasons, and does nothing', async () => {
  const ids = [await parked('1.xml'), await parked('2.xml'), await parked('3.xml', { code: 'b' })];
  const { code, out } = await gateway('retry', '--state', 'parked');
  expect(code).toBe(0);
  expect(out).toMatch(/^To retry: 3 messages, in the order in which they arrived\.\n/);
  expect(out).toMatch(/\n2 +orders +parked +It has a\.\n1 +orders +parked +It has b\.\n/);
  expect(out).toMatch(/#1 .*1\.xml\n#2 .*2\.xml\n#3 .*3\.xml\nNothing was done\. Repeat it with --yes/);
  expect(await statesOf(...ids)).toEqual(['parked', 'parked', 'parked']);
});

it('--yes carries it out in the order of arrival, whatever the numbers', async () => {
  const [a = 0] = await journal.receive([document('a.xml', 'orders')]);
  const others = [await parked('b.xml', { key: 'k' }), await parked('c.xml', { key: 'k' })];
  const last = await parked('a2.xml', { key: 'z' });
  await journal.storeChecked(a, { findings: [], orderKey: 'z' });
  await journal.park(a, 'late', [finding('a')]);
  const taken = running();
  const { code, out } = await gateway('retry', '--channel', 'orders', '--yes', '--reason', 'table mended');
  expect([code, out]).toEqual([0, expect.stringContaining('\n4 of 4\n')]);
  await vi.waitFor(() => expect(taken).toEqual([a, ...others, last]), 20_000);
  expect(await statesOf(a, ...others, last)).toEqual(Array(4).fill('received'));
  expect(await journal.history(a)).toMatchObject([{ action: 'retry', reason: 'table mended' }]);
});

it('takes those of a channel, a finding, a state, a time alone', async () => {
  const one = await parked('1.xml', { code: 'a' });
  const two = await parked('2.xml', { code: 'a-b' });
  const three = await parked('3.xml', { channel: 'other' });
  running();
  expect((await gateway('discard', '--finding', 'a', '--channel', 'orders', '--yes')).out).toContain(
    '1 of 1',
  );
  expect(await statesOf(one, two, three)).toEqual(['settled', 'parked', 'parked']);
  expect((await gateway('retry', '--since', '2999-01-01')).out).toMatch(/^There are no messages/);
  expect((await gateway('retry', '--finding', '%')).out).toMatch(/^There are no messages/);
  expect((await gateway('retry', '--finding', '"')).out).toMatch(/^There are no messages/);
  expect((await gateway('retry')).err).toContain('Say which messages');
  expect((await gateway('retry', '--state', 'settled')).code).not.toBe(0);
});

it('says that an order waits for an earlier message that is not among them', async () => {
  await parked('1.xml', { key: 'k', code: 'other' });
  await parked('2.xml', { key: 'k', code: 'a' });
  expect((await gateway('retry', '--finding', 'a')).out).toContain(
    '1 of their orders have an earlier message',
  );
});

it('without a gateway all are left for the next one; what has ended meanwhile is refused and told', async () => {
  const ids = [await parked('1.xml'), await parked('2.xml')];
  await journal.close();
  const left = await gateway('retry', '--state', 'parked', '--yes');
  expect(left).toMatchObject({ code: 0, out: expect.stringContaining('2 decisions are kept') });
  journal = openSqliteJournal(join(folder, 'journal.db'));
  const plan = await planDecisions(journal, 'discard', { state: 'parked' });
  await journal.carryOutCommands();
  expect(await statesOf(...ids)).toEqual(['received', 'received']);
  for (const id of ids) await journal.settle(id, { outcome: 'ignored', reason: '', findings: [] });
  running();
  const seen: DecisionProgress[] = [];
  const about = { force: false, reason: '', who: 'anna' };
  for await (const one of decideMany(access(), plan, about, new AbortController().signal)) seen.push(one);
  expect(seen.at(-1)).toMatchObject({
    of: 2,
    done: 2,
    refused: 2,
    because: expect.stringContaining('ignored'),
  });
});

it('goes on in parts, and ends after one when it is cancelled: the rest stays as it was', async () => {
  const names = Array.from({ length: 450 }, (_, n) => `${n}.xml`);
  const ids = await journal.receive(names.map((name) => document(name, 'orders')));
  for (const id of ids) await journal.storeChecked(id ?? 0, { findings: [], orderKey: `${id}` });
  for (const id of ids) await journal.park(id ?? 0, 'look', []);
  const plan = await planDecisions(journal, 'retry', { channel: 'orders' });
  running();
  const cancel = new AbortController();
  const seen: DecisionProgress[] = [];
  const about = { force: false, reason: '' };
  for await (const one of decideMany(access(), plan, about, cancel.signal)) {
    seen.push(one);
    if (seen.length === 2) cancel.abort();
  }
  expect(seen.map(({ done, left }) => done + left)).toEqual([200, 400]);
  const counts = await journal.countByState();
  expect(counts).toContainEqual({ state: 'parked', count: 50 });
  expect(counts).toContainEqual({ state: 'received', count: 400 });
});
