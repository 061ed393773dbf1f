import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseCsvRows } from '../../mapping/tables/csv-rows.ts';
import { diskFiles } from '../../system/file-source.ts';
import { mappingFolders, packageFolder } from '../channel/mapping-folders.ts';
import { loadValueClasses } from './value-classes.ts';

const classOf = loadValueClasses(mappingFolders(undefined), diskFiles);
const table = (text: string) =>
  loadValueClasses(['/own'], {
    ...diskFiles,
    read: () => new TextEncoder().encode(`path,class,counterpart\n${text}\n`),
  });

it.each([
  ['/OrderResponse/cac:OrderLine/cac:LineItem/cac:Delivery/cac:PromisedDeliveryPeriod/cbc:EndDate', 'date'],
  ['/OrderResponse/cac:OrderLine/cac:LineItem/cac:Price/cbc:PriceAmount', 'price'],
  ['/OrderResponse/cac:OrderLine/cac:LineItem/cac:Delivery/cbc:Quantity', 'quantity'],
  ['/OrderResponse/cac:AllowanceCharge/cbc:Amount', 'charge'],
  ['/OrderResponse/cac:OrderLine/cac:LineItem/cbc:Quantity/@unitCode', 'unit'],
  ['/OrderResponse/cac:OrderLine/cac:OrderLineReference/cbc:LineID', 'line'],
  ['/IDOC/E1EDP01/E1EDP20/EDATU', 'date'],
  ['/IDOC/E1EDP01/E1EDP05/BETRG', 'charge'],
  ['/json/orderEvent/lines/buyerLine/prices/netPrice/priceInTransactionCurrency/value', 'price'],
])('%s is commercial, and its counterpart the %s', (path, counterpart) => {
  expect(classOf(path)).toEqual({ class: 'commercial', counterpart });
});

it('a discount inside a price is no charge of the order', () => {
  const path = '/Order/cac:OrderLine/cac:LineItem/cac:Price/cac:AllowanceCharge/cbc:Amount';
  expect(classOf(path)).toEqual({ class: 'commercial' });
});

it.each([
  '/Order/cac:OrderLine/cac:LineItem/cbc:PartialDeliveryIndicator',
  '/json/lines/lineType',
  '/json/orderEvent/lines/buyerLine/chargeReasonCode',
])('%s is commercial, and nothing of the order says the same', (path) => {
  expect(classOf(path)).toEqual({ class: 'commercial' });
});

it.each(['/Order/cbc:IssueDate', '/Order/cbc:Note', '/json/meta/id'])('%s is other', (path) => {
  expect(classOf(path)).toEqual({ class: 'other' });
});

it('each row of the delivered table says why', () => {
  const rows = parseCsvRows(readFileSync(join(packageFolder('mappings'), 'tables/lost-values.csv'), 'utf8'));
  for (const { cells } of rows) expect([cells.length, cells[3] !== ''], cells[0]).toEqual([4, true]);
});

it('a class or counterpart that does not exist is told with its line', () => {
  expect(() => table('a,business,')).toThrow(/lost-values.csv:2: the class is commercial or other/);
  expect(() => table('a,commercial,moon')).toThrow(/a counterpart is one of date, price/);
});
