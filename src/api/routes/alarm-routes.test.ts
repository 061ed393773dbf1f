import { afterAll, expect, it } from 'vitest';
import { computeHealth } from '../../operator/health/health.ts';
import type { RequestContext, Route } from '../kit/route.ts';
import { openDesk } from '../testkit/open-desk.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { messageRoutes } from './message-routes.ts';

const desk = openDesk();
afterAll(() => desk.close());

const context: RequestContext = {
  ...{ caller: { name: 'anna', role: 'operate' }, address: '127.0.0.1', language: 'en' },
  signal: new AbortController().signal,
};
const post = async (path: string, input: object): Promise<unknown> =>
  await alarmRoutes(desk)
    .find(({ description }) => description.path === path)
    ?.answer({ ...input, reason: 'I call them' }, context);
const acknowledge = (code: string, about: string) => post('/alarms/acknowledgements', { code, about });
const by = { who: 'anna', reason: 'I call them' };

it('acknowledges what this gateway sees before it is written down, and what another one wrote down', async () => {
  const since = desk.now().toISOString();
  const what = { en: 'No answer.', nl: 'Geen antwoord.' };
  desk.standing = computeHealth([{ trouble: 'exchange-away', about: '', what, since, lasts: 1 }]);
  await desk.journal.troubles.replaceTroubles('another', [
    { code: 'folder', about: 'orders', level: 'red', since, what: 'The folder is away.', mark: '' },
  ]);
  const noted = { text: 'It is noted that you see to it.' };
  expect(await acknowledge('exchange-away', '')).toEqual(noted);
  expect(await acknowledge('folder', 'orders')).toEqual(noted);
  await expect(acknowledge('folder', 'ordres')).rejects.toMatchObject({ status: 409, code: 'no-open-alarm' });
  expect(await desk.journal.troubles.listAcknowledgements()).toMatchObject([by, by]);
});

it('silences an alarm for so many minutes, in the name of who asks', async () => {
  const before = Date.now();
  await post('/alarms/silences', { code: 'folder', about: 'orders', minutes: 30 });
  const [silence] = await desk.journal.troubles.listSilences(new Date().toISOString());
  expect(silence).toMatchObject({ code: 'folder', about: 'orders', ...by });
  const minutes = (Date.parse(silence?.until ?? '') - before) / 60_000;
  expect(minutes).toBeGreaterThanOrEqual(30);
  expect(minutes).toBeLessThan(31);
});

it('lists what is wrong, the red first, and what is silenced, before it is written down too', async () => {
  const what = { en: 'It is so.', nl: 'Het is zo.' };
  const since = (seconds: number) => new Date(Date.parse('2026-03-02') + seconds * 1000).toISOString();
  await desk.journal.troubles.replaceTroubles('another', []);
  await post('/alarms/silences', { code: 'disk', about: '', minutes: 30 });
  const lasting = { about: '', what, lasts: 3_600_000 };
  desk.standing = computeHealth([
    { trouble: 'not-collected', ...lasting, since: since(0) },
    { trouble: 'journal', ...lasting, since: since(2) },
    { trouble: 'disk', ...lasting, since: since(1) },
  ]);
  const list = alarmRoutes(desk).find(({ description }) => description.path === '/alarms');
  expect(await list?.answer({}, context)).toMatchObject({
    alarms: [
      { code: 'journal', level: 'red', silenced: false, what: 'It is so.' },
      { code: 'not-collected', level: 'amber', silenced: false },
      { code: 'disk', level: 'amber', silenced: true },
    ],
  });
});

it('says who has to act on parked documents as the message does', async () => {
  const source = { kind: 'file', id: 'a.xml', name: 'a.xml', size: 1, mtime: 1 } as const;
  const bytes = Buffer.from('<Order/>');
  const [id = 0] = await desk.journal.receive([
    { channel: 'orders', direction: 'inbound', name: 'a.xml', source, bytes },
  ]);
  await desk.journal.storeChecked(id, { orderKey: '1', address: 'buyer/c/1', findings: [] });
  const disputed = { code: 'line-disputed', severity: 'park', message: 'It is.', advice: '' } as const;
  await desk.journal.park(id, 'It is.', [disputed]);
  const what = { en: 'It is so.', nl: 'Het is zo.' };
  const since = desk.now().toISOString();
  desk.standing = computeHealth([{ trouble: 'parked', about: 'orders', what, since, lasts: 1 }]);
  const answerOf = (routes: readonly Route[], path: string, input: object) =>
    routes.find(({ description }) => description.path === path)?.answer(input, context);
  const purchasing = { who: 'purchasing', name: 'Purchasing', isReader: false };
  expect(await answerOf(alarmRoutes(desk), '/alarms', {})).toMatchObject({ alarms: [{ act: purchasing }] });
  expect(await answerOf(messageRoutes(desk), '/messages/:id', { id })).toMatchObject({ act: purchasing });
});
