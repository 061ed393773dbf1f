import { expect, it } from 'vitest';
import type { Attempt } from '../../journal/message.ts';
import { notFoundFor } from './patience.ts';

const at = (time: string): number => Date.parse(`2026-03-${time}Z`);
const attempts = (...all: readonly (readonly [time: string, status: number])[]): readonly Attempt[] =>
  all.map(([time, status], n) => ({
    n,
    what: 'deliver',
    started: new Date(at(time)).toISOString(),
    status,
    detail: '',
    unknown: false,
    published: false,
  }));

it('counts from the first 404', () => {
  expect(notFoundFor([], at('01T10:00:00'))).toBeUndefined();
  expect(notFoundFor(attempts(['01T10:00:00', 503]), at('01T10:01:00'))).toBeUndefined();
  const tried = attempts(['01T10:00:00', 503], ['01T10:01:00', 404], ['01T10:02:00', 404]);
  expect(notFoundFor(tried, at('01T10:04:00'))).toBe(180_000);
});

it('a clock that was set ends no patience, and prolongs none', () => {
  const forward = attempts(['01T10:00:00', 404], ['09T10:01:00', 404]);
  expect(notFoundFor(forward, at('09T10:02:00'))).toBe(3_660_000);
  const back = attempts(['09T10:00:00', 404], ['09T10:03:00', 404], ['01T10:00:00', 404]);
  expect(notFoundFor(back, at('01T10:01:00'))).toBe(240_000);
});
