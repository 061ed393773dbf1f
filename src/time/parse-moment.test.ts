import { expect, it, onTestFinished, vi } from 'vitest';
import { parseMoment } from './parse-moment.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

it.each([
  ['30m', '2026-03-10T11:30:00.000Z'],
  ['2h', '2026-03-10T10:00:00.000Z'],
  ['3d', '2026-03-07T12:00:00.000Z'],
  ['2026-03-01T14:00:00Z', '2026-03-01T14:00:00.000Z'],
  ['2026-03-01 14:00+02:00', '2026-03-01T12:00:00.000Z'],
])('%s is %s', (text, instant) => {
  expect(parseMoment(text, now)).toBe(instant);
});

it('a day and a time without a zone are those of the machine', () => {
  vi.stubEnv('TZ', 'America/New_York');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(parseMoment('2026-03-01', now)).toBe('2026-03-01T05:00:00.000Z');
  expect(parseMoment('2026-03-01 14:00', now)).toBe('2026-03-01T19:00:00.000Z');
});

it.each(['', 'yesterday', '2w', '2026-13-40', '2026-03-01x', '14:00', '999999999d'])(
  '%j is no moment',
  (text) => {
    expect(parseMoment(text, now)).toBeUndefined();
  },
);
