import type { Message } from '../model/message.ts';

/** A message that waits for its turn, for tests that need no journal. */
export const buildMessage = (id: number, more: Partial<Message> = {}): Message => ({
  id,
  channel: 'orders',
  direction: 'inbound',
  lane: 'orders',
  arrival: 7,
  inHand: false,
  ends: 0,
  name: `${id}.xml`,
  source: { kind: 'search', note: false },
  hash: 'h',
  receivedAt: '2026-03-02T08:00:00.000Z',
  state: 'ready',
  reason: '',
  due: 0,
  attempts: 0,
  findings: [],
  possiblyTwice: false,
  forced: false,
  ...more,
});
