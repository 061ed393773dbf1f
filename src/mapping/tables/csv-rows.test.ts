import { expect, it } from 'vitest';
import { CsvRows, parseCsvRows } from './csv-rows.ts';

/** Character by character: what the rows of any text are. */
function readSlowly(text: string): unknown {
  const separator = /^[^\r\n]*/.exec(text)?.[0].includes(';') ? ';' : ',';
  const rows: unknown[] = [];
  let [cells, cell, quoted, line, start]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const endRow = () => {
    cells.push(cell);
    if (cells.length > 1 || cells[0] !== '') rows.push({ line: start, cells });
    [cells, cell, start] = [[], '', line + 1];
  };
  for (let i = 0; i < text.length; i += 1) {
    const c = text[i];
    if (quoted && c === '"' && text[i + 1] === '"') {
      cell += '"';
      i += 1;
    } else if (c === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
      if (quoted) cell = '';
    } else if (!quoted && c === separator) {
      cells.push(cell);
      cell = '';
    } else if (!quoted && c === '\n') endRow();
    else if (c !== '\r') cell += c;
    if (c === '\n') line += 1;
  }
  endRow();
  return rows;
}

it.each([
  ['', []],
  ['a,b', [{ line: 1, cells: ['a', 'b'] }]],
  [
    'a;b\r\n\r\n c ; d \n',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 3, cells: [' c ', ' d '] },
    ],
  ],
  [
    'a,b\n"x, ""y""","two\r\nlines"\nz,"open\n1,2',
    [
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x, "y"', 'two\nlines'] },
      { line: 4, cells: ['z', 'open\n1,2'] },
    ],
  ],
  ['5" pipe,1\n', [{ line: 1, cells: ['5" pipe', '1'] }]],
])('cuts %j', (text, rows) => {
  expect(parseCsvRows(text)).toEqual(rows);
});

it('cuts whatever somebody saves as it would be cut character by character', () => {
  const pieces = ['a', 'B', ' ', ',', ';', '"', '""', '\n', '\r\n', '\r', ',', '\n', 'é'];
  // the same texts each time
  let seed = 7;
  const next = (most: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (let n = 0; n < 2000; n += 1) {
    const text = Array.from({ length: next(24) }, () => pieces[next(pieces.length)]).join('');
    expect(parseCsvRows(text), JSON.stringify(text)).toEqual(readSlowly(text));
  }
});

it('finds rows by a text of a cell, also in quotes, but not over the line between two cells', () => {
  const rows = new CsvRows('key,value\nAB,1\n"a ""b""\nc",2\nxab,3\nC,ab\n');
  expect(rows.find('ab', 1, 2)).toEqual({ first: [1, 3], count: 3 });
  expect(rows.find('A "B', 1, 9)).toEqual({ first: [2], count: 1 });
  expect(rows.find('\nC', 1, 9)).toEqual({ first: [2], count: 1 });
  expect(rows.find('B,1', 1, 9)).toEqual({ first: [], count: 0 });
});
