import { expect, it } from 'vitest';
import type { AlarmMessage } from './alarm-message.ts';
import type { AlarmTarget } from './alarm-target.ts';
import { type TargetTest, testAlarmTargets } from './test-targets.ts';

const message: AlarmMessage = {
  ...{ subject: 'TEST', text: 'A test.' },
  json: { version: 1, status: 'test', gateway: 'one', at: '', subject: 'TEST', alarms: [] },
};

it('each target is told, whatever became of those before', async () => {
  const sent: string[] = [];
  const target = (address: string, send: () => Promise<string | undefined>): AlarmTarget => ({
    ...{ name: 'mail', address },
    send: ({ subject }) => {
      sent.push(`${subject} to ${address}`);
      return send();
    },
  });
  const targets = [
    target('a', () => Promise.reject(new Error('It is away.'))),
    target('b', async () => 'It refuses one address.'),
    target('c', async () => undefined),
  ];
  const tests: TargetTest[] = [];
  for await (const one of testAlarmTargets(targets, message)) tests.push(one);
  expect(tests).toEqual([
    { name: 'mail', address: 'a', problem: 'It is away.' },
    { name: 'mail', address: 'b', problem: 'It refuses one address.' },
    { name: 'mail', address: 'c' },
  ]);
  expect(sent).toEqual(['TEST to a', 'TEST to b', 'TEST to c']);
});
