import { expect, it } from 'vitest';
import type { Attempt } from '../../journal/model/message.ts';
import { computeNotFoundTime } from './not-found-time.ts';

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
  expect(computeNotFoundTime([], at('01T10:00:00'))).toBeUndefined();
  expect(computeNotFoundTime(attempts(['01T10:00:00', 503]), at('01T10:01:00'))).toBeUndefined();
  const tried = attempts(['01T10:00:00', 503], ['01T10:01:00', 404], ['01T10:01:02', 404]);
  expect(computeNotFoundTime(tried, at('01T10:01:06'))).toBe(6000);
});

it('of a pause counts what it was to last: neither a gateway that was off nor a clock that was set ends patience', () => {
  const forward = attempts(['01T10:00:00', 404], ['09T10:01:00', 404]);
  expect(computeNotFoundTime(forward, at('09T10:01:02'))).toBe(61_250 + 2000);
  const back = attempts(['09T10:00:00', 404], ['09T10:00:03', 404], ['01T10:00:00', 404]);
  expect(computeNotFoundTime(back, at('01T10:00:04'))).toBe(7000);
});
