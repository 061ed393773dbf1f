import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../../test/kit/cpu.ts';
import { expectation } from '../../config/schema/alarm-schema.ts';
import { isSilent } from './expected-traffic.ts';

const at = (text: string): number => Date.parse(text);
const usual = (every: string, days?: string) => {
  const parsed = expectation.parse({ every, ...(days === undefined ? {} : { days }) });
  if (!parsed) throw new Error('it is given');
  return parsed;
};
const zone = 'Europe/Amsterdam';

describe('what is usual', () => {
  it.each([
    ['mon-fri', [1, 2, 3, 4, 5]],
    ['mon,wed,fri-sat', [1, 3, 5, 6]],
    ['fri-mon', [5, 6, 0, 1]],
    ['mon-sun', [1, 2, 3, 4, 5, 6, 0]],
  ])('on %s', (days, numbers) => expect(usual('1d', days).days).toEqual(numbers));

  it.each(['', 'monday', 'mon-', 'mon fri', '1-5'])('is not "%s"', (days) =>
    expect(expectation.safeParse({ every: '1d', days }).success).toBe(false),
  );

  it('counts every day where none are named', () => {
    expect(isSilent(usual('1d'), at('2026-03-06T15:00:00Z'), at('2026-03-07T14:59:00Z'), zone)).toBe(false);
    expect(isSilent(usual('1d'), at('2026-03-06T15:00:00Z'), at('2026-03-07T15:00:00Z'), zone)).toBe(true);
  });

  it('leaves out the weekend: Friday at three is silent on Monday at three', () => {
    const friday = at('2026-03-06T15:00:00+01:00');
    expect(isSilent(usual('1d', 'mon-fri'), friday, at('2026-03-09T14:59:00+01:00'), zone)).toBe(false);
    expect(isSilent(usual('1d', 'mon-fri'), friday, at('2026-03-09T15:00:00+01:00'), zone)).toBe(true);
  });

  it('begins days in the zone of the channel, also in the night when the clock changes', () => {
    const saturday = at('2026-03-28T12:00:00+01:00');
    expect(isSilent(usual('2h', 'mon'), saturday, at('2026-03-30T01:59:00+02:00'), zone)).toBe(false);
    expect(isSilent(usual('2h', 'mon'), saturday, at('2026-03-30T02:00:00+02:00'), zone)).toBe(true);
  });

  it('is silent after more than a year without much ado', () => {
    const now = at('2026-03-07T15:00:00Z');
    const took = cpuOf(() => {
      expect(isSilent(usual('3650d', 'mon'), at('1970-01-01T00:00:00Z'), now, zone)).toBe(true);
      expect(isSilent(usual('300d', 'mon'), at('2025-03-07T15:00:00Z'), now, zone)).toBe(false);
    });
    expect(took).toBeLessThan(1000);
  });
});
