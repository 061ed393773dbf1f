import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parseCsvRows } from '../src/mapping/tables/csv-rows.ts';

/** edge-cases.csv says which test holds which row of the catalogue of edge cases; what it says has to be there. */

const at = (path: string) => new URL(`../${path}`, import.meta.url);
const cases = parseCsvRows(readFileSync(at('test/edge-cases.csv'), 'utf8'))
  .map(({ cells }) => cells)
  .slice(1);

it('every row of the catalogue has a test', () => {
  const rows = new Set(cases.map(([row]) => Number(row)));
  expect([...rows]).toEqual(Array.from({ length: 90 }, (_, n) => n + 1));
});

it('every test that it names is there', () => {
  const gone = cases.filter(([, , where = '', text = '']) =>
    text === ''
      ? !['xml', 'json'].some((end) => existsSync(at(`${where}/document.${end}`)))
      : !readFileSync(at(where), 'utf8').includes(text),
  );
  expect(gone).toEqual([]);
});
