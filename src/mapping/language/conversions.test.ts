import { describe, expect, it } from 'vitest';
import { type Conversion, convertText } from './conversions.ts';

describe('convert', () => {
  it.each<[Conversion, string, string, string]>([
    ['text', ' a  b ', 'string', 'a  b'],
    ['identifier', ' 00010\n', 'string', '00010'],
    ['decimal', '12345678901234567.890', 'number', '12345678901234567.890'],
    ['decimal', '0.1234567890123456789012345', 'number', '0.1234567890123456789012345'],
    ['decimal', '+5', 'number', '5'],
    ['decimal', '.5', 'number', '0.5'],
    ['decimal', '5.', 'number', '5'],
    ['decimal', '0.10', 'number', '0.10'],
    ['decimal', '1e-7', 'number', '0.0000001'],
    ['integer', '10.00', 'number', '10'],
    ['boolean', '1', 'boolean', 'true'],
    ['boolean', 'false', 'boolean', 'false'],
    ['date', '2026-03-16+01:00', 'string', '2026-03-16'],
    ['date', '2026-03-16T23:59:00Z', 'string', '2026-03-16'],
    ['datetime', '2026-03-16T23:59:00.5Z', 'string', '2026-03-16T23:59:00'],
    ['time', '08:15:00+01:00', 'string', '08:15:00'],
    ['uri', 'https://files.example/a?b=c', 'string', 'https://files.example/a?b=c'],
  ])('%s %j', (as, source, type, text) => {
    expect(convertText(source, as)).toEqual({ type, text });
  });

  it.each<[Conversion, string, string]>([
    ['identifier', '47 11', 'bad-identifier'],
    ['identifier', '47\u00a011', 'bad-identifier'],
    ['decimal', '1,5', 'bad-decimal'],
    ['decimal', 'ten', 'bad-decimal'],
    ['integer', '1.5', 'bad-integer'],
    ['boolean', 'yes', 'bad-boolean'],
    ['date', '2026-02-30', 'bad-date'],
    ['datetime', '2026-03-16', 'bad-date-time'],
    ['time', '25:00:00', 'bad-time'],
    ['uri', 'file:///etc/passwd', 'bad-uri'],
    ['uri', 'no address', 'bad-uri'],
  ])('%s %j is a %s', (as, source, misfit) => {
    expect(convertText(source, as)).toEqual({ code: misfit });
  });

  it.each(['', ' ', '\n\t'])('%j is nothing', (blank) => {
    expect(convertText(blank, 'text')).toBeUndefined();
    expect(convertText(blank, 'decimal')).toBeUndefined();
  });
});
