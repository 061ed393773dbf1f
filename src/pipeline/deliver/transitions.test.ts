import { expect, it } from 'vitest';
import { createFinding } from '../../findings/create-finding.ts';
import { recordingLog } from '../../folders/testkit/folder.ts';
import { buildMessage } from '../../journal/testkit/sample-message.ts';
import { MessageTransitions } from './transitions.ts';

const message = buildMessage(7, { name: 'a.xml' });

function ending() {
  const { log, lines } = recordingLog();
  const done = async () => undefined;
  return {
    ends: new MessageTransitions(
      { journal: { wait: done, recheck: done, park: done, settle: done }, log },
      () => undefined,
    ),
    lines,
  };
}

it.each([
  ['delivered', 'info'],
  ['ignored', 'info'],
  ['rejected', 'warn'],
] as const)('logs what was %s at %s', async (outcome, level) => {
  const { ends, lines } = ending();
  await ends.settle(message, { outcome, reason: 'so it is', findings: [] });
  expect(lines).toMatchObject([{ level }]);
});

it('logs what is parked at warn, and what was tried until no more can be tried at error', async () => {
  const { ends, lines } = ending();
  await ends.park(message, 'a person must decide', [
    createFinding('exchange-unexpected-status', { status: 418, value: '' }),
  ]);
  await ends.park(message, 'not known for an hour', [
    createFinding('exchange-not-found', { status: 404, value: '' }),
  ]);
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'error']);
});
