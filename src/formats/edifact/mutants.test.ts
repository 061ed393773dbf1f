import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ediMutant, lostValues } from '../testkit/edi-mutants.ts';
import { deliveredFormat, formatOf } from '../testkit/kit.ts';
import { mistakes } from '../testkit/mutants.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

it.each([
  ['orders.edi', deliveredFormat('edifact-d96a-orders')],
  ['orders.edi', formatOf(fixture('acme-orders.yaml').toString())],
  ['groups.edi', deliveredFormat('edifact-d96a-ordrsp')],
  ['desadv.edi', deliveredFormat('edifact-d96a-desadv')],
])('%s: 500 damaged files are read as their bytes say, or refused with place and advice', (name, format) => {
  const bytes = fixture(name);
  expect(mistakes(format, bytes)).toEqual([]);
  expect(lostValues(format, bytes)).toEqual([]);
  for (let seed = 0; seed < 500; seed += 1) {
    const made = ediMutant(bytes, seed);
    expect([...mistakes(format, made), ...lostValues(format, made)], `seed ${seed}`).toEqual([]);
  }
});
