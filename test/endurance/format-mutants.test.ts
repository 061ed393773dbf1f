import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatOf, readFile } from '../../src/formats/testkit/kit.ts';
import { mistakes, mutant } from '../../src/formats/testkit/mutants.ts';

const own = '../../src/formats/fixtures';
const delivered = '../../mappings';
const read = (path: string) => readFileSync(new URL(path, import.meta.url));

it.each([
  [`${own}/acme-csv-orders.yaml`, `${own}/acme-csv-orders.csv`],
  [`${own}/acme-csv-records.yaml`, `${own}/acme-csv-records.txt`],
  [`${own}/acme-csv-block.yaml`, `${own}/acme-csv-block.txt`],
  [`${own}/acme-csv-report.yaml`, `${own}/acme-csv-report.txt`],
  [`${own}/acme-fixed-orders.yaml`, `${own}/acme-fixed-orders.txt`],
  [`${own}/acme-fixed-bytes.yaml`, `${own}/acme-fixed-bytes.txt`],
  [`${delivered}/formats/idoc-orders.yaml`, '../../src/formats/idoc/fixtures/orders.txt'],
  [`${delivered}/formats/idoc-orders.yaml`, '../../src/formats/idoc/fixtures/orders.xml'],
  [`${own}/acme-xml-orders.yaml`, `${own}/acme-xml-orders.xml`],
  [`${delivered}/formats/csv-order.yaml`, `${delivered}/fixtures/csv-order-to-order.english/document.csv`],
  [
    `${delivered}/formats/csv-order-response.yaml`,
    `${delivered}/fixtures/csv-order-response-to-order-response.dutch/document.csv`,
  ],
  [
    `${delivered}/formats/opentrans-order.yaml`,
    `${delivered}/fixtures/opentrans-order-to-order.full/document.xml`,
  ],
])(
  '%s: 5,000 damaged files are read as their bytes say, or refused with place and advice',
  (description, file) => {
    const format = formatOf(read(description).toString());
    const bytes = read(file);
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
