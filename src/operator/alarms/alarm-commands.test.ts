import { expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { openTestJournal } from '../testkit/journal-with-messages.ts';
import { acknowledgeAlarm, addSilence, endSilence, listAlarms } from './alarm-commands.ts';

const by = { who: 'anna', reason: 'we know' };
const writer = (journal: Journal) => ({ write: <T>(use: (open: Journal) => Promise<T>) => use(journal) });

const now = Date.now();
const soon = new Date(now + 3_600_000).toISOString();

it('alarms are silenced for a while, and told again after it', async () => {
  const journal = openTestJournal();
  const silence = { code: 'folder', about: '', until: soon, ...by };
  expect(await addSilence(writer(journal), silence, now, [])).toEqual({
    ...{ kind: 'done', code: 'silenced', values: { id: 1, until: soon } },
  });
  expect((await listAlarms(journal, now)).silences).toMatchObject([{ id: 1, code: 'folder' }]);
  expect((await listAlarms(journal, now + 3_700_000)).silences).toEqual([]);
  expect(await endSilence(writer(journal), 1, by)).toMatchObject({ kind: 'done', code: 'silence-ended' });
  expect(await endSilence(writer(journal), 9, by)).toMatchObject({ kind: 'refused', code: 'no-silence' });
});

it('a silence of no alarm, or of a time that has passed, is refused', async () => {
  const journal = openTestJournal();
  const silence = { code: 'foldr', about: '', until: soon, ...by };
  expect(await addSilence(writer(journal), silence, now, [])).toEqual({
    ...{ kind: 'refused', code: 'no-alarm-kind', values: { code: 'foldr' } },
  });
  expect(await addSilence(writer(journal), { ...silence, code: '' }, now + 3_700_000, [])).toMatchObject({
    code: 'time-passed',
  });
});

it('a silence says when neither a channel nor an alarm is what it is about, and holds all the same', async () => {
  const journal = openTestJournal();
  const trouble = { code: 'folder', about: 'gone', level: 'red', what: 'Weg.', mark: '' } as const;
  await journal.troubles.replaceTroubles('one', [{ ...trouble, since: new Date(now).toISOString() }]);
  const answerTo = async (about: string) =>
    await addSilence(writer(journal), { code: '', about, until: soon, ...by }, now, ['orders']);
  for (const about of ['', 'orders', 'gone'])
    expect(await answerTo(about)).toMatchObject({ code: 'silenced' });
  expect(await answerTo('ordres')).toMatchObject({
    ...{ kind: 'done', code: 'silenced-unknown', values: { id: 4, until: soon, about: 'ordres' } },
  });
  expect((await listAlarms(journal, now)).silences).toHaveLength(4);
});

it('what is wrong is listed as the gateways wrote it down; one that is missing, as a code', async () => {
  const trouble = {
    code: 'folder',
    about: 'orders',
    level: 'red',
    what: 'Weg.',
    since: soon,
    mark: '',
  } as const;
  const troubles = {
    ...{ listSilences: async () => [], listAlarms: async () => [], listAcknowledgements: async () => [] },
    listTroubles: async () => [
      { gateway: 'zero', silent: 0, troubles: [{ ...trouble, level: 'amber' }] as const },
      { gateway: 'one', silent: 0, troubles: [trouble] },
      { gateway: 'two', silent: 90_000, troubles: [{ ...trouble, about: 'stale' }] },
      // it has said that it stops
      { gateway: 'three', silent: undefined, troubles: [{ ...trouble, about: 'gone' }] },
    ],
  };
  const { alarms } = await listAlarms({ shared: true, troubles }, now);
  expect(alarms).toEqual([
    { ...trouble, silenced: false, told: [] },
    {
      ...{ code: 'gateway-gone', about: 'two', level: 'amber', mark: '', silenced: false, told: [] },
      since: new Date(Math.floor((now - 90_000) / 1000) * 1000).toISOString(),
    },
  ]);
});

it('is acknowledged for as long as what was wrong then is wrong, and no longer', async () => {
  const journal = openTestJournal();
  const trouble = (since: number) =>
    ({
      ...{ code: 'parked', about: 'orders', level: 'amber', what: '', mark: '' },
      since: new Date(since).toISOString(),
    }) as const;
  const acknowledged = async () =>
    (await listAlarms(journal, now)).alarms.map((one) => one.acknowledged?.who);
  await journal.troubles.replaceTroubles('one', [trouble(now - 60_000)]);
  expect(await acknowledged()).toEqual([undefined]);
  const result = await acknowledgeAlarm(writer(journal), { code: 'parked', about: 'orders', ...by }, now);
  expect(result).toMatchObject({ kind: 'done', code: 'acknowledged' });
  expect(await acknowledged()).toEqual(['anna']);
  await journal.troubles.replaceTroubles('one', [{ ...trouble(now - 60_000), about: 'others' }]);
  expect(await acknowledged()).toEqual([undefined]);
  await journal.troubles.replaceTroubles('one', [trouble(Date.now() + 60_000)]);
  expect(await acknowledged()).toEqual([undefined]);
  expect(await journal.history()).toMatchObject([{ subject: 'alarm parked orders', action: 'acknowledge' }]);
  const unknown = { code: 'parkd', about: '', ...by };
  expect(await acknowledgeAlarm(writer(journal), unknown, now)).toMatchObject({ code: 'no-alarm-kind' });
});

it('an alarm that is not open is not acknowledged, and the answer names those that are', async () => {
  const journal = openTestJournal();
  const folder = { code: 'folder', level: 'red', what: 'Weg.', mark: '' } as const;
  const acknowledge = async (about: string, seen: Parameters<typeof acknowledgeAlarm>[3] = []) =>
    await acknowledgeAlarm(writer(journal), { code: 'folder', about, ...by }, now, seen);
  expect(await acknowledge('orders')).toEqual({
    ...{ kind: 'refused', code: 'no-open-alarms', values: { alarm: 'folder orders' } },
  });
  const abouts = ['orders', 'b', 'c', 'd', 'e', 'f'];
  await journal.troubles.replaceTroubles(
    'two',
    abouts.map((about, n) => ({ ...folder, about, since: new Date(now - 60_000 + n).toISOString() })),
  );
  expect(await acknowledge('')).toEqual({
    ...{ kind: 'refused', code: 'no-open-alarm' },
    values: { alarm: 'folder', open: 'folder orders, folder b, folder c, folder d, folder e, ...' },
  });
  expect(await journal.history()).toEqual([]);
  expect(await acknowledge('orders')).toMatchObject({ kind: 'done', code: 'acknowledged' });
  expect(await acknowledge('', [{ code: 'folder', about: '' }])).toMatchObject({ kind: 'done' });
});

it('says of values that were lost, which are told once and never listed, that there is nothing to acknowledge', async () => {
  const journal = openTestJournal();
  const alarm = { code: 'lost-values', about: 'orders', ...by };
  expect(await acknowledgeAlarm(writer(journal), alarm, now)).toEqual({
    ...{ kind: 'refused', code: 'told-once', values: { code: 'lost-values' } },
  });
  expect(await journal.history()).toEqual([]);
});
