import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type NumberMarks,
  parseFileText,
  parseValueType,
  renderFileText,
  renderValueType,
} from './value-type.ts';

const dutch: NumberMarks = { decimal: ',', thousands: '.' };
const read = (type: string, text: string, marks = dutch) => {
  const made = parseValueType(type);
  return made === undefined ? 'no type' : parseFileText(made, text, marks);
};
const write = (type: string, text: string, marks = dutch) => {
  const made = parseValueType(type);
  return made === undefined ? 'no type' : renderFileText(made, text, marks);
};

describe('canonicalText', () => {
  it.each([
    ['1.234,50', '1234.50'],
    ['1234,50', '1234.50'],
    ['12', '12'],
    [',5', '0.5'],
    ['12,5-', '-12.5'],
    ['-1.234.567,8', '-1234567.8'],
    ['+7', '7'],
    ['0010', '10'],
    ['5,', '5'],
  ])('decimal %s', (text, value) => {
    expect(read('decimal', text)).toBe(value);
  });

  it.each([
    '1.5',
    '1.2345',
    '12.34,5',
    '1,234.50',
    '1E5',
    '1,5E+05',
    '',
    '-',
    ',',
    '-5-',
    '€ 5',
    '1 234',
    '1..234',
    '٣',
  ])('decimal %s is none', (text) => {
    expect(read('decimal', text)).toBeUndefined();
  });

  it('takes the marks of the format', () => {
    expect(read('decimal', "1'234.50", { decimal: '.', thousands: "'" })).toBe('1234.50');
    expect(read('decimal', '1\u00a0234,50', { decimal: ',', thousands: ' ' })).toBe('1234.50');
    expect(read('decimal', '1.234', { decimal: ',' })).toBeUndefined();
    expect(read('decimal', '1.234', { decimal: '.' })).toBe('1.234');
  });

  it('an integer has no fraction, texts and identifiers stay', () => {
    expect(read('integer', '1.000')).toBe('1000');
    expect(read('integer', '1,5')).toBeUndefined();
    expect(read('identifier', '0010')).toBe('0010');
    expect(read('date d.M.yyyy', '1.3.2026')).toBe('2026-03-01');
  });
});

describe('fileText', () => {
  it('is what the file has', () => {
    expect(write('decimal', '1234.50')).toBe('1234,50');
    expect(write('integer', '1.5')).toBeUndefined();
    expect(write('decimal', 'ten')).toBeUndefined();
    expect(write('date dd-MM-yyyy', '2026-11-26')).toBe('26-11-2026');
  });

  it('is read back as the same', () => {
    const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,12})(\.\d{1,6})?$/);
    const marks = fc.constantFrom<NumberMarks>(dutch, { decimal: '.' }, { decimal: '.', thousands: ',' });
    fc.assert(
      fc.property(digits, marks, (value, signs) => {
        const canonical = read('decimal', value.replace('.', signs.decimal), signs) ?? '';
        expect(read('decimal', write('decimal', canonical, signs) ?? '', signs)).toBe(canonical);
      }),
    );
  });
});

it('a type is known by its name and pattern', () => {
  for (const text of ['text', 'decimal', 'date dd-MM-yyyy', 'datetime dd.MM.yyyy HH:mm', 'date excel'])
    expect(renderValueType(parseValueType(text) ?? { kind: 'integer' })).toBe(text);
  for (const text of ['number', 'text 5', 'date', 'date DD', '']) {
    const type = parseValueType(text);
    expect(type === undefined ? undefined : renderValueType(type)).toBe(
      text === 'date' ? 'date yyyy-MM-dd' : undefined,
    );
  }
});
