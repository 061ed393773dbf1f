import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, plainFile, readFile, told } from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.yaml`, import.meta.url), 'utf8');
const records = formatOf(fixture('acme-csv-records'));
const block = formatOf(fixture('acme-csv-block'));
const faults = (format: typeof records, text: string) => readFile(format, text).findings.map(told);

describe('rows of several kinds', () => {
  const rows = [
    'F|ACME|20261126',
    'H|PO1|20261126|M"ller|Venlo',
    'T|urgent',
    'L|10|5',
    'T|first',
    '01|20261203|3',
    '01|20261210|2',
    'L|20|1.5',
    'H|PO2|20261126',
    'L|10|1',
    'E|2|9',
  ];
  const text = (lines: readonly string[]) => `${lines.join('\n')}\n`;
  const without = (n: number) => rows.filter((_, at) => at !== n);

  it('nest as the tree says, each document with the record before all of them', () => {
    expect(plainFile(records, text(rows))).toEqual([
      {
        F: { sender: 'ACME', made: '2026-11-26' },
        H: {
          number: 'PO1',
          date: '2026-11-26',
          buyer: { name: 'M"ller', city: 'Venlo' },
          T: { text: 'urgent' },
        },
        L: [
          {
            position: '10',
            quantity: '5',
            T: { text: 'first' },
            schedule: [
              { date: '2026-12-03', quantity: '3' },
              { date: '2026-12-10', quantity: '2' },
            ],
          },
          { position: '20', quantity: '1.5' },
        ],
      },
      {
        F: { sender: 'ACME', made: '2026-11-26' },
        H: { number: 'PO2', date: '2026-11-26' },
        L: { position: '10', quantity: '1' },
      },
    ]);
    expect(faults(records, text(rows))).toEqual([]);
  });

  it('one document alone is all of the file', () => {
    const one = [...rows.slice(0, 8), 'E|1|7'];
    expect(records.cut(Buffer.from(text(one))).documents).toEqual([{ bytes: Buffer.from(text(one)) }]);
    expect(plainFile(records, text(one))).toMatchObject([{ F: { sender: 'ACME' }, H: { number: 'PO1' } }]);
  });

  it.each([
    [
      'a record that is not known',
      [...rows.slice(0, 3), 'X|1', ...rows.slice(3, 10), 'E|2|10'],
      ['4:1 row 4 record-unknown'],
    ],
    [
      'one where it cannot stand',
      ['F|A', 'H|PO1|20261126', '01|20261203|3', 'L|1|1', 'E|1|3'],
      ['3:1 row 3 record-unexpected'],
    ],
    [
      'one before the first document',
      ['F|A', 'L|1|1', ...rows.slice(1, 10), 'E|2|10'],
      ['2:1 row 2 record-unexpected'],
    ],
    ['no trailer', without(10), ['10:1 row 10 file-record-missing']],
    [
      'a trailer that counts otherwise',
      [...without(9).slice(0, 9), 'E|2|9'],
      ['10:1 row 10 rows file-count'],
    ],
    ['something behind the trailer', [...rows, 'L|1|1'], ['12:1 row 12 record-unexpected']],
    ['a document without lines', [...without(9).slice(0, 9), 'E|2|8'], ['9:1 row 9 record-missing']],
    ['too many of one', [...rows.slice(0, 4), 'T|1', 'T|2', 'T|3', 'E|1|6'], ['7:1 row 7 record-too-many']],
    ['a field that nobody knows', ['F|A', 'H|P|20261126', 'L|1|1|x', 'E|1|2'], ['3:7 row 3 row-long']],
    [
      'a row that is short',
      ['F|A', 'H|P|20261126', 'L|1', 'E|1|2'],
      ['3:4 row 3 row-short', '3:4 row 3 column 3 field-missing'],
    ],
  ])('%s', (_, lines, told) => {
    expect(faults(records, text(lines))).toEqual(told);
  });

  it('a trailer makes the file complete', () => {
    const complete = (whole: string, size = whole.length) =>
      records.checkCompleteness({ head: Buffer.from(whole), tail: Buffer.from(whole).subarray(-40), size });
    expect(complete(text(rows))).toBe('complete');
    expect(complete(text(rows).trimEnd())).toBe('unfinished');
    expect(complete(text(without(10)))).toBe('unfinished');
    expect(complete(`${text(without(10))}E|2|\0\0\0`)).toBe('unfinished');
    expect(complete('', 0)).toBe('empty');
    expect(block.checkCompleteness({ head: Buffer.from('x'), tail: Buffer.from('x'), size: 1 })).toBe(
      'endless',
    );
  });

  it('is recognised by the first record of each document, where none stands before them', () => {
    const bare = formatOf(fixture('acme-csv-records').replace(/^(file| {2}[FE]):.*\n/gm, ''));
    const { documents } = bare.cut(Buffer.from('H|PO1|20261126\nL|10|5\nH|PO2|20261126\nL|10|1\n'));
    expect(documents.map(({ bytes, envelope }) => bare.recognise(bytes, envelope))).toEqual([true, true]);
  });

  it('is recognised by its first record', () => {
    expect(records.recognise(Buffer.from('F|A\nH|x'))).toBe(true);
    expect(records.recognise(Buffer.from('H|x|y'))).toBe(false);
    expect(records.recognise(Buffer.from('<xml/>'))).toBe(false);
  });
});

describe('a block above the table', () => {
  const text = [
    'Bestelnummer:\tPO7',
    'Datum\t3-2-2026',
    'OPMERKING\t',
    '\t\t',
    'Pos\tArtikel\tAantal\tDatum',
    '1\tA-1\t5\t1-3-2026',
    '1\tA-1\t2\t',
    '2\tA-2\t\t',
  ];

  it('is one document with the file, its lines told apart by their keys', () => {
    expect(plainFile(block, text.join('\n'))).toEqual([
      {
        number: 'PO7',
        date: '2026-02-03',
        lines: [
          {
            position: '1',
            item: 'A-1',
            deliveries: [{ quantity: '5', date: '2026-03-01' }, { quantity: '2' }],
          },
          { position: '2', item: 'A-2' },
        ],
      },
    ]);
  });

  it.each([
    [
      'a label that is not there',
      text.with(0, 'Bestelling\tPO7'),
      ['1:1 row 1 csv-label-unknown', '1:1 csv-label-missing'],
    ],
    ['a label without a value', text.with(0, 'Bestelnummer\t'), ['1:14 row 1 Bestelnummer field-missing']],
    ['a key that comes back', [...text, '1\tA-1\t1\t'], ['9:1 row 9 rows-apart']],
    ['values of one key that disagree', text.with(6, '1\tA-9\t2\t'), ['7:3 row 7 Artikel row-disagrees']],
  ])('%s', (_, lines, told) => {
    expect(faults(block, lines.join('\n'))).toEqual(told);
  });

  it('is recognised by its headings and labels', () => {
    expect(block.recognise(Buffer.from(`${text.join('\n')}\n`))).toBe(true);
    expect(block.recognise(Buffer.from('Ordernr;Datum\n1;2'))).toBe(false);
  });
});
