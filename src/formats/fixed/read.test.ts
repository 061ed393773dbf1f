import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, places, plainFile, readFile, told } from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const description = fixture('acme-fixed-orders.yaml').toString();
const orders = formatOf(description);
const bytes = fixture('acme-fixed-orders.txt');
const lines = bytes.toString('latin1').split('\r\n').slice(0, -1);
const file = (all: readonly string[], end = '\r\n') =>
  Buffer.from(all.map((one) => one + end).join(''), 'latin1');
const faults = (all: readonly string[], format = orders) => readFile(format, file(all)).findings.map(told);
const inBytes = formatOf(fixture('acme-fixed-bytes.yaml').toString());
const byLength = fixture('acme-fixed-bytes.txt');

describe('records by line', () => {
  const expected = [
    {
      F0: { sender: 'ACME', made: '2026-11-26' },
      K1: {
        number: 'PO1',
        date: '2026-11-26',
        supplier: '0000020045',
        currency: 'EUR',
        buyer: { name: 'Müller & Söhne', city: 'Köln' },
        T1: { text: 'eilig, bitte' },
      },
      P1: [
        {
          position: '000010',
          item: '5" pipe',
          quantity: '1234.500',
          unit: 'PCE',
          price: '12.5000',
          per: '100',
          correction: '-12.50',
          T1: { text: 'first' },
          delivery: [
            { date: '2026-12-03', quantity: '1000.000' },
            { date: '2026-12-10', quantity: '234.500' },
          ],
        },
        { position: '20', quantity: '0.150', unit: 'PCE' },
      ],
    },
    {
      F0: { sender: 'ACME', made: '2026-11-26' },
      K1: { number: 'PO2', date: '2026-11-27', supplier: '0000020045' },
      P1: { position: '10', quantity: '1.000', unit: 'KGM', price: '12.5000', per: '1' },
    },
  ];

  it('are values by their places, nested as the tree says, with the header in each document', () => {
    expect(plainFile(orders, bytes)).toEqual(expected);
    expect(readFile(orders, bytes).findings.map(told)).toEqual([]);
  });

  it.each([
    ['LF', '\n'],
    ['CR', '\r'],
  ])('end with %s as well', (_, end) => {
    expect(plainFile(orders, file(lines, end))).toEqual(expected);
  });

  it('have the places of the file, where the value itself begins', () => {
    const [first, second] = readFile(orders, bytes).reads.map(({ tree }) => (tree ? places(tree.root) : []));
    expect(first).toEqual(
      expect.arrayContaining([
        '/order/P1[1]/quantity 4:31 row 4 quantity 000001234500',
        '/order/P1[1]/correction 4:67 row 4 correction 12.50-',
        '/order/P1[1]/delivery[2]/quantity 7:17 row 7 quantity 234500',
      ]),
    );
    expect(second).toEqual(
      expect.arrayContaining(['/order/K1 9:1 row 9', '/order/P1/unit 10:43 row 10 unit']),
    );
  });

  const changed = (line: number, from: string, to: string) =>
    lines.with(line, (lines[line] ?? '').replace(from, to));

  it.each([
    ['no number', changed(3, '000001234500', '00000123450x'), ['4:31 row 4 quantity field-number']],
    [
      'a mark where none is written',
      changed(3, '000001234500', '    1234.500'),
      ['4:35 row 4 quantity field-number'],
    ],
    [
      'a sign in the last digit',
      changed(3, '000001234500', '00000123450{'),
      ['4:31 row 4 quantity field-overpunch'],
    ],
    ['no day', changed(1, '20261126', '20261131'), ['2:15 row 2 date field-date']],
    [
      'zeros for a date that must be there',
      changed(1, '20261126', '00000000'),
      ['2:15 row 2 date field-missing'],
    ],
    ['nothing', changed(1, 'PO1', '   '), ['2:3 row 2 number field-missing']],
    ['no whole number', changed(3, '00100', '1.5  '), ['4:59 row 4 per field-integer']],
    ['an unknown record', lines.with(2, 'T2      eilig'), ['3:1 row 3 record-unknown']],
    ['a record out of its place', lines.toSpliced(2, 1, lines[5] ?? ''), ['3:1 row 3 record-unexpected']],
    [
      'a record too often',
      lines.toSpliced(4, 1, 'T1      a', 'T1      b', 'T1      c'),
      ['13:1 row 13 rows file-count'],
    ],
    [
      'a record that was moved to the right',
      lines.with(9, ` ${lines[9]}x`),
      ['9:1 row 9 record-missing', '10:1 row 10 record-unknown'],
    ],
    ['more than a record may hold', lines.with(9, `${lines[9]}x`), ['10:1 row 10 record-long']],
    [
      'a value where no field is',
      lines.with(0, `${lines[0]?.slice(0, 40)}secret`),
      ['1:41 row 1 record-rest', '1:41 row 1 record-rest'],
    ],
    ['a missing line record', lines.toSpliced(9, 1).with(-1, 'Z9000002000008'), ['9:1 row 9 record-missing']],
    ['a wrong count', lines.with(-1, 'Z9000003000009'), ['11:1 row 11 documents file-count']],
    ['no trailer', lines.slice(0, -1), ['10:1 row 10 file-record-missing']],
    ['no header', lines.slice(1), ['1:1 row 1 file-record-missing']],
    ['something behind the trailer', [...lines, lines[9] ?? ''], ['12:1 row 12 record-unexpected']],
    ['a NUL', lines.with(4, 'T1      a\0b'), ['5:10 row 5 csv-nul']],
  ])('%s', (_, all, expected) => {
    expect(faults(all)).toEqual(expected);
  });

  it('what stands where no field is, is told once for a kind of record', () => {
    const all = [3, 7].reduce((made, n) => made.with(n, `${made[n]?.padEnd(75)}more`), lines);
    expect(faults(all)).toEqual(['4:76 row 4 record-rest']);
  });

  it('blanks at the end may be missing, unless the format says that they are not', () => {
    const strict = formatOf(description.replace('length: 90,', 'length: 90, short: error,'));
    expect(faults(lines, strict)).toContain('2:1 row 2 record-short');
    expect(
      faults(
        lines.map((line) => line.padEnd(90)),
        strict,
      ),
    ).toEqual([]);
  });

  it('a number that the file ends within may have been longer', () => {
    const bare = formatOf(`format: bare
syntax: fixed
record: { ends: newline, length: 20, type: { at: 1, length: 1 } }
records: { K: { number!: "3@2" }, P: { item: "3@2", quantity!: "6@5 decimal(3)", unit: "3@11" } }
documents: { starts: K }
tree: { K!: {}, "P[]!": {} }`);
    const found = (text: string) => readFile(bare, Buffer.from(text)).findings;
    expect(found('KPO1\r\nPabc0125')).toMatchObject([
      { code: 'record-cut', severity: 'park', line: 2, column: 5 },
    ]);
    expect(found('KPO1\r\nPabc012500')).toEqual([]);
    expect(found('KPO1\r\nPabc012500PC')).toEqual([]);
    expect(found('KPO1\r\nPabc0125\r\n')).toEqual([]);
  });

  it('one damaged document does not stop the other', () => {
    const { reads } = readFile(orders, file(changed(3, '000001234500', '            ')));
    expect(reads.map(({ findings }) => findings.map(told))).toEqual([
      ['4:31 row 4 quantity field-missing'],
      [],
    ]);
  });

  it('a byte of another encoding is told with its place', () => {
    const utf8 = formatOf(description.replace('iso-8859-1', 'utf-8'));
    expect(readFile(utf8, bytes).findings.map(told)).toEqual(['2:37 text-encoding-wrong']);
  });

  it('places count letters, whatever bytes they have', () => {
    const utf8 = formatOf(description.replace('iso-8859-1', 'utf-8'));
    expect(plainFile(utf8, Buffer.from(bytes.toString('latin1')))).toEqual(expected);
  });
});

