import { afterAll, expect, it } from 'vitest';
import { computeHealth } from '../../operator/health/health.ts';
import type { RequestContext } from '../kit/route.ts';
import { openDesk } from '../testkit/open-desk.ts';
import { alarmRoutes } from './alarm-routes.ts';

const desk = openDesk();
afterAll(() => desk.close());

const context: RequestContext = {
  ...{ caller: { name: 'anna', role: 'operate' }, address: '127.0.0.1', language: 'en' },
  signal: new AbortController().signal,
};
const acknowledge = async (code: string, about: string): Promise<unknown> => {
  const path = '/alarms/acknowledgements';
  const found = alarmRoutes(desk).find(({ description }) => description.path === path);
  return await found?.answer({ code, about, reason: 'I call them' }, context);
};

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
  expect(await desk.journal.troubles.listAcknowledgements()).toHaveLength(2);
});
