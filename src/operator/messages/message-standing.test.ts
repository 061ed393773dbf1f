import { expect, it } from 'vitest';
import { standingOf } from './message-standing.ts';

const base = { state: 'received', inHand: false, due: 0 } as const;

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
