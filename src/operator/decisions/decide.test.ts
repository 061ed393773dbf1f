import { expect, it, onTestFinished } from 'vitest';
import type { Command, Journal } from '../../journal/journal.ts';
import { addParked, addReady, openTestJournal } from '../testkit/journal-with-messages.ts';
import { decide } from './decide.ts';
import type { DecisionAccess } from './decision-access.ts';

const accessTo = (journal: Journal, isRunning: boolean | undefined): DecisionAccess => ({
  journal,
  write: (use) => use(journal),
  isGatewayRunning: async () => isRunning,
});

const command = (action: Command['action'], message: number): Command => ({
  ...{ action, message, force: false, reason: 'So it is.', who: 'anna' },
});

/** Carries decisions out, as a gateway does. */
function carryOut(journal: Journal): void {
  const timer = setInterval(() => void journal.carryOutCommands(), 10);
  onTestFinished(() => clearInterval(timer));
}

it('what a gateway has carried out is told in the words that the journal keeps', async () => {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml');
  carryOut(journal);
  // where nobody can tell whether one runs, it is waited for
  const result = await decide(accessTo(journal, undefined), command('retry', id));
  expect(result).toEqual({ kind: 'done', said: 'It is tried again.' });
  expect(await journal.history(id)).toMatchObject([{ action: 'retry', result: 'It is tried again.' }]);
});

it('what cannot be decided is refused before it is left: as a code, or in the words of the journal', async () => {
  const journal = openTestJournal();
  const id = await addReady(journal, 'a.xml');
  await journal.settle(id, { outcome: 'rejected', reason: '', findings: [] });
  const access = accessTo(journal, true);
  expect(await decide(access, command('retry', 77))).toEqual({
    ...{ kind: 'refused', code: 'no-message', values: { id: 77 } },
  });
  expect(await decide(access, command('retry', id))).toMatchObject({
    ...{ kind: 'refused', said: expect.stringMatching(/^It was refused: mend it/) },
  });
  expect(await journal.carryOutCommands()).toEqual([]);
});

it('what a gateway does not carry out is refused in the words that the journal keeps', async () => {
  const journal = openTestJournal();
  const id = await addReady(journal, 'a.xml');
  carryOut(journal);
  expect(await decide(accessTo(journal, true), command('retry', id))).toEqual({
    ...{ kind: 'refused', said: 'It is ready: it goes on by itself.' },
  });
});

it('a decision that nobody takes up is kept, and said to be', async () => {
  const journal = openTestJournal();
  const id = await addParked(journal, 'a.xml');
  expect(await decide(accessTo(journal, false), command('retry', id))).toEqual({
    ...{ kind: 'pending', code: 'no-gateway', values: {} },
  });
  expect(await decide(accessTo(journal, true), command('release', id), 200)).toEqual({
    ...{ kind: 'pending', code: 'not-taken-up', values: { seconds: 0.2 } },
  });
  expect((await journal.carryOutCommands()).map(({ action }) => action)).toEqual(['retry', 'release']);
});

it('a discard waits until nobody works on the message', async () => {
  const journal = openTestJournal();
  const id = await addReady(journal, 'a.xml');
  await journal.claim({ direction: 'inbound', count: 1, due: Date.now(), busy: [] });
  carryOut(journal);
  expect(await decide(accessTo(journal, true), command('discard', id), 200)).toEqual({
    ...{ kind: 'pending', code: 'in-hand', values: {} },
  });
});

it('a task can be ended when its message is no longer kept', async () => {
  const journal = openTestJournal();
  expect(await decide(accessTo(journal, false), command('done', 77))).toMatchObject({ kind: 'pending' });
  expect((await journal.carryOutCommands()).map(({ action }) => action)).toEqual(['done']);
});
