import { expect } from 'vitest';
import type { Journal } from '../journal.ts';
import type { NewMessage } from '../model/message.ts';
import { sampleRecord } from './sample-record.ts';

/** A journal with six messages, in every state, and what else outlives a move or an upgrade. */

const file = (n: number): NewMessage => ({
  ...{ channel: 'orders-json', direction: 'inbound', lane: 'orders-json', name: `order-${n}.xml` },
  source: { kind: 'file', id: `claim-${n}`, name: `order-${n}.xml`, size: 10, mtime: 1 },
  bytes: Buffer.from(`<Order ${n}/>`),
});

const event: NewMessage = {
  ...{ channel: 'responses', direction: 'outbound', lane: 'responses', name: 'OrderLinesAcceptedBySupplier' },
  source: { kind: 'webhook', method: 'POST' },
  bytes: Buffer.from('{"order":{"id":"o-1"}}'),
};

const made = {
  ...{ bytes: Buffer.from('{}'), plan: '{}', mapping: 'm', findings: [] },
  saw: { ...sampleRecord, state: '{}' },
};
const state = JSON.stringify({ revision: 2, sent: { fingerprint: 'f' } });
const cursor = { channel: 'responses', value: '2026-02-03T15:03:12.004Z', noting: false };
const person = { who: 'anna', force: false };

export async function fillEveryState(journal: Journal): Promise<void> {
  await journal.receive([1, 2, 3, 4, 5].map(file));
  await journal.receive([event], { cursor });
  for (const id of [1, 2, 3, 4, 6]) await journal.storeChecked(id, checkedOf(id));
  const attempts = await startEach(journal, [1, 2, 3, 6]);
  const ended = (id: number, status: number, detail: string, unknown = false) =>
    ({ attempt: attempts.get(id) ?? 0, status, detail, unknown }) as const;
  const change = () => ({ state, revision: 2, bodies: [] });
  const settled = { outcome: 'delivered', reason: '', findings: [], change } as const;
  await journal.settle(1, { ...settled, ended: ended(1, 200, 'ok') });
  await journal.endAttempt(2, attempts.get(2) ?? 0, ended(2, 0, 'reply lost', true));
  await journal.wait(2, Date.UTC(2030, 0), 'The exchange did not answer.');
  await journal.endAttempt(3, attempts.get(3) ?? 0, ended(3, 409, 'strange'));
  await journal.park(3, 'A person must decide.', []);
  await journal.settle(6, { ...settled, ended: ended(6, 0, 'published as PO-1-000001.xml') });
  await journal.enqueueCommand({ ...person, action: 'release', message: 3, reason: 'known' });
  await journal.carryOutCommands();
  await journal.enqueueCommand({
    ...person,
    action: 'resend',
    message: 3,
    reason: 'typo',
    bytes: file(7).bytes,
  });
}

const checkedOf = (id: number) => {
  const order = `PO-${id === 6 ? 1 : id}`;
  return { findings: [], orderKey: `k${id}`, address: `buyer/c/${order}`, purchaseOrderNumber: order };
};

async function startEach(journal: Journal, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const attempts = new Map<number, number>();
  for (const id of ids) attempts.set(id, (await journal.startDelivery(id, made)).attempt);
  return attempts;
}

/** All of that is there, and the work goes on. */
export async function expectEveryState(journal: Journal): Promise<void> {
  const messages = await journal.list({ limit: 10 });
  expect(messages.map(({ id, state, outcome }) => [id, outcome ?? state])).toEqual([
    ...[[6, 'delivered'] as const, [5, 'received'] as const, [4, 'ready'] as const],
    ...[[3, 'parked'] as const, [2, 'waiting'] as const, [1, 'delivered'] as const],
  ]);
  expect(Buffer.from((await journal.part(6, 'received')) ?? []).toString()).toBe('{"order":{"id":"o-1"}}');
  expect(await journal.orderState('buyer/c/PO-1')).toBe(state);
  expect(await journal.findCursor('responses')).toEqual({ value: cursor.value, noting: false });
  expect(await journal.attempts(2)).toMatchObject([{ unknown: true, detail: 'reply lost' }]);
  expect(await journal.history(3)).toMatchObject([{ action: 'release', who: 'anna' }]);
  expect((await journal.list({ limit: 5, find: 'po-1' })).map(({ id }) => id)).toEqual([6, 1]);
  expect((await journal.list({ limit: 5, find: 'rder-3' })).map(({ id }) => id)).toEqual([3]);
  expect(await journal.verify()).toEqual([]);
  expect(await journal.carryOutCommands()).toMatchObject([{ action: 'resend', message: 3 }]);
  expect(await journal.message(3)).toMatchObject({ state: 'received' });
}
