import { beforeEach, expect, it, vi } from 'vitest';
import type { Message } from '../../journal/model/message.ts';
import { channel } from '../testkit/check-and-prepare.ts';
import type { PrepareResult } from './prepare-task.ts';
import { SpeculativePrepare, type SpeculativeResult } from './speculative-prepare.ts';

const said: PrepareResult = { kind: 'park', reason: 'as an example', findings: [] };
const prepared: SpeculativeResult = { prepared: said, now: '2026-03-02T10:00:01.000Z' };
const mappings = {};
const message: Message = {
  id: 1,
  arrival: 1,
  inHand: false,
  ends: 0,
  lane: '',
  receivedAt: '2026-03-02T10:00:00.000Z',
  channel: 'orders',
  direction: 'inbound',
  name: 'a.xml',
  source: { kind: 'webhook', method: 'POST' },
  state: 'ready',
  reason: '',
  due: 0,
  attempts: 0,
  hash: 'h',
  possiblyTwice: false,
  forced: false,
  findings: [],
  issued: '2026-03-02',
};

let ahead: SpeculativePrepare;
beforeEach(() => {
  ahead = new SpeculativePrepare();
  ahead.keep(message, '2026-03-02', prepared, mappings);
});

it('is used once, where prepare would see the very same', () => {
  expect(ahead.take(message, false, mappings)).toMatchObject(prepared);
  expect(ahead.take(message, false, mappings)).toBeUndefined();
});

it('is not used when anything is known of the order, or of another document, decision or mapping', () => {
  const others = [
    () => ahead.take(message, true, mappings),
    () => ahead.take({ ...message, hash: 'corrected' }, false, mappings),
    () => ahead.take({ ...message, issued: '2026-03-03' }, false, mappings),
    () => ahead.take({ ...message, forced: true }, false, mappings),
    () => ahead.take(message, false, {}),
  ];
  for (const take of others) {
    ahead.keep(message, '2026-03-02', prepared, mappings);
    expect(take()).toBeUndefined();
  }
});

it('is kept for half a minute and for 256 messages', () => {
  for (let id = 2; id <= 300 && ahead.isWorthwhile({ ...message, id }, channel('orders'), 10_000); id += 1)
    ahead.keep({ ...message, id }, '2026-03-02', prepared, mappings);
  expect(ahead.take({ ...message, id: 256 }, false, mappings)).toMatchObject(prepared);
  expect(ahead.take({ ...message, id: 257 }, false, mappings)).toBeUndefined();
  const now = performance.now();
  const later = vi.spyOn(performance, 'now').mockReturnValue(now + 31_000);
  expect(ahead.take(message, false, mappings)).toBeUndefined();
  expect(ahead.isWorthwhile(message, channel('orders'), 10_000)).toBe(true);
  later.mockRestore();
});

it('is for small documents of the ERP alone', () => {
  expect(ahead.isWorthwhile(message, channel('orders'), 100_001)).toBe(false);
  expect(ahead.isWorthwhile({ ...message, forced: true }, channel('orders'), 10)).toBe(false);
  expect(ahead.isWorthwhile(message, channel('responses'), 10)).toBe(false);
});
