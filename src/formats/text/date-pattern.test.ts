import { describe, expect, it } from 'vitest';
import { type DateKind, parseDatePattern } from './date-pattern.ts';

const read = (kind: DateKind, pattern: string | undefined, text: string) =>
  parseDatePattern(kind, pattern)?.read(text);

describe('datePattern', () => {
  it.each([
    ['date', 'dd-MM-yyyy', '26-11-2026', '2026-11-26'],
    ['date', 'd.M.yy', '1.3.26', '2026-03-01'],
    ['date', 'd.M.yy', '26.11.26', '2026-11-26'],
    ['date', 'yyyyMMdd', '20261126', '2026-11-26'],
    ['date', 'excel', '46082', '2026-03-01'],
    ['date', undefined, '2026-03-01', '2026-03-01'],
    ['datetime', 'dd.MM.yyyy HH:mm', '01.03.2026 08:05', '2026-03-01T08:05:00'],
    ['datetime', undefined, '2026-03-01T08:05:09', '2026-03-01T08:05:09'],
    ['time', 'HHmm', '0805', '08:05:00'],
  ] as const)('%s %s reads %s and writes it again', (kind, pattern, text, canonical) => {
    expect(read(kind, pattern, text)).toBe(canonical);
    expect(parseDatePattern(kind, pattern)?.write(canonical)).toBe(text);
  });

  it.each([
    ['date', 'dd-MM-yyyy', '30-02-2026'],
    ['date', 'dd-MM-yyyy', '1-3-2026'],
    ['date', 'dd-MM-yyyy', '26/11/2026'],
    ['date', 'dd.MM.yyyy', '26x11x2026'],
    ['date', 'dd-MM-yyyy', '26-11-2026 '],
    ['date', 'excel', '17'],
    ['date', 'excel', '46082,5'],
    ['time', 'HH:mm', '24:00'],
  ] as const)('%s %s does not read %s', (kind, pattern, text) => {
    expect(read(kind, pattern, text)).toBeUndefined();
  });

  it.each([
    ['date', 'dd-MM'],
    ['date', 'dd-MM-yyyy HH:mm'],
    ['date', 'dMyyyy'],
    ['date', 'DD-MM-YYYY'],
    ['date', 'dd-dd-MM-yyyy'],
    ['time', 'excel'],
    ['date', ''],
  ] as const)('%s %s is no pattern', (kind, pattern) => {
    expect(parseDatePattern(kind, pattern)).toBeUndefined();
  });

  it('reads any of several, but nothing that two read as two days; writes the first', () => {
    const pattern = parseDatePattern('date', 'd-M-yyyy | d.M.yyyy | M-d-yyyy');
    expect(pattern?.read('1.3.2026')).toBe('2026-03-01');
    expect(pattern?.read('26-11-2026')).toBe('2026-11-26');
    expect(pattern?.read('1-3-2026')).toBeUndefined();
    expect(pattern?.write('2026-03-01')).toBe('1-3-2026');
    expect(parseDatePattern('date', 'd-M-yyyy | nothing')).toBeUndefined();
  });

  it('writes only what can be read back', () => {
    expect(parseDatePattern('date', 'dd-MM-yy')?.write('1999-12-31')).toBeUndefined();
    expect(parseDatePattern('datetime', 'yyyy-MM-dd HH:mm')?.write('2026-03-01T08:05:09')).toBeUndefined();
    expect(parseDatePattern('date', 'dd-MM-yyyy')?.write('2026-02-30')).toBeUndefined();
    expect(parseDatePattern('date', 'excel')?.write('1900-01-01')).toBeUndefined();
  });
});
