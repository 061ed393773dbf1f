import { describe, expect, it } from 'vitest';
import {
  type LineComparison,
  listDifferingValues,
  listNegotiatedNames,
  readLineValues,
} from './line-values.ts';

const comparison: LineComparison = {
  values: [
    { name: 'quantity', form: 'sum', path: ['deliverySchedule', 'quantity'] },
    { name: 'dates', form: 'dates', path: ['deliverySchedule'] },
    { name: 'split', form: 'split', path: ['deliverySchedule'] },
    { name: 'price', form: 'price', path: ['prices'] },
    { name: 'item', form: 'text', path: ['item', 'number'] },
    { name: 'place', form: 'text', path: ['order', 'destination'] },
  ],
  unit: (code) => (code === 'H87' || code === 'PCE' ? 'C62' : code),
};

const read = (line: object, order: object = {}) =>
  readLineValues(comparison, JSON.parse(JSON.stringify(line)), JSON.parse(JSON.stringify(order)));

const amount = (value: string, currencyIso = 'EUR') => ({
  priceInTransactionCurrency: { value, currencyIso },
});

describe('the values of an order line', () => {
  it('are texts that a person can read', () => {
    const deliverySchedule = [
      { date: '2026-04-08', quantity: '4.0' },
      { date: '2026-04-01', quantity: '6' },
    ];
    const prices = { netPrice: amount('7.750'), priceUnitOfMeasureIso: 'H87', priceUnitQuantity: '1' };
    expect(
      read({ deliverySchedule, prices, item: { number: 'P-1' } }, { destination: { code: 'WH', city: 'X' } }),
    ).toEqual({
      quantity: '10',
      dates: '2026-04-01, 2026-04-08',
      split: '6 + 4',
      price: '7.75 EUR per C62',
      item: 'P-1',
      place: 'WH',
    });
  });

  it('have no entry where the document says nothing', () => {
    expect(read({})).toEqual({});
    expect(read({ deliverySchedule: [{ quantity: '1' }] })).toEqual({ quantity: '1', split: '1' });
  });

  it.each([
    [
      'for one and for a hundred',
      { netPrice: amount('7.75') },
      { netPrice: amount('775'), priceUnitQuantity: '100' },
    ],
    [
      'net and gross with its discount',
      { netPrice: amount('9') },
      { grossPrice: amount('10'), discountPercentage: '10' },
    ],
    [
      'its unit and that of the quantity',
      { netPrice: amount('9'), priceUnitOfMeasureIso: 'PCE' },
      { netPrice: amount('9.00') },
    ],
    ['currencies in other letters', { netPrice: amount('9', 'eur') }, { netPrice: amount('9') }],
  ])('a price is the same %s', (_, one, other) => {
    const item = { purchaseUnitOfMeasureIso: 'C62' };
    expect(read({ item, prices: one }).price).toBe(read({ item, prices: other }).price);
  });

  it.each([
    ['of another unit', { netPrice: amount('9'), priceUnitOfMeasureIso: 'KGM' }],
    ['of another currency', { netPrice: amount('9', 'USD') }],
    ['for another quantity', { netPrice: amount('9'), priceUnitQuantity: '10' }],
    ['that no division holds', { netPrice: amount('10'), priceUnitQuantity: '3' }],
  ])('a price is another one %s', (_, other) => {
    const item = { purchaseUnitOfMeasureIso: 'C62' };
    expect(read({ item, prices: other }).price).not.toBe(
      read({ item, prices: { netPrice: amount('9') } }).price,
    );
  });

  it('negotiated are deliveries and prices; one that only one side has counts', () => {
    const names = listNegotiatedNames(comparison);
    expect(names).toEqual(['quantity', 'dates', 'split', 'price']);
    expect(listDifferingValues(names, { price: '1 EUR', item: 'a' }, { item: 'b' })).toEqual(['price']);
  });
});
