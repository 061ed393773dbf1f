import { expect, it } from 'vitest';
import { isLater, isSameInstant, subtractMilliseconds } from './instants.ts';

it.each([
  ['2026-03-01T10:00:00.001Z', '2026-03-01T10:00:00.000Z', true],
  ['2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z', false],
  ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.004Z', false],
  ['2026-03-01T10:00:00.004Z', '2026-03-01T10:00:00Z', true],
  ['b', 'a', true],
  ['a', 'b', false],
  [undefined, '2026-03-01T10:00:00.000Z', true],
  ['2026-03-01T10:00:00.000Z', undefined, true],
])('isLater(%s, %s) is %s', (a, b, expected) => {
  expect(isLater(a, b)).toBe(expected);
});

it('knows the same moment in other digits and zones', () => {
  expect(isSameInstant('2026-03-01T10:00:00Z', '2026-03-01T10:00:00.000Z')).toBe(true);
  expect(isSameInstant('2026-03-01T11:00:00+01:00', '2026-03-01T10:00:00Z')).toBe(true);
  expect(isSameInstant('2026-03-01T10:00:00Z', '2026-03-01T10:00:00.001Z')).toBe(false);
  expect(isSameInstant('x', 'x')).toBe(true);
});

it('goes back by the timestamp alone', () => {
  expect(subtractMilliseconds('2026-03-01T10:00:00Z', 86_400_000)).toBe('2026-02-28T10:00:00.000Z');
  expect(subtractMilliseconds('yesterday', 1)).toBeUndefined();
});
