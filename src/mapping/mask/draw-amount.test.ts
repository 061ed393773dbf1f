import fc from 'fast-check';
import { expect, it } from 'vitest';
import { drawAmount } from './draw-amount.ts';
import { factorOf } from './masker.ts';

const draw = (text: string) => drawAmount(text, 'seed');
const numberIn = (text: string) => Number(text.replace(',', '.'));

it.each(['12.50', '1.234,50', '0012', '-5', '12,5-', '0.05', '100', '7.000', '1,234.56'])(
  'an amount as long as %s, with other digits and what else it had',
  (text) => {
    expect(draw(text)).not.toBe(text);
    expect(draw(text).replace(/\d/g, '#')).toBe(text.replace(/\d/g, '#'));
  },
);

it('nothing stays nothing, and what is equal becomes equal however it is written', () => {
  expect(['0', '0.00', '-0,0', ''].map(draw)).toEqual(['0', '0.00', '-0,0', '']);
  const made = ['12.5', '12,50', '0012.500', '12.50'].map(draw);
  expect(new Set(made.map(numberIn)).size).toBe(1);
});

it('keeps its digits for its own value, whatever amount it is', () => {
  const amount = fc.tuple(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 4 }));
  fc.assert(
    fc.property(amount, ([digits, decimals]) => {
      const text = (digits / 10 ** decimals).toFixed(decimals);
      expect(draw(text)).not.toBe(text);
      expect(numberIn(draw(`${text}${decimals > 0 ? '0' : '.0'}`))).toBe(numberIn(draw(text)));
    }),
  );
});

const common = (a: bigint, b: bigint): bigint => (b === 0n ? a : common(b, a % b));

it('who knows amounts finds no number by which all were multiplied', () => {
  const prices = ['12.75', '8.10', '104.99', '3.33', '1250.00', '77.77'];
  const cents = prices.map((price) => BigInt(draw(price).replace('.', '')));
  expect(cents.reduce(common)).toBeLessThan(11n);
  const ratios = prices.map((price) => Number(draw(price)) / Number(price));
  expect(new Set(ratios.map((ratio) => ratio.toFixed(6))).size).toBe(prices.length);
});

it('the factor of one seed tells nothing of that of another', () => {
  const factors = Array.from({ length: 200 }, (_, n) => factorOf(`seed ${n}`));
  const steps = factors.slice(1).map((factor, n) => factor - (factors[n] ?? 0n));
  expect(new Set(steps).size).toBeGreaterThan(50);
  for (const factor of factors) expect(factor >= 11n && factor < 94n).toBe(true);
});
