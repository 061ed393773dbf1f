import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatOf } from '../testkit/kit.ts';
import { mistakes, mutant } from '../testkit/mutants.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

it.each([
  ['acme-csv-orders', '.csv'],
  ['acme-csv-records', '.txt'],
  ['acme-csv-block', '.txt'],
  ['acme-csv-report', '.txt'],
])(
  '%s: 500 damaged files are read as their bytes say, or refused with place and advice',
  (name, extension) => {
    const format = formatOf(fixture(`${name}.yaml`).toString());
    const bytes = fixture(name + extension);
    expect(mistakes(format, bytes)).toEqual([]);
    for (let seed = 0; seed < 500; seed += 1)
      expect(mistakes(format, mutant(bytes, seed)), `seed ${seed}`).toEqual([]);
  },
);
