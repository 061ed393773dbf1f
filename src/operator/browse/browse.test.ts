import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import type { Finding } from '../../types.ts';
import { planBulkDecision, readBulkDecision, startBulkDecision } from '../decisions/bulk-plan.ts';
import { computeHealth, type Health } from '../health/health.ts';
import { readNoNews } from './channel-rows.ts';
import { readMessageRows, readMessageTotals } from './message-rows.ts';
import { readNeedsAction } from './needs-action.ts';
import { readOverview } from './overview.ts';

const folder = mkdtempSync(join(tmpdir(), 'browse-'));
afterAll(() => rmSync(folder, { recursive: true }));

let journal: Journal;
let count = 0;
beforeEach(() => {
  count += 1;
  journal = openSqliteJournal(join(folder, `${count}.db`));
});
afterEach(() => journal.close());

const throughJson = <T>(answer: T): T => {
  expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  return answer;
};

function message(channel: string, name: string): NewMessage {
  count += 1;
  const source = { kind: 'file', id: `c-${count}`, name, size: 1, mtime: 1 } as const;
  const direction = channel === 'responses' ? 'outbound' : 'inbound';
  return { channel, direction, name, source, bytes: Buffer.from(`${count}`) };
}

const finding = (code: string, value: string, sentence: string): Finding => ({
  ...{ code, value, message: sentence, severity: 'park', advice: '' },
});
const unit = (value: string): Finding =>
  finding('table-miss', value, `The table \`unit\` has no entry for \`${value}\`.`);

async function ready(channel: string, number: string): Promise<number> {
  const [id = 0] = await journal.receive([message(channel, `${number}.xml`)]);
  const order = { address: `buyer/${number}`, orderKey: number, purchaseOrderNumber: number };
  await journal.storeChecked(id, { ...order, findings: [] });
  return id;
}

async function park(channel: string, number: string, why: Finding): Promise<number> {
  const id = await ready(channel, number);
  await journal.park(id, why.message, [why]);
  return id;
}

async function refuse(channel: string, number: string): Promise<number> {
  const id = await ready(channel, number);
  const why = { ...finding('decimal-comma', '12,75', 'It is not a number.'), severity: 'error' as const };
  await journal.settle(id, { outcome: 'rejected', reason: why.message, findings: [why] });
  return id;
}

const well: Health = { status: 'green', reasons: [] };
const channels = [
  { name: 'orders', direction: 'inbound' },
  { name: 'orders-json', direction: 'inbound' },
  { name: 'responses', direction: 'outbound' },
] as const;
const overviewOf = async (health = well) =>
  throughJson(
    await readOverview(journal.pages, {
      ...{ health, channels, now: Date.now() },
      today: new Date(Date.now() - 3_600_000).toISOString(),
    }),
  );

it('says that all is well where nothing needs anybody', async () => {
  await journal.settle(await ready('orders', 'PO-1'), { outcome: 'delivered', reason: '', findings: [] });
  const overview = await overviewOf();
  expect(overview.today).toEqual({ received: 1, delivered: 1, refused: 0, parked: 0 });
  expect(overview.channels.map(({ channel, standing }) => [channel, standing])).toEqual([
    ['orders', 'well'],
    ['orders-json', 'well'],
    ['responses', 'well'],
  ]);
  const [orders] = overview.channels;
  expect(orders).toMatchObject({ lastHour: 1, last: { name: 'PO-1.xml' } });
  expect(orders?.hours).toHaveLength(24);
  expect(orders?.hours.reduce((sum, { received }) => sum + received, 0)).toBe(1);
  expect(orders).not.toHaveProperty('oldestWaiting');
});

it('tells what has to be done in the portal, the oldest first', async () => {
  const task = (line: string) => ({
    line,
    finding: finding('cancel-in-portal', '', `Line ${line}.`),
    asks: '1',
  });
  for (const number of ['PO-1', 'PO-2'])
    await journal.settle(await ready('orders', number), {
      ...{ outcome: 'delivered', reason: '', findings: [] },
      tasks: [task('10')],
    });
  const { tasks } = await overviewOf();
  expect(tasks.map(({ purchaseOrderNumber, line }) => [purchaseOrderNumber, line])).toEqual([
    ['PO-1', '10'],
    ['PO-2', '10'],
  ]);
});

