import { expect, it } from 'vitest';
import type { Message } from '../../journal/model/message.ts';
import type { Finding } from '../../types.ts';
import { renderMessage } from './journal-show.ts';

const warning = (line: number): Finding => ({
  code: 'quantity-sum',
  severity: 'warning',
  message: `Line ${line} does not add up.`,
  advice: 'Look.',
  line,
  path: `/Order/cac:OrderLine[${line}]`,
});

const message: Message = {
  id: 1,
  receivedAt: '2026-03-01T12:00:00.000Z',
  channel: 'orders',
  direction: 'inbound',
  lane: '',
  arrival: 1,
  name: 'a.xml',
  source: { kind: 'search', note: false },
  state: 'settled',
  outcome: 'delivered',
  reason: '',
  due: 0,
  attempts: 1,
  inHand: false,
  ends: 1,
  hash: '',
  possiblyTwice: false,
  forced: false,
  findings: [warning(1), warning(2), warning(3)],
};

it('tells a warning of many lines once, with the count and the places', () => {
  const lines = renderMessage(message, { attempts: [], parts: [] }).split('\n');
  expect(lines.filter((line) => line.includes('does not add up'))).toEqual([
    '  1 warning: Line 1 does not add up. Look. The same in 2 more places: line 2; line 3.',
  ]);
});
