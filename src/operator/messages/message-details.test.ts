import { expect, it } from 'vitest';
import { sampleRecord } from '../../journal/testkit/sample-record.ts';
import { addParked, openTestJournal } from '../testkit/journal-with-messages.ts';
import { readMessageDetails, readMessagePart } from './message-details.ts';
import { readMessageMappings } from './message-mappings.ts';

it('all that is kept about a message is read at once, as data', async () => {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml');
  await journal.enqueueCommand({
    action: 'release',
    message: id,
    force: false,
    reason: 'Why not.',
    who: 'anna',
  });
  await journal.carryOutCommands();
  const details = await readMessageDetails(journal, id);
  expect(details).toMatchObject({
    message: { id, name: 'a.xml', state: 'parked', released: true },
    attempts: [],
    parts: [{ role: 'received', size: 5 }],
    history: [{ action: 'release', who: 'anna', reason: 'Why not.' }],
    documents: [],
    tasks: [],
  });
  expect(JSON.parse(JSON.stringify(details))).toEqual(details);
});

it('a message that is not there has no details', async () => {
  expect(await readMessageDetails(openTestJournal(), 77)).toBeUndefined();
});

it('a part is its bytes; the order state that prepare saw is read from the replay record', async () => {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml');
  await journal.park(id, 'It waits.', [], { saw: { ...sampleRecord, state: '{"known":1}' } });
  const text = async (role: 'received' | 'state' | 'answer') =>
    Buffer.from((await readMessagePart(journal, id, role)) ?? '').toString();
  expect([await text('received'), await text('state'), await text('answer')]).toEqual([
    'a.xml',
    '{"known":1}',
    '',
  ]);
});

it('a message that no mapping has touched names none', async () => {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml');
  const message = await journal.message(id);
  expect(message && (await readMessageMappings(journal, message))).toBeUndefined();
});