it('tells troubles with who has to act, the troubled channels first', async () => {
  await park('orders-json', 'PO-1', unit('STK'));
  await refuse('orders', 'PO-2');
  const since = '2026-03-01T09:14:00.000Z';
  const what = { en: 'It is so.', nl: 'Het is zo.' };
  const health = computeHealth([
    { trouble: 'exchange-away', about: '', what, since, lasts: 3_600_000 },
    { trouble: 'not-collected', about: 'responses', what, since, lasts: 3_600_000 },
  ]);
  const overview = await overviewOf(health);
  expect(overview.troubles.map(({ code, act }) => [code, act.who])).toEqual([
    ['exchange-away', 'exchange'],
    ['not-collected', 'erp'],
  ]);
  expect(overview.needsAction.parked.count + overview.needsAction.refused.count).toBe(2);
  expect(overview.channels.map(({ channel, standing, count: of }) => [channel, standing, of])).toEqual([
    ['orders-json', 'decide', 1],
    ['orders', 'refused', 1],
    ['responses', 'not-collected', 0],
  ]);
});

it('groups what needs action by cause over channels, with whom it is up to and what is probably meant', async () => {
  await park('orders', 'PO-1', unit('STK'));
  await park('orders-json', 'PO-2', unit('STK'));
  await park('orders-json', 'PO-3', unit('STK'));
  await park('orders-json', 'PO-4', unit('ROL'));
  await park('orders-json', 'PO-5', finding('exchange-not-found', 'A-77', 'The exchange still answers 404.'));
  await park('orders-json', 'PO-6', finding('line-disputed', '10', 'The line is disputed.'));
  await refuse('orders', 'PO-7');
  const { groups } = throughJson(await readNeedsAction(journal.pages));
  expect(groups[0]).toMatchObject({
    ...{ kind: 'parked', code: 'table-miss', value: 'STK', count: 3, suggestion: 'C62' },
    channels: [
      { channel: 'orders-json', count: 2 },
      { channel: 'orders', count: 1 },
    ],
    act: { who: 'administrator', action: 'add-to-table' },
    sample: { finding: { message: 'The table `unit` has no entry for `STK`.' } },
  });
  const others = new Map(groups.map(({ code, value, act }) => [`${code} ${value}`, act.who]));
  expect(others.get('exchange-not-found A-77')).toBe('exchange');
  expect(others.get('line-disputed 10')).toBe('purchasing');
  expect(others.get('decimal-comma 12,75')).toBe('erp');
  expect(groups.find(({ value }) => value === 'A-77')).not.toHaveProperty('suggestion');
});

it('lists messages with their standing', async () => {
  const first = await park('orders', 'PO-1', unit('STK'));
  const second = await ready('orders', 'PO-1');
  const { rows } = throughJson(await readMessageRows(journal.pages, { limit: 10 }));
  expect(rows.map(({ id, standing, act }) => [id, standing.name, act.who])).toEqual([
    [second, 'ready', 'nobody'],
    [first, 'parked', 'administrator'],
  ]);
  expect(rows[1]?.cause).toEqual({ code: 'table-miss', value: 'STK' });
  expect(await readMessageTotals(journal.pages)).toEqual({ needsAction: 1, waiting: 0, all: 2 });
});

it('tells why messages said nothing, once for sentences that differ in a number', async () => {
  for (const other of [7, 8]) {
    const reason = `Message ${other} says the same and is not done yet.`;
    await journal.settle(await ready('orders', `PO-${other}`), {
      outcome: 'duplicate',
      reason,
      findings: [],
    });
  }
  const told = await readNoNews(journal.pages, new Date(Date.now() - 60_000).toISOString());
  expect(told.get('orders')).toMatchObject([{ outcome: 'duplicate', count: 2 }]);
});

it('plans a decision on all that fit, and carries out exactly that', async () => {
  const ids = [await park('orders', 'PO-1', unit('STK')), await park('orders', 'PO-2', unit('STK'))];
  await park('orders', 'PO-3', unit('ROL'));
  await ready('orders', 'PO-2');
  const fitting = { finding: 'table-miss', value: 'STK', needsAction: true } as const;
  const plan = throughJson(await planBulkDecision(journal.pages, 'retry', { fitting }));
  expect(plan).toMatchObject({
    messages: ids,
    heldBack: 0,
    behind: 1,
    left: 0,
    more: false,
    possiblyTwice: 0,
  });
  expect(plan.groups.map(({ count: of, channel }) => [of, channel])).toEqual([[2, 'orders']]);
  // what fits meanwhile is not among them
  await park('orders', 'PO-4', unit('STK'));
  const id = await startBulkDecision(journal, plan, { who: 'anna', reason: 'STK is in the table now' });
  while (await journal.advanceBulkDecisions()) await journal.carryOutCommands();
  const view = throughJson(await readBulkDecision(journal, id));
  expect(view).toMatchObject({ decision: { state: 'done', total: 2, done: 2, who: 'anna' }, refused: [] });
  expect((await journal.pages.causes(5)).parked.count).toBe(2);
  expect(await readBulkDecision(journal, 99)).toBeUndefined();
  const byIds = await planBulkDecision(journal.pages, 'retry', { ids });
  expect(byIds).toMatchObject({ messages: [], left: 2 });
});
