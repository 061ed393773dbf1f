import { expect, it } from 'vitest';
import { checkRows } from './check-table-rows.ts';
import { CsvRows } from './csv-rows.ts';
import { LayeredEntries, type TableEntries } from './table-entries.ts';

function entriesOf(text: string): TableEntries {
  const { entries } = checkRows(new CsvRows(text));
  if (entries === undefined) throw new Error('It is a table.');
  return entries;
}

it('finds each of many rows by its key, in the order of the file, and no other', () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `K${n * 7919},V${n % 3}\n`).join('');
  const entries = entriesOf(`key,value\n${rows}`);
  const all = [...entries];
  expect(all).toHaveLength(5000);
  expect(all[4999]).toEqual(['K39587081', { value: 'V1', line: 5001 }]);
  expect(all.every(([key, entry]) => entries.get(key)?.line === entry.line)).toBe(true);
  expect([entries.has('K1'), entries.get('k0'), entries.get('')]).toEqual([false, undefined, undefined]);
  expect(entries.values).toEqual(new Set(['V0', 'V1', 'V2']));
});

it('knows the values as a whole only where they are few', () => {
  const rows = Array.from({ length: 600 }, (_, n) => `K${n},V${n}\n`).join('');
  expect(entriesOf(`key,value\n${rows}`).values).toBeUndefined();
});

it('lays rows over others, each where it stood, with the file that it is of', () => {
  const layered = new LayeredEntries(
    entriesOf('key,value\nC,c\nA,x\n'),
    'own.csv',
    entriesOf('key,value\nA,a\nB,b\n'),
  );
  expect([...layered]).toEqual([
    ['A', { value: 'x', line: 3, file: 'own.csv' }],
    ['B', { value: 'b', line: 3 }],
    ['C', { value: 'c', line: 2, file: 'own.csv' }],
  ]);
  expect(layered.get('A')).toEqual({ value: 'x', line: 3, file: 'own.csv' });
  expect([layered.has('B'), layered.has('C'), layered.has('D')]).toEqual([true, true, false]);
  expect(layered.values).toEqual(new Set(['a', 'b', 'c', 'x']));
});

it('reports a hundred problems of a kind, not a million', () => {
  const rows = Array.from({ length: 500 }, (_, n) => `K${n}\nK,${n}\n`).join('');
  expect(checkRows(new CsvRows(`key,value\n${rows}`)).problems).toHaveLength(100);
  const empty = Array.from({ length: 300 }, (_, n) => `K${n},\n`).join('');
  expect(checkRows(new CsvRows(`key,value\n${empty}`)).problems).toHaveLength(100);
});
