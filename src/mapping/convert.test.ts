import { describe, expect, it } from 'vitest';
import { type Conversion, convert } from './convert.ts';

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
    expect(convert(source, as)).toEqual({ type, text });
  });

  it.each<[Conversion, string, string, string]>([
    ['identifier', '47 11', 'bad-identifier', 'error'],
    ['identifier', '47\u00a011', 'bad-identifier', 'error'],
    ['decimal', '1,5', 'bad-decimal', 'error'],
    ['decimal', 'ten', 'bad-decimal', 'error'],
    ['integer', '1.5', 'bad-decimal', 'error'],
    ['boolean', 'yes', 'bad-boolean', 'error'],
    ['date', '2026-02-30', 'bad-date', 'error'],
    ['datetime', '2026-03-16', 'bad-date', 'error'],
    ['time', '25:00:00', 'bad-date', 'error'],
    ['uri', 'file:///etc/passwd', 'bad-uri', 'warning'],
    ['uri', 'no address', 'bad-uri', 'warning'],
  ])('%s %j is a %s', (as, source, code, severity) => {
    expect(convert(source, as)).toMatchObject({ code, severity, message: expect.stringContaining(source) });
  });

  it.each(['', ' ', '\n\t'])('%j is nothing', (blank) => {
    expect(convert(blank, 'text')).toBeUndefined();
    expect(convert(blank, 'decimal')).toBeUndefined();
  });
});
