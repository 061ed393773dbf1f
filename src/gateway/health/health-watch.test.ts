import { expect, it } from 'vitest';
import { keepUntranslated } from '../../findings/localized-text.ts';
import { recordingLog } from '../../folders/testkit/folder.ts';
import type { BacklogSummary } from '../../journal/journal.ts';
import { buildMessage } from '../../journal/testkit/sample-message.ts';
import { HealthWatch } from './health-watch.ts';
import type { NoticedTrouble } from './trouble-sources.ts';

const minute = 60_000;
const nothing: BacklogSummary = {
  due: [],
  unchecked: [],
  waiting: { count: 0 },
  parked: [],
  rejected: [],
  tasks: [],
};

/** A watch whose clock and surroundings the test holds. */
function world() {
  const { log, lines } = recordingLog();
  const now = {
    time: 0,
    noticed: [] as NoticedTrouble[],
    standing: async (): Promise<BacklogSummary> => nothing,
  };
  const watch = new HealthWatch({
    noticed: () => now.noticed,
    journal: { summarizeBacklog: () => now.standing() },
    exchange: { probe: async () => undefined },
    log,
    tasksWithin: () => 60 * minute,
    now: () => now.time,
  });
  const codes = async () => (await watch.health()).reasons.map(({ level, code }) => `${level} ${code}`);
  return { now, watch, codes, lines };
}

it('tells a message that has been due for five minutes and has come no further', async () => {
  const { now, codes, watch } = world();
  now.standing = async () => ({ ...nothing, due: [buildMessage(7)] });
  expect(await codes()).toEqual([]);
  now.time += 5 * minute;
  expect(await codes()).toEqual(['red standstill']);
  expect((await watch.health()).reasons[0]).toMatchObject({
    about: 'orders',
    since: '2026-03-02T08:00:00.000Z',
    what: { en: expect.stringContaining('Message 7 (7.xml, channel orders)') },
  });
});

it('says nothing while one after the other ends, or comes a step further', async () => {
  const { now, codes } = world();
  for (const next of [
    buildMessage(7),
    buildMessage(8),
    buildMessage(8, { attempts: 1 }),
    buildMessage(8, { due: 5 }),
  ]) {
    now.standing = async () => ({ ...nothing, due: [next] });
    expect(await codes()).toEqual([]);
    now.time += 4 * minute;
  }
});

it('tells a message that is not checked and holds its lane, with its reason', async () => {
  const { now, codes, watch } = world();
  now.standing = async () => ({ ...nothing, unchecked: [buildMessage(9, { reason: 'no XSDs at /x' })] });
  await codes();
  now.time += 5 * minute;
  expect(await codes()).toEqual(['red held']);
  expect((await watch.health()).reasons[0]?.what.en).toContain('no XSDs at /x');
});

it('counts what is parked and rejected, and tells what waits for long', async () => {
  const { now, codes, watch } = world();
  const at = '2026-03-01T08:00:00.000Z';
  now.standing = async () => ({
    ...nothing,
    waiting: { count: 3, first: buildMessage(5, { reason: 'The exchange answers 429.' }) },
    parked: [
      {
        channel: 'orders',
        count: 9,
        oldest: at,
        newest: [31],
        messages: [{ id: 31, name: '31.xml', purchaseOrderNumber: 'PO-7', reason: 'the party is unknown' }],
      },
    ],
    rejected: [
      {
        channel: 'orders',
        count: 1,
        oldest: at,
        newest: [12],
        messages: [{ id: 12, name: '12.xml', reason: 'not valid' }],
      },
    ],
  });
  await codes();
  now.time += 5 * minute;
  expect((await codes()).sort()).toEqual(['amber parked', 'amber rejected', 'amber waiting']);
  expect((await watch.health()).reasons.map(({ what }) => what.en).sort()).toEqual([
    `1 document was refused, at ${at}.\nmessage 12 (12.xml): not valid`,
    '3 documents wait, the first (message 5) since 2026-03-02T08:00:00.000Z: The exchange answers 429.',
    `9 documents are parked; the oldest was received at ${at}. The last are:\nmessage 31, order PO-7 (31.xml): the party is unknown`,
  ]);
});

it('tells of open tasks when the oldest has been open for too long', async () => {
  const { now, codes, watch } = world();
  const opened = (ago: number) => new Date(Date.now() - ago).toISOString();
  const at = opened(61 * minute);
  now.standing = async () => ({
    ...nothing,
    tasks: [
      { channel: 'answers', count: 2, oldest: at, newest: [9, 7] },
      { channel: 'orders', count: 1, oldest: opened(59 * minute), newest: [8] },
    ],
  });
  expect(await codes()).toEqual(['amber task']);
  expect((await watch.health()).reasons).toMatchObject([
    {
      about: 'answers',
      since: at,
      what: {
        en: `2 tasks are open (messages 9, 7), the oldest since ${at}: what the exchange has no operation for.`,
      },
    },
  ]);
});

it('is red when the journal cannot be read, or does not answer', async () => {
  const { now, watch } = world();
  now.standing = async () => {
    throw new Error('file is not a database');
  };
  expect(await watch.health()).toMatchObject({
    status: 'red',
    reasons: [{ code: 'journal', what: { en: 'The journal cannot be read: file is not a database' } }],
  });
});

it('counts from when a trouble began, and anew when it was over', async () => {
  const { now, codes } = world();
  const away = { trouble: 'exchange-away', name: 'exchange', about: '' } as const;
  now.noticed = [{ ...away, what: keepUntranslated('no answer') }];
  expect(await codes()).toEqual(['amber exchange-away']);
  now.time += minute;
  now.noticed = [{ ...away, what: keepUntranslated('no answer, in other words') }];
  expect(await codes()).toEqual(['red exchange-away']);
  now.noticed = [{ ...away, what: undefined }];
  expect(await codes()).toEqual([]);
  now.noticed = [{ ...away, what: keepUntranslated('no answer') }];
  expect(await codes()).toEqual(['amber exchange-away']);
});

it('logs what becomes red once, with what to do, and that it is over', async () => {
  const { now, watch, lines } = world();
  now.noticed = [
    { trouble: 'folder', name: 'folder of orders', about: 'orders', what: keepUntranslated('It is gone.') },
  ];
  const running = watch.run();
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatchObject({ level: 'error', code: 'health-red' });
  expect(lines[0]?.text).toMatch(/^It is gone\. `gateway check` tries every folder/);
  watch.stop();
  await running;
});

it('remembers since when, through a restart, what is seen again soon', async () => {
  const { now, codes, watch } = world();
  const since = new Date(Date.now() - 10 * minute).toISOString();
  const away = {
    trouble: 'exchange-away',
    name: 'exchange',
    about: '',
    what: keepUntranslated('no answer'),
  } as const;
  watch.remember([{ code: 'exchange-away', about: '', since }]);
  expect(await codes()).toEqual([]);
  now.time += minute;
  now.noticed = [away];
  expect((await watch.health()).reasons).toMatchObject([{ level: 'red', since }]);
  now.noticed = [];
  now.time += 5 * minute;
  expect(await codes()).toEqual([]);
  now.noticed = [away];
  expect(await codes()).toEqual(['amber exchange-away']);
});
