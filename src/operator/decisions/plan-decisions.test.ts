import { expect, it } from 'vitest';
import { addParked, addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
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
  await addParked(journal, 'a.xml', 'PO-1');
  const late = await addParked(journal, 'b.xml', 'PO-1');
  expect(await planDecisions(journal, 'retry', { ids: [late] })).toMatchObject({ heldBack: 1 });
  expect(await planDecisions(journal, 'discard', { ids: [late] })).toMatchObject({ heldBack: 0 });
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
