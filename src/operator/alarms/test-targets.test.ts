import { expect, it } from 'vitest';
import { LocalizedError } from '../../findings/localized-error.ts';
import { keepUntranslated, quoteText } from '../../findings/localized-text.ts';
import type { AlarmMessage } from './alarm-message.ts';
import type { AlarmTarget } from './alarm-target.ts';
import { type TargetTest, testAlarmTargets } from './test-targets.ts';

const message: AlarmMessage = {
  ...{ subject: 'TEST', text: 'A test.' },
  json: { version: 1, status: 'test', gateway: 'one', at: '', subject: 'TEST', alarms: [] },
};

it('each target is told, whatever became of those before', async () => {
  const sent: string[] = [];
  const target = (address: string, send: () => Promise<LocalizedError | undefined>): AlarmTarget => ({
    ...{ name: 'mail', address },
    send: ({ subject }) => {
      sent.push(`${subject} to ${address}`);
      return send();
    },
  });
  const [refuses, away] = [
    keepUntranslated('It refuses one address.'),
    { en: 'It is away.', nl: 'Het is weg.' },
  ];
  const targets = [
    target('a', () => Promise.reject(new Error('the system says no'))),
    target('b', async () => new LocalizedError(refuses)),
    target('c', async () => undefined),
    target('d', () => Promise.reject(new LocalizedError(away))),
  ];
  const tests: TargetTest[] = [];
  for await (const one of testAlarmTargets(targets, message)) tests.push(one);
  expect(tests).toEqual([
    { name: 'mail', address: 'a', problem: quoteText('the system says no') },
    { name: 'mail', address: 'b', problem: refuses },
    { name: 'mail', address: 'c' },
    { name: 'mail', address: 'd', problem: away },
  ]);
  expect(sent).toEqual(['TEST to a', 'TEST to b', 'TEST to c', 'TEST to d']);
});
