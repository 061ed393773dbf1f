import { expect, it } from 'vitest';
import { isLater } from './instants.ts';

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
