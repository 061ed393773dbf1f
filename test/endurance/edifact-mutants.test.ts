import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ediMutant, lostValues } from '../../src/formats/testkit/edi-mutants.ts';
import { deliveredFormat, formatOf, readFile } from '../../src/formats/testkit/kit.ts';
import { mistakes } from '../../src/formats/testkit/mutants.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../src/formats/edifact/fixtures/${name}`, import.meta.url));

it.each([
  ['orders.edi', deliveredFormat('edifact-d96a-orders')],
  ['orders.edi', formatOf(fixture('acme-orders.yaml').toString())],
  ['groups.edi', deliveredFormat('edifact-d96a-ordrsp')],
  ['desadv.edi', deliveredFormat('edifact-d96a-desadv')],
])(
  '%s: 5,000 damaged files are read as their bytes say, or refused with place and advice',
  (name, format) => {
    const bytes = fixture(name);
    let told = 0;
    for (let seed = 1000; seed < 6000; seed += 1) {
      const made = ediMutant(bytes, seed);
      expect([...mistakes(format, made), ...lostValues(format, made)], `seed ${seed}`).toEqual([]);
      if (readFile(format, made).findings.length > 0) told += 1;
    }
    // most faults show; what is left reads as another message that is as good
    expect(told).toBeGreaterThan(3000);
  },
);
