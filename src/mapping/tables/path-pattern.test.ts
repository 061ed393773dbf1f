import { expect, it } from 'vitest';
import { parsePathPattern } from './path-pattern.ts';

it.each([
  ['cbc:ID', '/Order/cbc:ID', true],
  ['cbc:ID', '/Order/cbc:UUID', false],
  ['cac:Price/cbc:*Amount', '/Order/cac:OrderLine/cac:Price/cbc:PriceAmount', true],
  ['cac:Price/cbc:*Amount', '/Order/cac:Price/cac:AllowanceCharge/cbc:Amount', false],
  ['cac:SubLineItem/**', '/Order/cac:SubLineItem/cac:Item/cbc:Name', true],
  ['cac:SubLineItem/**', '/Order/cac:SubLineItem', false],
  ['gLIN/**/e6060', '/ORDERS/gLIN/gQTY/QTY/C186/e6060', true],
  ['E1ED?05/BETRG', '/IDOC/E1EDP01/E1EDP05/BETRG', true],
  ['@unitCode', '/Order/cbc:Quantity/@unitCode', true],
  ['/Order/cbc:Note', '/Order/cac:OrderLine/Order/cbc:Note', false],
  ['cbc:ID[1]', '/Order/cbc:ID1', false],
])('%s and %s: %s', (pattern, path, matches) => {
  expect(parsePathPattern(pattern).test(path)).toBe(matches);
});
