import { expect, it } from 'vitest';
import type { Message } from '../../journal/model/message.ts';
import { addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
import { findOrderNeighbours } from './order-neighbours.ts';

it('says which later documents of an order wait for one, and which one it waits for', async () => {
  const journal = openTestJournal();
  const [first, second, third] = [
    await addReady(journal, 'a.xml', '4711'),
    await addReady(journal, 'b.xml', '4711'),
    await addReady(journal, 'c.xml', '4711'),
  ];
  await addReady(journal, 'other.xml', '4712');
  await journal.park(first, 'Look at it.', []);
  const of = async (id: number) => {
    const message: Message | undefined = await journal.message(id);
    return message && (await findOrderNeighbours(journal.pages, message));
  };
  expect(await of(first)).toEqual({ behind: [second, third] });
  expect(await of(second)).toEqual({ behind: [third], waitsFor: first });
  await journal.enqueueCommand({ action: 'release', message: first, force: false, reason: 'it may go' });
  await journal.carryOutCommands();
  expect(await of(first)).toEqual({ behind: [] });
  expect(await of(second)).toEqual({ behind: [third] });
});
