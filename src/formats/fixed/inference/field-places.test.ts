import { expect, it } from 'vitest';
import { guessFieldStarts, listFieldPlaces } from './field-places.ts';

/** The first line as its fields, with a bar between them. */
const cut = (lines: readonly string[], from: number): string =>
  listFieldPlaces(guessFieldStarts(lines, from), lines)
    .map(({ first, length }) => lines[0]?.slice(first, first + length))
    .join('|');

it.each([
  // a day in a run of digits that is a day whose month and year vary
  [['02000104711A20261105', '02000204712B20261213'], '000104711|A|20261105'],
  // a number of an item that ends in a check digit, and a quantity behind it
  [['R8712345678906000012', 'R8712345678913000005', 'R8712345678920000100'], '8712345678906|000012'],
  // a location number and what stands before it
  [['K4711 8719472000013EUR', 'K4712 8718336000015EUR'], '4711 |8719472000013|EUR'],
  // zeros before each number: quantities and prices with their decimals
  [
    ['L00010000012500000034500', 'L00020000000300001234000', 'L00030000100000000000025'],
    '0001|00000125|00000034500',
  ],
  // a currency and a unit that every line has, in letters that go on
  [['P0000012500EURST', 'P0000000300EURM ', 'P0000100000EURKG'], '0000012500|EUR|ST'],
  // letters of an item before its digits are one value with them
  [['A ART1001 00012', 'A ART2077 00003'], 'ART1001 |00012'],
  // a day with marks in it, between numbers and letters
  [
    ['X90012026-11-20ACME  4500099901', 'X90012026-11-21ACME  4500099902'],
    '9001|2026-11-20|ACME  |4500099901',
  ],
  [
    ['X00012500PCE2026-12-010000025000', 'X00000300KG 2026-12-030000187500'],
    '00012500|PCE|2026-12-01|0000025000',
  ],
  // two days without a blank
  [['D2026110520261213', 'D2026110620270104'], '20261105|20261213'],
  // a short day, and none that only looks so
  [['S123456789012', 'S998877665544'], '123456789012'],
])('%j: %s', (lines, fields) => {
  expect(cut(lines, lines[0]?.startsWith('02') ? 2 : 1)).toBe(fields);
});
