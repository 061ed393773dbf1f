import { expect, it } from 'vitest';
import { addParked, addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
import { readNeighbours } from './neighbours.ts';

it('says where a message stands in a list and what is next to it, also when it has left the list', async () => {
  const journal = openTestJournal();
  const [first, second, third] = [
    await addParked(journal, 'a.xml'),
    await addParked(journal, 'b.xml'),
    await addParked(journal, 'c.xml'),
  ];
  await addReady(journal, 'other.xml');
  const of = (id: number) => readNeighbours(journal.pages, { needsAction: true }, id);
  expect(await of(third)).toEqual({ place: 1, count: 3, more: false, older: second });
  expect(await of(second)).toEqual({ place: 2, count: 3, more: false, newer: third, older: first });
  expect(await of(first)).toEqual({ place: 3, count: 3, more: false, newer: second });
  await journal.enqueueCommand({ action: 'discard', message: second, force: false, reason: 'twice' });
  await journal.carryOutCommands();
  expect(await of(second)).toMatchObject({ count: 2, newer: third, older: first });
});
