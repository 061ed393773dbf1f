import { expect, it } from 'vitest';
import { inboundChannel } from '../../config/schema/config-schema.ts';
import type { Journal } from '../../journal/journal.ts';
import { openTestJournal } from '../testkit/journal-with-messages.ts';
import { acceptConfig, hashConfig, isConfigAccepted } from './accept-config.ts';
import { moveCursor, readCursors } from './move-cursor.ts';
import { readBinding, rebind } from './rebind-journal.ts';
import { takeSeen } from './take-seen-files.ts';

const by = { who: 'anna', reason: 'So it is.' };
const writer = (journal: Journal) => ({ write: <T>(use: (open: Journal) => Promise<T>) => use(journal) });

const now = Date.parse('2026-03-10T12:00:00.000Z');
const [first, earlier, later] = [5, 1, 8].map((day) => `2026-03-0${day}T00:00:00.000Z`);

it('a cursor moves back and on, never into the future, and nobody moves one that is not there', async () => {
  const journal = openTestJournal();
  const move = (channel: string, to = '') => moveCursor(writer(journal), { channel, to, ...by }, now);
  expect(await move('responses', first)).toEqual({
    ...{ kind: 'refused', code: 'cursor-none', values: { channel: 'responses' } },
  });
  await journal.receive([], { cursor: { channel: 'responses', value: first ?? '', noting: false } });
  expect(await move('responses', '2026-03-11T00:00:00.000Z')).toMatchObject({ code: 'cursor-future' });
  expect(await move('responses', earlier)).toEqual({
    ...{ kind: 'done', code: 'cursor-back', values: { before: first, to: earlier } },
  });
  expect(await move('responses', later)).toEqual({
    ...{ kind: 'done', code: 'cursor-on', values: { before: earlier, to: later } },
  });
  expect(await readCursors(journal, undefined)).toMatchObject({
    cursors: [{ channel: 'responses', value: later }],
    moves: [{ who: 'anna' }, { who: 'anna' }],
  });
  expect(await readCursors(journal, 'other')).toEqual({ cursors: [], moves: [] });
});

it('a journal is bound to another address of its exchange', async () => {
  const journal = openTestJournal();
  const to = 'https://new.example';
  expect(await rebind(journal, to, by)).toEqual({ kind: 'refused', code: 'not-bound', values: {} });
  await journal.bind('https://old.example, company c');
  expect(await rebind(journal, to, by)).toEqual({
    ...{ kind: 'done', code: 'rebound', values: { url: 'https://new.example, company c' } },
  });
  expect(await readBinding(journal)).toMatchObject({
    bound: 'https://new.example, company c',
    changes: [{ action: 'rebind', who: 'anna' }],
  });
});

it('files that a dry run has seen are taken by a channel of files that is live', async () => {
  const journal = openTestJournal();
  const channel = (mode: 'live' | 'dryRun') =>
    inboundChannel.parse({
      ...{ from: { folder: '/erp/out' }, document: 'scsn/Order', to: { exchange: 'sci-connector/order' } },
      ...(mode === 'dryRun' ? { mode } : {}),
    });
  const channels = { orders: channel('live'), dry: channel('dryRun') };
  const take = (name: string) => takeSeen(writer(journal), channels, name, by);
  expect(await take('nobody')).toEqual({ kind: 'refused', code: 'no-channel', values: { name: 'nobody' } });
  expect(await take('dry')).toEqual({ kind: 'refused', code: 'still-dry', values: { name: 'dry' } });
  expect(await take('orders')).toEqual({ kind: 'refused', code: 'no-seen-files', values: {} });
});

it('a config is accepted by its text, since an instant, and by no decision on something else', async () => {
  const journal = openTestJournal();
  const text = 'channels: {}';
  const since = new Date().toISOString();
  const isAccepted = (accepted = text, from = since) => isConfigAccepted(journal, hashConfig(accepted), from);
  const result = `The config ${hashConfig(text)}.`;
  await journal.addHistoryEntry({ subject: 'orders', action: 'accept', ...by, result });
  await journal.addHistoryEntry({ subject: 'config', action: 'refuse', ...by, result });
  expect(await isAccepted()).toBe(false);
  await acceptConfig(journal, text, by);
  expect(await isAccepted()).toBe(true);
  expect(await isAccepted('channels: { other: {} }')).toBe(false);
  expect(await isAccepted(text, '2100-01-01T00:00:00.000Z')).toBe(false);
});
