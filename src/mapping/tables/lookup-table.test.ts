import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderProblem } from '../files/mapping-problem.ts';
import { buildLookup, readTable } from './lookup-table.ts';

const folder = mkdtempSync(join(tmpdir(), 'tables-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parseTable = (name: string, file: string, text: string) =>
  readTable(name, file, { read: () => Buffer.from(text), list: () => [] });

const entries = (text: string) => {
  const { table, problems } = parseTable('t', 't.csv', text);
  return [
    [...(table?.entries ?? [])].map(([key, { value, line }]) => `${line} ${key}=${value}`),
    problems.length,
  ];
};

describe('a table', () => {
  it.each([
    ['key,value\nC62,PCE\nKGM,KGM\n', ['2 C62=PCE', '3 KGM=KGM']],
    ['key;value\r\nC62;"a, b"\r\n', ['2 C62=a, b']],
    ['key;value;remark\nC62;PCE;a piece\n', ['2 C62=PCE']],
    [
      'key,value\n C62 , PCE \n\n"say ""x""","two\nlines"\nlast,1',
      ['2 C62=PCE', '4 say "x"=two\nlines', '6 last=1'],
    ],
    ['key,value,why\nempty,,left out on purpose\n,nothing\n', ['2 empty=', '3 =nothing']],
    ['key,value\na,1\na,1\n', ['2 a=1']],
  ])('%j', (text, expected) => {
    expect(entries(text)).toEqual([expected, 0]);
  });

  it('says what is wrong with it', () => {
    const messages = (text: string) =>
      parseTable('t', 't.csv', text)
        .problems.map((one) => renderProblem(one))
        .map((p) => `${p.severity} ${p.line} ${p.message}`);
    expect(messages('key,value\na,1\nb\na,2\n')).toEqual([
      'error 3 The key "b" has no value column.',
      'error 4 The key "a" stands twice, first in line 2.',
    ]);
    expect(messages('key,value\nSt\u0081ck,PCE\n')).toEqual([
      'error 2 This is not text in UTF-8, UTF-16 or windows-1252.',
    ]);
    expect(messages('')).toEqual(['error 1 The first line has no two columns.']);
    expect(messages('key,value\n00010,a\n20,b\nX,c\n')).toEqual([
      'warning 3 The key "20" is shorter than the others, as if a spreadsheet had taken its leading zeros away.',
    ]);
    expect(messages('key,value,why\n0007,a\n91,b,so it is written\n')).toEqual([]);
    expect(messages('key,value\nC62,PCE\nSTK,\n')).toEqual([
      'warning 3 The key "STK" has an empty value: what is looked up by it is left out.',
    ]);
  });

  it('is read as a spreadsheet saves it: UTF-8 with mark, windows-1252', () => {
    const file = join(folder, 'x.csv');
    const value = (bytes: Uint8Array) => {
      writeFileSync(file, bytes);
      return readTable('t', file).table?.entries.get('k')?.value;
    };
    expect(value(Buffer.from('\ufeffk,v\nk,Stück €\n'))).toBe('Stück €');
    expect(
      value(
        Buffer.concat([
          Buffer.from('k,v\nk,St'),
          Buffer.from([0xfc]),
          Buffer.from('ck '),
          Buffer.from([0x80]),
        ]),
      ),
    ).toBe('Stück €');
    const { problems } = readTable('t', join(folder, 'none.csv'));
    expect(problems.map((one) => renderProblem(one).message)).toEqual([
      expect.stringContaining('cannot be read'),
    ]);
  });

  it('is never empty by chance', () => {
    const { table } = parseTable('unit', 'unit.csv', 'k,v\nC62,PCE\nnone,\n');
    const lookup = buildLookup(new Map(table === undefined ? [] : [['unit', table]]));
    expect(lookup('unit', 'C62', undefined)).toBe('PCE');
    expect(lookup('unit', 'none', undefined)).toBe('');
    expect(lookup('unit', 'KGM', 'else')).toBe('else');
    expect(() => lookup('unit', 'KGM', undefined)).toThrow('The table `unit` has no entry for `KGM`.');
    expect(() => lookup('unit', 'c62', undefined)).toThrow(/no entry/);
  });
});
