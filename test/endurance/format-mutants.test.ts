import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatOf, readFile } from '../../src/formats/testkit/kit.ts';
import { mistakes, mutant } from '../../src/formats/testkit/mutants.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`../../src/formats/fixtures/${name}`, import.meta.url));

it.each([
  ['acme-csv-orders', '.csv'],
  ['acme-csv-records', '.txt'],
  ['acme-csv-block', '.txt'],
  ['acme-xml-orders', '.xml'],
])(
  '%s: 5,000 damaged files are read as their bytes say, or refused with place and advice',
  (name, extension) => {
    const format = formatOf(fixture(`${name}.yaml`).toString());
    const bytes = fixture(name + extension);
    let refused = 0;
    for (let seed = 1000; seed < 6000; seed += 1) {
      const made = mutant(bytes, seed);
      expect(mistakes(format, made), `seed ${seed}`).toEqual([]);
      if (readFile(format, made).findings.some(({ severity }) => severity === 'error')) refused += 1;
    }
    // most faults show; what is left reads as another document that is as good
    expect(refused).toBeGreaterThan(2500);
    expect(refused).toBeLessThan(5000);
  },
);
