import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import type { Finding } from '../../types.ts';
import { readMessageRows } from '../browse/message-rows.ts';
import type { AlarmCode } from '../health/health.ts';
import { addWhoActs } from './who-acts-on-alarms.ts';

let folder: string;
let journal: Journal;
let count = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alarm-acts-'));
  journal = openSqliteJournal(join(folder, 'journal.db'));
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

type Direction = 'inbound' | 'outbound';

async function receive(channel: string, address: string, direction: Direction = 'inbound'): Promise<number> {
  count += 1;
  const name = `${count}.xml`;
  const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
  const [id = 0] = await journal.receive([{ channel, direction, name, source, bytes: Buffer.from(name) }]);
  await journal.storeChecked(id, { address, orderKey: name, findings: [] });
  return id;
}

const finding = (code: string, severity: Finding['severity'] = 'park'): Finding => ({
  ...{ code, severity, message: 'It is so.', advice: '' },
});
const park = async (channel: string, address: string, code: string): Promise<void> =>
  await journal.park(await receive(channel, address), 'It is so.', [finding(code)]);
const refuse = async (channel: string, direction: Direction): Promise<void> =>
  await journal.settle(await receive(channel, 'buyer/c/1', direction), {
    ...{ outcome: 'rejected', reason: 'It is so.', findings: [finding('no-number', 'error')] },
  });
const openTask = async (channel: string, address: string): Promise<void> =>
  await journal.settle(await receive(channel, address), {
    ...{ outcome: 'ignored', reason: '', findings: [] },
    tasks: [{ line: '10', finding: finding('cancel-in-portal'), asks: '1' }],
  });

async function actOn(code: AlarmCode, about: string): Promise<string> {
  const [alarm] = await addWhoActs(journal.pages, [{ code, about }]);
  return `${alarm?.act.who} ${alarm?.act.action}`;
}

it('an alarm about parked documents names who the list of them names', async () => {
  await park('orders', 'buyer/c/1', 'line-disputed');
  await park('orders', 'buyer/c/2', 'several-places');
  expect(await actOn('parked', 'orders')).toBe('purchasing agree');
  const { rows } = await readMessageRows(journal.pages, { needsAction: true, limit: 10 });
  expect(rows.map(({ act }) => act.who)).toEqual(['purchasing', 'purchasing']);
  await park('responses', 'supplier/c/3', 'line-disputed');
  expect(await actOn('parked', 'responses')).toBe('sales agree');
});

it('names who has most of them, and that others have some; where none stands still any more, somebody looks', async () => {
  await park('orders', 'buyer/c/1', 'table-miss');
  for (const address of ['buyer/c/2', 'buyer/c/4']) await park('orders', address, 'line-disputed');
  await park('others', 'buyer/c/3', 'table-miss');
  expect(await actOn('parked', 'orders')).toBe('purchasing see-each');
  expect(await actOn('parked', 'none')).toBe('operator decide');
  expect(await actOn('parked', 'others')).toBe('administrator add-to-table');
});

it('refused documents and open tasks are up to those who made them, or deal with the other party', async () => {
  await refuse('orders', 'inbound');
  await refuse('responses', 'outbound');
  await openTask('sales', 'supplier/c/4');
  expect(await actOn('rejected', 'orders')).toBe('erp fix-and-export');
  expect(await actOn('rejected', 'responses')).toBe('exchange ask-exchange');
  expect(await actOn('task', 'sales')).toBe('sales do-in-portal');
  expect(await actOn('task', 'none')).toBe('purchasing do-in-portal');
});

it('of the gateway itself nothing is read', async () => {
  expect(await actOn('disk', '')).toBe('administrator fix-gateway');
  expect(await actOn('lost-values', 'orders')).toBe('administrator fix-mapping');
});
