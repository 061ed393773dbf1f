import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openFormats } from '../../formats/open-formats.ts';
import { packageFile } from '../../package.ts';
import { maskBytes } from './mask-bytes.ts';

const { formats } = openFormats({}, [packageFile('mappings')]);
const bytes = readFileSync(packageFile('samples', 'good', 'order-full.xml'));

/** Supplier's name, and price of the first line. */
function masked(apart: string, isPublic = false) {
  const task = { bytes, document: 'scsn/Order', direction: 'inbound', apart, isPublic } as const;
  const text = Buffer.from(maskBytes(task, 'key of the site', formats) ?? []).toString();
  return {
    name: /<cac:PartyName>\s*<cbc:Name>([^<]+)/.exec(text)?.[1],
    price: /<cbc:PriceAmount[^>]*>([^<]+)/.exec(text)?.[1],
  };
}

it('a message is masked in one way, whenever it is looked at', () => {
  expect(masked('message 1')).toEqual(masked('message 1'));
});

it('names are the same in every message, and who knows the amounts of one cannot compute those of another', () => {
  const all = Array.from({ length: 12 }, (_, n) => masked(`message ${n}`));
  expect(new Set(all.map(({ name }) => name)).size).toBe(1);
  expect(new Set(all.map(({ price }) => price)).size).toBeGreaterThan(6);
});

const common = (a: bigint, b: bigint): bigint => (b === 0n ? a : common(b, a % b));
/** Prices and amounts of lines, in hundredths. */
const amountsIn = (text: string): readonly bigint[] =>
  [...text.matchAll(/<cbc:(?:Price|LineExtension)Amount[^>]*>([^<]+)/g)].map(([, amount = '']) =>
    BigInt(Math.round(Number(amount) * 100)),
  );

it('no number is found by which all amounts of a message were multiplied', () => {
  const task = { bytes, document: 'scsn/Order', direction: 'inbound', apart: 'message 1' } as const;
  const made = amountsIn(Buffer.from(maskBytes(task, 'key of the site', formats) ?? []).toString());
  const given = amountsIn(bytes.toString());
  expect(made).toHaveLength(given.length);
  const ratios = new Map(given.map((amount, n) => [amount, Number(made[n]) / Number(amount)]));
  expect(ratios.size).toBeGreaterThan(2);
  expect(new Set(ratios.values()).size).toBe(ratios.size);
  expect(made.reduce(common)).toBeLessThan(11n);
});

it('a document that readers may know as it is tells nothing of the words of others', () => {
  expect(masked('sample', true).name).not.toBe(masked('message 1').name);
});
