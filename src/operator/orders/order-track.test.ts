import { expect, it } from 'vitest';
import { OrderJournal } from '../../../test/kit/order-journal.ts';
import { openTestJournal } from '../testkit/journal-with-messages.ts';
import { askForOrders } from './ask-for-orders.ts';

const channels = new Map([
  ['orders', { kind: 'order', operation: 'api-connector/order' }],
  ['responses', { kind: 'response', collectedWithin: 3_600_000 }],
] as const);

async function track(role: 'buyer' | 'supplier', ...events: readonly string[]) {
  const journal = openTestJournal();
  const order = new OrderJournal(journal, role);
  for (const event of events) await order.carryOut(event);
  const found = await askForOrders(journal, { text: '4711' }, { channels, now: Date.now(), all: false });
  if (found.kind !== 'one') throw new Error('one order is expected');
  return {
    stations: found.order.track.map(({ name, mark }) => `${name} ${mark}`),
    actor: found.order.answer.act.who,
  };
}

it('an order on its way is ahead of its answer', async () => {
  expect(await track('buyer', 'order', 'sent')).toEqual({
    stations: ['sent done', 'answered ahead', 'shipped ahead', 'collected ahead'],
    actor: 'nobody',
  });
});

it('what waits for the ERP stands at the station where it is collected', async () => {
  const { stations } = await track('buyer', 'order', 'sent', 'answer accepted:10', 'published');
  expect(stations).toEqual(['sent done', 'answered done', 'collected waiting', 'shipped ahead']);
});

it('a parked order has been received and is not sent', async () => {
  expect(await track('buyer', 'order', 'parks')).toEqual({
    stations: ['received done', 'decide parked', 'sent ahead', 'answered ahead'],
    actor: 'operator',
  });
});

it('a line that the supplier rejected is for those who buy', async () => {
  const { stations, actor } = await track(
    'buyer',
    'order',
    'sent',
    'answer rejected:10 accepted:20',
    'published',
  );
  expect(stations).toEqual(['sent done', 'answered rejected', 'collected waiting', 'change underWay']);
  expect(actor).toBe('purchasing');
});
