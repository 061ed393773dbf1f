import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, plainFile, readFile, target, told } from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.yaml`, import.meta.url), 'utf8');

/** Tables that were made to be looked at, and are read all the same. */
describe('a table that is a report', () => {
  const text = `
format: report
syntax: csv
encoding: cp850
csv: { separator: "|", headings: 2, decimal: ",", thousands: ".", skip: [ "---", Übertrag, Summe ] }
documents: { key: [ Beleg ] }
tree:
  order!:
    number!: { column: Beleg, type: identifier }
    lines[]!:
      position!: { column: Pos, type: identifier }
      quantity!: { column: Menge, type: decimal }
`;
  const format = formatOf(text);
  const headings = '|Beleg|Pos|Menge  |';
  const rows = [
    '26.11.2026 Bestellungen Seite 1',
    '-----------------',
    headings,
    '-----------------',
    '|A   | 10|1.250,5|',
    '|\x9abertrag||1.250,5|',
    '26.11.2026 Bestellungen Seite 2',
    headings,
    '|A   | 20|  3,00-|',
    '|B   | 10|      1|',
    '-----------------',
    '|Summe||1.248,5|',
  ];
  const bytes = (lines: readonly string[]) => Buffer.from(lines.join('\r\n'), 'latin1');
  const withoutTitle = rows.toSpliced(6, 1);

  it('rows that are no data are left out, and headings that come again', () => {
    expect(readFile(format, bytes(withoutTitle)).findings.map(told)).toEqual([]);
    expect(plainFile(format, bytes(withoutTitle))).toEqual([
      {
        number: 'A',
        lines: [
          { position: '10', quantity: '1250.5' },
          { position: '20', quantity: '-3.00' },
        ],
      },
      { number: 'B', lines: { position: '10', quantity: '1' } },
    ]);
  });

  it('any other is read, and told where it stands', () => {
    expect(readFile(format, bytes(rows)).findings.map(told)).toContain('7:1 row 7 row-without-key');
  });

  it('a row that is nearly the headings is data', () => {
    const other = withoutTitle.with(6, '|Beleg|Pos|Menge! |');
    expect(readFile(format, bytes(other)).findings.map(told)).toContain('7:12 row 7 Menge field-number');
  });

  it('nothing is written that would be left out', () => {
    const order = (number: string) => target({ number, lines: [{ position: '1', quantity: '1' }] });
    const { findings, bytes: written } = format.write(order('A'));
    expect(findings).toEqual([]);
    expect(plainFile(format, written)).toEqual([{ number: 'A', lines: { position: '1', quantity: '1' } }]);
    expect(format.write(order('Summe 1')).findings.map(told)).toEqual(['write-left-out']);
    const plainText = formatOf(text.replace(', type: decimal', ''));
    const headingsAgain = target({ number: 'Beleg', lines: [{ position: 'Pos', quantity: 'Menge' }] });
    expect(plainText.write(headingsAgain).findings.map(told)).toEqual(['write-left-out']);
  });
});

describe('values that stand in the first row of an order alone', () => {
  const text = `
format: grouped
syntax: csv
csv: { separator: "," , decimal: "." }
documents: { key: [ Order ], blanks: above }
tree:
  order!:
    number!: { column: Order, type: identifier }
    vendor!: { column: Vendor }
    lines[]!:
      $key: [ Line ]
      position!: { column: Line, type: identifier }
      item!: { column: Item }
      deliveries[]!: { quantity!: { column: Qty, type: decimal } }
`;
  const format = formatOf(text);
  const rows = ['Order,Vendor,Line,Item,Qty', 'P1,ACME,1,A,5', ',,,,2', ',,2,B,3', 'P2,Bolts,1,C,1'];
  const read = (lines: readonly string[], how = format) => readFile(how, lines.join('\n'));

  it('hold for the rows below', () => {
    expect(read(rows).findings.map(told)).toEqual([]);
    expect(plainFile(format, rows.join('\n'))).toEqual([
      {
        number: 'P1',
        vendor: 'ACME',
        lines: [
          { position: '1', item: 'A', deliveries: [{ quantity: '5' }, { quantity: '2' }] },
          { position: '2', item: 'B', deliveries: { quantity: '3' } },
        ],
      },
      { number: 'P2', vendor: 'Bolts', lines: { position: '1', item: 'C', deliveries: { quantity: '1' } } },
    ]);
  });

  it('unless the format does not say so', () => {
    const strict = formatOf(text.replace(', blanks: above', ''));
    expect(read(rows, strict).findings.map(({ code }) => code)).toContain('row-without-key');
  });

  it('a first row has nothing above it, and other values disagree', () => {
    expect(read(rows.toSpliced(1, 1)).findings.map(told)).toContain('2:1 row 2 row-without-key');
    expect(read(rows.with(3, ',Other,2,B,3')).findings.map(told)).toEqual(['4:2 row 4 Vendor row-disagrees']);
  });
});

describe('a block above the table', () => {
  const block = formatOf(fixture('acme-csv-block'));
  const table = ['Pos\tArtikel\tAantal\tDatum', '1\tA-1\t5\t1-3-2026'];
  const read = (...above: string[]) => readFile(block, [...above, ...table].join('\n'));
  const orderOf = (...above: string[]) => plainFile(block, [...above, ...table].join('\n'))[0];

  it('may have several labels in a row, with and without a value', () => {
    const above = ['Bestelnummer:\tPO7\tDatum\t3-2-2026', 'Opmerking\t\tKlant\t4711', 'a\tb'];
    expect(orderOf(...above)).toMatchObject({ number: 'PO7', date: '2026-02-03' });
    expect(orderOf(...above)).not.toHaveProperty('note');
  });

  it('says what of it is not read', () => {
    const above = ['Bestelnummer:\tPO7\tspoed', 'Datum\t3-2-2026', 'Inkoper\tJan\t06-1234'];
    expect(read(...above).findings.map(told)).toEqual([
      '1:19 row 1 csv-label-more',
      '3:1 row 3 csv-label-unknown',
    ]);
  });

  it('a value that looks like a label is one where it stands behind its own', () => {
    expect(orderOf('Bestelnummer:\tDatum', 'Datum\t3-2-2026', 'x\ty')).toMatchObject({ number: 'Datum' });
  });
});
