import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { orderXml } from '../../test/kit/documents.ts';
import { lendWorkers } from '../../test/kit/lent-workers.ts';
import { checksQuickly, patience } from '../../test/kit/machine.ts';
import { Site, until } from '../../test/kit/site.ts';
import { computeLaneLimit } from '../journal/lanes/lane-turns.ts';
import { largeDocumentSize } from '../journal/model/message.ts';
import { Workers } from './workers/workers.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** What the work loop claims while messages are under way; the way of a message itself is in test/. */

let site: Site | undefined;

afterAll(lendWorkers());
afterEach(async () => {
  // where a test ended too early, what is in hand ends too
  site?.simulator.clearFaults();
  await site?.close();
  site = undefined;
});

/** Until the faults are cleared: milliseconds, and what the gateway waits for an answer. */
const stalled = 600_000;
const timeout = '20m';

async function open(webhooks: 'POST' | 'none' = 'none', perSecond = 1000, parallel = 50): Promise<Site> {
  const rate = { perSecond, parallel };
  const opened = await Site.open({
    config: (config) => Object.assign(config.exchange ?? {}, { timeout, rate }),
  });
  site = opened;
  await opened.start(webhooks);
  return opened;
}

/** More than one folder may have in hand. */
const slowOnes = 80;

function drop(into: Site, folder: string, count: number): void {
  for (let n = 1; n <= count; n += 1)
    into.drop(`erp/out/${folder}`, `${folder}-${n}.xml`, orderXml({ number: `${folder}-${n}` }));
}

it.each([
  [1000, 48],
  [99, 16],
])(
  'at %i requests a second %i slow messages of a folder are in hand, and other folders go on',
  async (perSecond, most) => {
    const opened = await open('none', perSecond);
    opened.simulator.fault({ match: '/api-connector', delayMs: stalled, times: slowOnes });
    drop(opened, 'orders-json', slowOnes);
    await until('the slow ones', () => (opened.simulator.requests().length >= most ? true : undefined));
    drop(opened, 'orders', 20);
    expect(await opened.ended('orders-20.xml')).toMatchObject({ outcome: 'delivered' });
    const slow = await until('all slow ones to be checked', async () => {
      const found = (await opened.messages()).filter(({ channel }) => channel === 'orders-json');
      return found.filter(({ state }) => state === 'ready').length === slowOnes ? found : undefined;
    });
    expect(slow.filter(({ inHand }) => inHand)).toHaveLength(most);
    opened.simulator.clearFaults();
    await opened.idle();
  },
);

it('where turns are few, an attempt begins with its turn: what only waits for it was not possibly sent', async () => {
  const opened = await open('none', 50, 1);
  opened.simulator.fault({ match: '/sci-connector', delayMs: stalled });
  drop(opened, 'orders', 16);
  const messages = await until('all to be in hand, and one to be there', async () => {
    const all = await opened.messages();
    const isThere = opened.simulator.requests().some(({ path }) => path === '/sci-connector/order');
    return isThere && all.filter(({ inHand }) => inHand).length === 16 ? all : undefined;
  });
  const begun = messages.filter(({ attempts }) => attempts > 0);
  opened.simulator.clearFaults();
  await opened.idle();
  expect(begun).toHaveLength(1);
  expect(opened.simulator.ledger()).toHaveLength(16);
  expect((await opened.messages()).map(({ attempts }) => attempts)).toEqual(Array(16).fill(1));
});

