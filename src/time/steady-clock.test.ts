import { beforeEach, expect, it } from 'vitest';
import { SteadyClock } from './steady-clock.ts';

const start = Date.parse('2026-03-01T10:00:00.000Z');
const [second, hour, day] = [1000, 3_600_000, 86_400_000];

let monotonic: number;
let set: number;
let clock: SteadyClock;
const sources = { wall: () => start + monotonic + set, monotonic: () => monotonic };

beforeEach(() => {
  [monotonic, set] = [0, 0];
  clock = new SteadyClock(hour, sources);
});

/** Milliseconds since the start, looked at each second as the gateway does. */
function after(milliseconds: number): number {
  for (const end = monotonic + milliseconds; monotonic < end; ) {
    monotonic = Math.min(monotonic + second, end);
    clock.now();
  }
  return clock.now() - start;
}

it('follows the wall where that is set by small steps', () => {
  set = 4 * second;
  expect(after(60 * second)).toBe(64 * second);
  set = 0;
  expect(after(60 * second)).toBe(120 * second);
});

it.each([day, -day, 365 * day, 10 * second])(
  'a jump by %i and back within the hour is as if it had not been',
  (jump) => {
    after(60 * second);
    set = jump;
    expect(after(hour / 2)).toBe(hour / 2 + 60 * second);
    set = 0;
    expect(after(60 * second)).toBe(hour / 2 + 120 * second);
  },
);

it.each([day, -day])('a jump by %i that stays is believed after an hour', (jump) => {
  set = jump;
  expect(after(hour - second)).toBe(hour - second);
  expect(after(2 * second)).toBe(hour + second + jump);
});

it('a clock that is set again and again is believed an hour after the last time', () => {
  set = day;
  after(hour / 2);
  set = 2 * day;
  expect(after(hour - second)).toBe(hour * 1.5 - second);
  expect(after(2 * second)).toBe(hour * 1.5 + second + 2 * day);
});
