import { expect, it } from 'vitest';
import type { Answer } from '../../exchange/exchange-client.ts';
import { recordingLog, temporaryJournal } from '../../folders/testkit/folder.ts';
import { buildMessage } from '../../journal/testkit/sample-message.ts';
import { ExchangeBreaker } from './exchange-breaker.ts';

const away: Answer = { kind: 'retry', status: 503, body: Buffer.from('no'), away: true };
const taken: Answer = { kind: 'ok', status: 200, body: Buffer.from('') };

it('each gateway tells each outage once, whichever of them meets its end', async () => {
  const journal = await temporaryJournal();
  const gateways = [1, 2].map(() => {
    const { log, lines } = recordingLog();
    return {
      breaker: new ExchangeBreaker({ journal, log }, () => {}),
      told: () => lines.map(({ code }) => code),
    };
  });
  const [one, other] = gateways;
  const meet = async (answer: Answer, id: number) =>
    await one?.breaker.noteDelivery(buildMessage(id, { orderKey: `key ${id}` }), answer);
  for (const id of [1, 2, 3, 4]) await meet(away, id);
  expect(one?.told()).toEqual(['exchange-outage']);
  await other?.breaker.noteDelivery(buildMessage(5), taken);
  expect(other?.told()).toEqual(['exchange-answers']);
  for (const id of [6, 7, 8]) await meet(away, id);
  expect(one?.told()).toEqual(['exchange-outage', 'exchange-outage']);
});