it('an exchange that answers slowly holds up no file for the ERP', async () => {
  const opened = await open('POST');
  opened.simulator.fault({ match: '/sci-connector', delayMs: stalled, times: 30 });
  drop(opened, 'orders', 30);
  await until('16 slow ones', () => (opened.simulator.requests().length >= 16 ? true : undefined));
  const { companyId } = opened.simulator;
  opened.simulator.putOrder({
    order: { companyId, supplierAccountNumber: '540830', purchaseOrderNumber: 'PO-1' },
    lines: [
      {
        position: '10',
        item: { number: 'P-10', name: 'Part', purchaseUnitOfMeasureIso: 'C62' },
        deliverySchedule: [{ position: '1', date: '2026-04-01', quantity: 5 }],
      },
    ],
  });
  opened.simulator.act({ order: 'PO-1', action: 'accept' });
  await opened.published('erp/in/responses', 1);
  const orders = (await opened.messages()).filter(({ channel }) => channel === 'orders');
  expect(orders.map(({ state }) => state)).toEqual(Array.from({ length: 30 }, () => 'ready'));
  opened.simulator.clearFaults();
  await opened.idle();
});

interface Claim {
  readonly room: number;
  readonly got: number;
  readonly began: number;
  readonly ended: number;
}

function dropLarge(into: Site, count: number): void {
  const note = 'x'.repeat(largeDocumentSize);
  for (let n = 1; n <= count; n += 1)
    into.drop('erp/out/orders', `large-${n}.xml`, orderXml({ number: `L-${n}`, note }));
}

/** Everything that the work loop asks of the journal from now on. */
function claimsOf({ gateway: { journal } }: Site): readonly Claim[] {
  const claims: Claim[] = [];
  const claim = journal.claim.bind(journal);
  vi.spyOn(journal, 'claim').mockImplementation(async (query) => {
    const began = performance.now();
    const messages = await claim(query);
    const held = query.held?.get('inbound/orders') ?? 0;
    if (query.direction === 'inbound' && !query.large)
      claims.push({
        room: computeLaneLimit(query.count, held),
        got: messages.length,
        began,
        ended: performance.now(),
      });
    return messages;
  });
  return claims;
}

it.skipIf(!checksQuickly)(
  'while there are more, eight are claimed together, or what has room after 20 ms',
  async () => {
    const opened = await open();
    const claims = claimsOf(opened);
    // slower than the checks, so that some wait
    opened.simulator.fault({ match: '/sci-connector', delayMs: 500, times: 200 });
    drop(opened, 'orders', 200);
    await opened.ended('orders-200.xml');
    const hurried = claims.filter(({ room, began }, at) => {
      const before = claims[at - 1];
      return before?.got === before?.room && room < 8 && before && began - before.ended < 19;
    });
    expect(claims.filter(({ got, room }) => got === room).length).toBeGreaterThan(5);
    expect(hurried).toEqual([]);
  },
);

/** Fails once for each try, on the first message alone. */
function refuse(opened: Site, error: () => Error | undefined): void {
  const { journal } = opened.gateway;
  const checked = journal.storeChecked.bind(journal);
  vi.spyOn(journal, 'storeChecked').mockImplementation(async (id, result) => {
    const refused = id === 1 ? error() : undefined;
    if (refused) throw refused;
    await checked(id, result);
  });
}

it('what the journal refuses of one message parks that message, and its lane goes on', async () => {
  const opened = await open();
  refuse(opened, () => new Error('index row size 5440 exceeds btree version 4 maximum 2704'));
  drop(opened, 'orders', 2);
  expect(await opened.ended('orders-2.xml')).toMatchObject({ outcome: 'delivered' });
  const [first] = (await opened.messages()).filter(({ id }) => id === 1);
  expect(first).toMatchObject({ state: 'parked', findings: [{ code: 'step-failed' }] });
  expect(first?.reason).toContain('index row size 5440');
});

it('what was taken and cannot be settled is settled later, and not sent again', async () => {
  const opened = await open();
  const { journal } = opened.gateway;
  const settle = journal.settle.bind(journal);
  let refused = 0;
  vi.spyOn(journal, 'settle').mockImplementation(async (id, settlement) => {
    refused += 1;
    if (refused === 1) throw new Error('no state');
    await settle(id, settlement);
  });
  drop(opened, 'orders', 1);
  expect(await opened.ended('orders-1.xml')).toMatchObject({ outcome: 'delivered', possiblyTwice: false });
  const sent = opened.simulator.requests().filter(({ path }) => path.includes('/sci-connector'));
  expect(sent).toHaveLength(1);
});

