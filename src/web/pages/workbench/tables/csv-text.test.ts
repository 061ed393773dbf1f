import { describe, expect, it } from 'vitest';
import { layOver, parseCsv, parsePasted, renderCsv, rowAtLine } from './csv-text.ts';
import { mergeRows, withoutHead } from './merge-rows.ts';

const head = ['unit in the ERP', 'unit at the exchange'];

it('writes what it reads, with quotes, separators and line ends in cells', () => {
  const rows = [
    ['A, b', 'x;"y"'],
    ['two\nlines', ''],
    ['', ''],
    ['', 'no key'],
  ];
  for (const separator of [',', ';'] as const)
    expect(parseCsv(renderCsv(head, rows, separator), separator)).toEqual(rows.toSpliced(2, 1));
});

describe('rows that are pasted', () => {
  it('are laid over from one cell on', () => {
    expect(layOver([['a', '1']], parsePasted('2\r\n3\t4\r\n'), { row: 0, column: 1 }, 2)).toEqual([
      ['a', '2'],
      ['', '3'],
    ]);
  });

  it('take the place of rows with the same key, and are added else', () => {
    const pasted = parsePasted('Unit in the ERP\tunit at the exchange\nROL\tRO\nSTK\tC62\n\t\nMTR\tMTR\n');
    expect(mergeRows([['STK', 'H87']], pasted, head)).toEqual({
      rows: [
        ['STK', 'C62'],
        ['ROL', 'RO'],
        ['MTR', 'MTR'],
      ],
      replaced: 1,
    });
    expect(withoutHead(pasted, head)).toHaveLength(3);
  });

  it('stay two where their keys are equal among themselves: which is meant is for a person to say', () => {
    const { rows, replaced } = mergeRows([], parsePasted('A\t1\nA\t2'), head);
    expect(rows).toHaveLength(2);
    expect(replaced).toBe(0);
  });
});

it('finds the row of a line, over rows that hold nothing and cells of several lines', () => {
  const rows = [
    ['a', '1'],
    ['', ''],
    ['b\nc', '2'],
    ['d', '3'],
  ];
  expect([2, 3, 4, 5, 6].map((line) => rowAtLine(rows, line))).toEqual([0, 2, undefined, 3, undefined]);
});