describe('records by length', () => {
  it('are cut by their length, and places count bytes where the format says so', () => {
    expect(plainFile(inBytes, byLength)).toEqual([
      {
        H: { number: 'PO1', name: 'Müller Söhne', date: '2026-11-26' },
        L: [
          { position: '0010', text: 'Röhre', quantity: '123.45' },
          { position: '0020', quantity: '-0.50' },
        ],
      },
      { H: { number: 'PO2', name: 'Łódź' }, L: { position: '0010', quantity: '1.00' } },
    ]);
  });

  it('have a column of the whole file, in characters', () => {
    const [, second] = readFile(inBytes, byLength).reads.map(({ tree }) => (tree ? places(tree.root) : []));
    expect(second).toContain('/document/H/number 1:119 row 4 number');
    expect(second).toContain('/document/L/quantity 1:186 row 5 quantity 100');
  });

  it('a line break in a record is refused: all behind it is moved', () => {
    const text = byLength.toString('latin1').replace('R\xc3', '\n\xc3');
    expect(readFile(inBytes, Buffer.from(text, 'latin1')).findings.map(told)).toContain(
      '1:39 row 2 record-line-break',
    );
  });

  it('a letter that a place cuts in two is refused', () => {
    const text = byLength.toString().replace('Söhne  261126', 'SöhneAß61126');
    expect(readFile(inBytes, Buffer.from(text)).findings.map(told)).toContain(
      '1:10 row 1 name record-character',
    );
  });
});
