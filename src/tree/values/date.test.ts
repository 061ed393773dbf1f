import { assert, date, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeLocalDateTime, normalizeDate, normalizeDateTime, normalizeTime } from './date.ts';

describe('dates', () => {
  it.each([
    ['2026-03-16', '2026-03-16'],
    ['2026-03-16+01:00', '2026-03-16'],
    ['2026-03-16Z', '2026-03-16'],
    ['2024-02-29', '2024-02-29'],
    [' 2026-03-16 ', '2026-03-16'],
  ])('%s is %s: a zone is dropped and shifts nothing', (text, expected) => {
    expect(normalizeDate(text)).toBe(expected);
  });

  it.each([
    '',
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '16-03-2026',
    '2026-3-16',
    '20260316',
    '2026-03-16T00:00:00',
    '2026-03-16+25:00',
    '0000-01-01',
  ])('%j is no date', (text) => {
    expect(normalizeDate(text)).toBeUndefined();
  });

  it('knows exactly the days that exist', () => {
    assert(
      property(
        date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (moment) => {
          const text = moment.toISOString().slice(0, 10);
          expect(normalizeDate(text)).toBe(text);
        },
      ),
    );
  });
});

it('times and date-times lose fraction and zone', () => {
  expect(normalizeTime('08:15:00.5+01:00')).toBe('08:15:00');
  expect(['24:00:00', '8:15:00', '08:60:00', '08:15'].map(normalizeTime)).toEqual(Array(4).fill(undefined));
  expect(normalizeDateTime('2026-03-16T08:15:00.123Z')).toBe('2026-03-16T08:15:00');
  expect(normalizeDateTime('2026-02-30T08:15:00')).toBeUndefined();
  expect(normalizeDateTime('2026-03-16 08:15:00')).toBeUndefined();
});

describe('a moment in a zone', () => {
  it.each([
    ['2026-03-29T00:59:59.000Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T02:30:00'],
    ['2026-12-31T23:30:00.000Z', '2027-01-01T00:30:00'],
    ['2026-01-01T00:00:00+05:00', '2025-12-31T20:00:00'],
    ['2026-06-01T12:00:00', '2026-06-01T12:00:00'],
  ])('%s is %s in Amsterdam', (text, expected) => {
    expect(computeLocalDateTime(text, 'Europe/Amsterdam')).toBe(expected);
  });

  it('midnight is hour 00', () => {
    expect(computeLocalDateTime('2026-01-01T00:00:00Z', 'UTC')).toBe('2026-01-01T00:00:00');
  });

  it('refuses what is no moment and no zone', () => {
    expect(computeLocalDateTime('yesterday', 'UTC')).toBeUndefined();
    expect(() => computeLocalDateTime('2026-01-01T00:00:00Z', 'Europe/Atlantis')).toThrow(RangeError);
  });
});
