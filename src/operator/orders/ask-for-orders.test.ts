import { expect, it } from 'vitest';
import { OrderJournal } from '../../../test/kit/order-journal.ts';
import { addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
import { askForOrders, needsAction } from './ask-for-orders.ts';

const channels = new Map([
  ['orders', { kind: 'order', operation: 'api-connector/order' }],
  ['responses', { kind: 'response', collectedWithin: 3_600_000 }],
] as const);

async function ask(text: string, ...events: readonly string[]) {
  const journal = openTestJournal();
  const order = new OrderJournal(journal, 'buyer');
  for (const event of events) await order.carryOut(event);
  return await askForOrders(journal, { text }, { channels, now: Date.now(), all: false });
}

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

it('one order is told with all that happened, as data that goes through JSON', async () => {
  const found = await ask('4711', 'order', 'sent', 'answer rejected:10 accepted:20', 'published');
  expect(found).toMatchObject({
    kind: 'one',
    order: {
      number: '4711',
      answer: {
        state: 'not-collected',
        act: { who: 'purchasing', action: 'change-lines', lines: ['10'] },
        kind: 'response',
      },
      standing: [
        { line: '10', answer: 'rejected' },
        { line: '20', answer: 'accepted' },
      ],
      chapters: [
        {
          messages: [1],
          steps: [
            { step: 'arrived', at: instant, direction: 'inbound', by: 'file', name: 'document-1' },
            { step: 'sent', at: instant, end: 'sent', operation: 'api-connector/order', lines: ['10', '20'] },
          ],
        },
        {
          messages: [2],
          steps: [
            { step: 'arrived', at: instant, direction: 'outbound', by: 'webhook' },
            { step: 'published', at: instant, isPublished: true, place: '2.xml', mapping: '3f2a99' },
            { step: 'uncollected', isNow: true, alarm: { at: instant, within: 3_600_000 } },
          ],
        },
      ],
    },
  });
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  expect(needsAction(found)).toBe(true);
});

it('what a person has to do is said: who decided, how it stands, and open tasks', async () => {
  const found = await ask('4711', 'order', 'parks', 'release', 'answer accepted:10', 'asks 10');
  const steps = found.kind === 'one' ? found.order.chapters.flatMap((chapter) => chapter.steps) : [];
  expect(steps).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        step: 'decided',
        decision: expect.objectContaining({ action: 'release', who: 'anna', reason: 'Besloten.' }),
      }),
      {
        isNow: true,
        step: 'standing',
        state: 'parked',
        standing: { name: 'parked', released: true },
        reason: 'Look at it.',
      },
      expect.objectContaining({
        isNow: true,
        step: 'task-open',
        task: expect.objectContaining({ line: '10' }),
      }),
    ]),
  );
  expect(needsAction(found)).toBe(true);
});

it('messages of which nothing was to be said are one step, counted by outcome', async () => {
  const events = [
    'answer accepted:10',
    'ignored',
    'answer accepted:10',
    'superseded',
    'answer accepted:10',
    'ignored',
  ];
  const found = await ask('4711', 'order', 'sent', ...events);
  const last = found.kind === 'one' ? found.order.chapters.at(-1) : undefined;
  expect(last).toEqual({
    messages: [2, 3, 4],
    steps: [
      {
        at: instant,
        step: 'quiet',
        counts: [
          { outcome: 'ignored', count: 2 },
          { outcome: 'superseded', count: 1 },
        ],
      },
    ],
  });
});

it('several orders are summaries; none needs nobody', async () => {
  const journal = openTestJournal();
  for (const name of ['a-1', 'a-2']) await addReady(journal, name);
  const view = { channels, now: Date.now(), all: false };
  const found = await askForOrders(journal, { text: 'a-' }, view);
  expect(found).toMatchObject({
    kind: 'several',
    more: false,
    orders: [{ number: 'a-2' }, { number: 'a-1' }],
  });
  const none = await askForOrders(journal, { text: 'b' }, view);
  expect(none).toEqual({ kind: 'several', orders: [], more: false });
  expect(needsAction(none)).toBeUndefined();
});