it('trouble of what is around parks nothing: the message goes on when it is over', async () => {
  const opened = await open();
  let left = 5;
  refuse(opened, () => {
    left -= 1;
    return left < 0 ? undefined : Object.assign(new Error('no room'), { code: 'ENOSPC' });
  });
  drop(opened, 'orders', 1);
  expect(await opened.ended('orders-1.xml', 1, 40)).toMatchObject({ outcome: 'delivered' });
  expect(await opened.gateway.journal.attempts(1)).toHaveLength(1);
});

it('large documents under check hold up no small ones', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = Workers.prototype.check;
  const spy = vi.spyOn(Workers.prototype, 'check').mockImplementation(async function (this: Workers, task) {
    if (task.bytes.length >= largeDocumentSize) await promise;
    return await check.call(this, task);
  });
  const opened = await open();
  dropLarge(opened, 3);
  const large = () => spy.mock.calls.filter(([{ bytes }]) => bytes.length >= largeDocumentSize);
  await until('one to be under check', async () => large().length > 0 || undefined);
  await until('them to be received', async () => (await opened.messages()).length === 3 || undefined);
  drop(opened, 'orders-json', 3);
  await until('the small ones to be checked', async () => {
    const small = (await opened.messages()).filter(({ channel }) => channel === 'orders-json');
    return (small.length === 3 && small.every(({ state }) => state !== 'received')) || undefined;
  });
  expect(large()).toHaveLength(1);
  resolve();
  expect(await opened.ended('large-3.xml', 1, 40)).toMatchObject({ outcome: 'delivered' });
  spy.mockRestore();
});

it('of large documents two of a folder are in hand, and they hold up no small ones of it', async () => {
  const opened = await open();
  opened.simulator.fault({ match: '/sci-connector', delayMs: stalled, times: 2 });
  dropLarge(opened, 3);
  await until('them to be checked', async () => {
    const messages = await opened.messages();
    return (messages.length === 3 && messages.every(({ state }) => state === 'ready')) || undefined;
  });
  // else a small one would be held back in the place of the second
  const sent = () => opened.simulator.requests().filter(({ path }) => path.includes('/sci-connector'));
  await until('two to be sent', () => sent().length === 2 || undefined);
  drop(opened, 'orders', 3);
  for (const n of [1, 2, 3])
    expect(await opened.ended(`orders-${n}.xml`)).toMatchObject({ outcome: 'delivered' });
  const large = (await opened.messages()).filter(({ name }) => name.startsWith('large'));
  expect(large.map(({ state }) => state)).toEqual(Array.from({ length: 3 }, () => 'ready'));
  expect(large.filter(({ inHand }) => inHand)).toHaveLength(2);
  opened.simulator.clearFaults();
  await opened.idle();
});

it('a decision on many messages goes on by itself until it has ended', async () => {
  const opened = await open();
  const names = ['1.xml', '2.xml', '3.xml'];
  for (const name of names) opened.drop('erp/out/orders', name, '<NoOrder/>');
  const messages = (await Promise.all(names.map((name) => opened.ended(name)))).map(({ id }) => id);
  const { journal } = opened.gateway;
  const about = { action: 'close', force: false, who: 'anna', reason: 'a test', filter: '{}' } as const;
  const id = await journal.addBulkDecision({ ...about, messages, heldBack: 0, behind: 0 });
  const ended = await until('its end', async () => {
    const decision = await journal.findBulkDecision(id);
    return decision?.ended === undefined ? undefined : decision;
  });
  expect(ended).toMatchObject({ state: 'done', total: 3, done: 3, refused: 0 });
});
