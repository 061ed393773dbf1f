import { expect, it } from 'vitest';
import { standingOf } from './message-standing.ts';

const base = { state: 'received', inHand: false, due: 0, direction: 'inbound' } as const;

it('a settled message stands as it ended', () => {
  expect(standingOf({ ...base, state: 'settled', outcome: 'rejected' })).toEqual({ name: 'rejected' });
});

it.each([
  [{ state: 'received' }, { name: 'received' }],
  [{ state: 'received', inHand: true }, { name: 'received' }],
  [{ state: 'ready' }, { name: 'ready' }],
  [{ state: 'ready', inHand: true }, { name: 'inHand' }],
  [
    { state: 'waiting', due: 1_772_366_400_000 },
    { name: 'waiting', due: '2026-03-01T12:00:00.000Z' },
  ],
  [{ state: 'waiting', inHand: true }, { name: 'inHand' }],
  [{ state: 'parked' }, { name: 'parked' }],
  [
    { state: 'parked', released: true },
    { name: 'parked', released: true },
  ],
] as const)('%o stands as %o', (facts, standing) => {
  expect(standingOf({ ...base, ...facts })).toEqual(standing);
});

const outage = { since: 0, asked: 1_772_366_400_000, next: 0, waiting: 38, said: { en: '503', nl: '503' } };
const away = { name: 'away', asked: '2026-03-01T12:00:00.000Z', waiting: 38 };

it.each([
  [{ state: 'ready' }, away],
  [{ state: 'waiting' }, away],
  [{ state: 'ready', inHand: true }, { name: 'inHand' }],
  [{ state: 'ready', direction: 'outbound' }, { name: 'ready' }],
  [{ state: 'received' }, { name: 'received' }],
  [{ state: 'parked' }, { name: 'parked' }],
  [{ state: 'settled', outcome: 'delivered' }, { name: 'delivered' }],
] as const)('in an outage of the exchange %o stands as %o', (facts, standing) => {
  expect(standingOf({ ...base, ...facts }, outage)).toEqual(standing);
});
