import { array, assert, bigInt, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  formatDecimal,
  isDecimal,
  multiplyDecimals,
  normalizeDecimal,
  roundDecimal,
  subtractDecimals,
  sumDecimals,
} from './decimal.ts';

/** A decimal as text, with its exact value as a fraction of 10 ** 20. */
const unit = 10n ** 20n;
const decimal = record({
  digits: bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  scale: integer({ min: 0, max: 20 }),
}).map(({ digits, scale }) => ({ text: write(digits, scale), value: digits * 10n ** BigInt(20 - scale) }));

function write(digits: bigint, scale: number): string {
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0');
  const point = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
  return digits < 0n ? `-${point}` : point;
}

describe('reading', () => {
  it.each([
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['-.50', '-0.50'],
    ['007.10', '7.10'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['0.10', '0.10'],
    ['12345678901234567.890', '12345678901234567.890'],
    ['0.1234567890123456789012345', '0.1234567890123456789012345'],
    [' 10.00 ', '10.00'],
    ['-0', '0'],
  ])('%s becomes %s', (text, expected) => {
    expect(formatDecimal(text)).toBe(expected);
  });

  it.each([
    '',
    ' ',
    '1,5',
    '1 000',
    '.',
    '-',
    '1.2.3',
    'NaN',
    'INF',
    '0x1',
    '1e',
    '١',
    '1e999999999',
    '9'.repeat(1001),
  ])('%j is no decimal', (text) => {
    expect(isDecimal(text)).toBe(false);
    expect(formatDecimal(text)).toBeUndefined();
    expect(addDecimals(text, '1')).toBeUndefined();
  });

  it('keeps every digit', () => {
    assert(
      property(
        decimal,
        ({ text }) => formatDecimal(text) === (/^-0(\.0+)?$/.test(text) ? text.slice(1) : text),
      ),
    );
  });

  it('normal form leaves out zeros and nothing else', () => {
    expect(['10.00', '100', '0.000', '1e-3', '-1.50'].map(normalizeDecimal)).toEqual([
      '10',
      '100',
      '0',
      '0.001',
      '-1.5',
    ]);
    assert(property(decimal, ({ text }) => compareDecimals(normalizeDecimal(text) ?? '', text) === 0));
  });
});

describe('arithmetic is that of whole numbers', () => {
  it('does not do what doubles do', () => {
    expect(addDecimals('0.1', '0.2')).toBe('0.3');
    expect(multiplyDecimals('1.10', '3')).toBe('3.30');
    expect(compareDecimals('10.00', '5.00')).toBe(1);
    expect(compareDecimals('10.00', '10')).toBe(0);
  });

  it('adds, subtracts, multiplies, compares', () => {
    assert(
      property(decimal, decimal, (a, b) => {
        expect(compareDecimals(addDecimals(a.text, b.text) ?? '', write(a.value + b.value, 20))).toBe(0);
        expect(compareDecimals(subtractDecimals(a.text, b.text) ?? '', write(a.value - b.value, 20))).toBe(0);
        expect(compareDecimals(multiplyDecimals(a.text, b.text) ?? '', write(a.value * b.value, 40))).toBe(0);
        expect(compareDecimals(a.text, b.text)).toBe(a.value === b.value ? 0 : a.value < b.value ? -1 : 1);
      }),
    );
  });

  it('sums', () => {
    expect(sumDecimals([])).toBe('0');
    expect(sumDecimals(['1', 'x'])).toBeUndefined();
    assert(
      property(array(decimal), (all) => {
        const sum = all.reduce((so, { value }) => so + value, 0n);
        expect(compareDecimals(sumDecimals(all.map(({ text }) => text)) ?? '', write(sum, 20))).toBe(0);
      }),
    );
  });

  it('divides and rounds half up, away from zero', () => {
    expect(divideDecimals('2', '3', 4)).toBe('0.6667');
    expect(divideDecimals('-1', '8', 2)).toBe('-0.13');
    expect(divideDecimals('1', '8', 0)).toBe('0');
    expect(roundDecimal('0.125', 2)).toBe('0.13');
    expect(roundDecimal('-2.5', 0)).toBe('-3');
    expect(roundDecimal('7', 2)).toBe('7.00');
    expect(() => divideDecimals('1', '0.00', 2)).toThrow(RangeError);
  });

  it('a quotient is off by half a unit of its last digit at most', () => {
    assert(
      property(decimal, decimal, integer({ min: 0, max: 30 }), (a, b, digits) => {
        if (b.value === 0n) return;
        const quotient = divideDecimals(a.text, b.text, digits) ?? '';
        const off = subtractDecimals(multiplyDecimals(quotient, b.text) ?? '', a.text) ?? '';
        const most = multiplyDecimals(b.text, write(5n, digits + 1)) ?? '';
        expect(compareDecimals(absolute(off), absolute(most))).not.toBe(1);
      }),
    );
  });
});

function absolute(text: string): string {
  return text.replace(/^-/, '');
}

it('the unit of the tests is exact', () => {
  expect(write(unit, 20)).toBe('1.00000000000000000000');
});
