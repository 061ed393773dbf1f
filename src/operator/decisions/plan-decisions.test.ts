import { expect, it } from 'vitest';
import { sampleRecord } from '../../journal/testkit/sample-record.ts';
import { addParked, addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
import { type BulkAction, planBulkDecision, planFreedRetry } from './bulk-plan.ts';
import { planDecisions } from './decide-many.ts';
import { listChannelsUsing, readFreedFilter } from './message-filter.ts';
import { summarizePlan } from './plan-summary.ts';

it('a plan is shown by what stands for the same reason, the largest group first', async () => {
  const journal = openTestJournal();
  const one = await addParked(journal, 'a.xml');
  const others = [await addReady(journal, 'b.xml'), await addReady(journal, 'c.xml')];
  for (const id of others) await journal.park(id, 'The party is unknown.', []);
  const plan = await planDecisions(journal, 'retry', { state: 'parked' });
  expect(plan.messages.map(({ id }) => id)).toEqual([one, ...others]);
  const summary = summarizePlan(plan, 1);
  expect(summary).toMatchObject({
    ...{ action: 'retry', count: 3, moreGroups: 1, heldBack: 0, first: [{ id: one }] },
    groups: [{ count: 2, channel: 'orders', standing: { name: 'parked' }, reason: 'The party is unknown.' }],
  });
  expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
});

it('a plan says how many orders wait for an earlier message that is not among them', async () => {
  const journal = openTestJournal();
  const first = await addParked(journal, 'a.xml', 'PO-1');
  const late = await addParked(journal, 'b.xml', 'PO-1');
  expect(await planDecisions(journal, 'retry', { ids: [late] })).toMatchObject({ heldBack: 1 });
  expect(await planDecisions(journal, 'discard', { ids: [late] })).toMatchObject({ heldBack: 0 });
  await journal.enqueueCommand({ action: 'release', message: first, force: false, reason: '' });
  await journal.carryOutCommands();
  expect(await planDecisions(journal, 'retry', { ids: [late] })).toMatchObject({ heldBack: 0 });
});

it('a plan leaves alone what is of another channel, goes by itself, or has ended', async () => {
  const journal = openTestJournal();
  const [parked, ready, refused] = [
    await addParked(journal, 'a.xml'),
    await addReady(journal, 'b.xml'),
    await addReady(journal, 'c.xml'),
  ];
  await journal.settle(refused, { outcome: 'rejected', reason: '', findings: [] });
  const ids = [parked, ready, refused];
  const plan = async (action: BulkAction) =>
    (await planBulkDecision(journal.pages, action, { ids })).messages;
  expect(await plan('retry')).toEqual([parked]);
  expect(await plan('discard')).toEqual([parked, ready]);
  expect(await plan('close')).toEqual([refused]);
  await journal.enqueueCommand({ action: 'close', message: refused, force: false, reason: 'by phone' });
  await journal.carryOutCommands();
  expect(await plan('close')).toEqual([]);
  expect(await planDecisions(journal, 'discard', { channels: ['orders'] })).toMatchObject({
    messages: [{ id: parked }, { id: ready }],
  });
  expect(await planDecisions(journal, 'retry', { channels: ['other'] })).toMatchObject({ messages: [] });
});

it('a plan says how many may be sent twice', async () => {
  const journal = openTestJournal();
  const [id, other] = [await addReady(journal, 'a.xml'), await addParked(journal, 'b.xml')];
  const prepared = { bytes: Buffer.from('{}'), plan: '{}', mapping: 'm', findings: [] };
  const { attempt } = await journal.startDelivery(id, { ...prepared, saw: sampleRecord });
  await journal.endAttempt(id, attempt, { status: 0, detail: 'no answer', unknown: true });
  await journal.park(id, 'A person has to look.', []);
  const plan = await planBulkDecision(journal.pages, 'retry', { ids: [id, other] });
  expect(plan).toMatchObject({ messages: [id, other], possiblyTwice: 1 });
});

it('a publication retries exactly what it frees of that which waits, and forces nothing', async () => {
  const journal = openTestJournal();
  const [freed, gone] = [await addParked(journal, 'a.xml'), await addReady(journal, 'b.xml')];
  await addParked(journal, 'c.xml');
  const author = { who: 'anna', reason: 'The unit is in the table now.' };
  const plan = (ids: readonly number[]) =>
    planFreedRetry(journal.pages, { freed: ids, mapping: 'm' }, author);
  expect(await plan([freed, gone])).toMatchObject({
    ...{ action: 'retry', messages: [freed], force: false, ...author },
  });
  expect(await plan([gone])).toBeUndefined();
});

it('channels are meant by a mapping on their way', () => {
  const channels = { a: { map: ['x', 'y'] }, b: {}, c: { map: ['y'] } };
  expect(listChannelsUsing(channels, 'y')).toEqual(['a', 'c']);
  expect(listChannelsUsing(channels, 'z')).toEqual([]);
});

it('what was freed by a publication is meant exactly, while it is parked', async () => {
  const journal = openTestJournal();
  const [a, b] = [await addParked(journal, 'a.xml'), await addReady(journal, 'b.xml')];
  await addParked(journal, 'c.xml');
  const number = await journal.addPublication(
    { action: 'publish', before: 'x', after: 'y', freed: [a, b], who: 'anna', reason: '' },
    { mappings: 'm', standing: [] },
  );
  expect(await readFreedFilter(journal, `${number}`)).toEqual({
    ...{ filter: { ids: [a, b], state: 'parked' }, notParked: 1 },
  });
  await expect(readFreedFilter(journal, '77')).rejects.toThrow('Nothing was published as number 77.');
});
