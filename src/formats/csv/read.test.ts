import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, places, plainFile, readFile, told } from '../testkit/kit.ts';

const acme = readFileSync(new URL('../fixtures/acme-csv-orders.yaml', import.meta.url), 'utf8');
const orders = formatOf(acme);
const headings = 'Ordernr;Orderdatum;Lev.nr;Regel;Artikel;Omschrijving;Aantal;Prijs;Leverdatum';
const file = (...rows: string[]) => Buffer.from(`${[headings, ...rows].join('\r\n')}\r\n`, 'latin1');
const first = 'PO1;26-11-2026;20045;0010;ART-1;5" pipe;1.234,50;;03-12-2026';

const faults = (bytes: Uint8Array | string, format = orders) => readFile(format, bytes).findings.map(told);

describe('rows that repeat the header', () => {
  it('that stand there twice would be ordered twice: a person decides, or the channel', () => {
    const again = file(first, first.replace('0010', '0020'), first);
    expect(faults(again)).toEqual(['4:1 row 4 row-again']);
    const [document] = orders.cut(again).documents;
    const severities = (severity: 'warning' | 'off') =>
      document && orders.read(document, { severities: { 'row-again': severity } }).findings;
    expect(severities('warning')).toMatchObject([{ code: 'row-again', severity: 'warning' }]);
    expect(severities('off')).toEqual([]);
  });

  it('are told once: of a document that was read before, the tree alone is wanted', () => {
    const [document] = orders.cut(file(first, first)).documents;
    const known = document && orders.read(document, { known: true });
    expect(known?.tree?.root.localName).toBe('order');
    expect(known?.findings).toEqual([]);
  });

  it('are deliveries of a line by its key, under any of its headings', () => {
    const nested = formatOf(`format: nested
syntax: csv
documents: { key: [ Order ] }
tree:
  order!:
    number!: { column: [ Order, Auftrag ] }
    lines[]!:
      $key: [ Regel ]
      position!: { column: [ Regel, Position ] }
      deliveries[]!: { quantity!: { column: [ Aantal, Menge ], type: decimal } }
`);
    const lines = (text: string) => plainFile(nested, text);
    const wanted = [
      {
        number: 'A',
        lines: [
          { position: '1', deliveries: [{ quantity: '2' }, { quantity: '3' }] },
          { position: '2', deliveries: { quantity: '4' } },
        ],
      },
    ];
    expect(lines('Order;Regel;Aantal\nA;1;2\nA;1;3\nA;2;4\n')).toEqual(wanted);
    expect(lines('Auftrag;Position;Menge\nA;1;2\nA;1;3\nA;2;4\n')).toEqual(wanted);
  });

  it('are the documents of their keys, with canonical values', () => {
    const bytes = file(
      first,
      'PO1;26-11-2026;20045;0020;;"Moer; ""M8""\r\nverzinkt";5;0,1;00-00-0000',
      '',
      'PO2;27-11-2026;20045;1;;;1;;',
    );
    expect(plainFile(orders, bytes)).toEqual([
      {
        number: 'PO1',
        date: '2026-11-26',
        supplier: '20045',
        lines: [
          {
            position: '0010',
            item: 'ART-1',
            description: '5" pipe',
            quantity: '1234.50',
            delivery: '2026-12-03',
          },
          { position: '0020', description: 'Moer; "M8"\r\nverzinkt', quantity: '5', price: '0.1' },
        ],
      },
      { number: 'PO2', date: '2026-11-27', supplier: '20045', lines: { position: '1', quantity: '1' } },
    ]);
  });

  it('know line, column, row, heading and the own text of every value', () => {
    const bytes = file('PO0;01-01-2026;1;1;;"a\r\nb";1;;', '', first);
    const [, { tree } = {}] = readFile(orders, bytes).reads;
    expect(tree && places(tree.root)).toEqual([
      '/order 5:1 row 4',
      '/order/number 5:1 row 4 Ordernr',
      '/order/date 5:5 row 4 Orderdatum 26-11-2026',
      '/order/supplier 5:16 row 4 Lev.nr',
      '/order/lines 5:1 row 4',
      '/order/lines/position 5:22 row 4 Regel',
      '/order/lines/item 5:27 row 4 Artikel',
      '/order/lines/description 5:33 row 4 Omschrijving',
      '/order/lines/quantity 5:41 row 4 Aantal 1.234,50',
      '/order/lines/delivery 5:51 row 4 Leverdatum 03-12-2026',
    ]);
    expect(tree?.format).toBe('records');
    expect(tree?.size).toBe(18);
  });

  it.each([
    ['PO1;26-11-2026;20045;10;;;1.5;;', '2:27 row 2 Aantal field-number'],
    ['PO1;26-11-2026;20045;10;;;1E5;;', '2:27 row 2 Aantal field-exponent'],
    ['PO1;26-11-2026;20045;10;;;;;', '2:27 row 2 Aantal field-missing'],
    ['PO1;2026-11-26;20045;10;;;1;;', '2:5 row 2 Orderdatum field-date'],
    ['PO1;26-11-2026;20045;10;;', '2:26 row 2 row-short'],
    ['PO1;26-11-2026;20045;10;;;1;;;x', '2:31 row 2 row-long'],
    [
      'PO1;26-11-2026;20045;10;;"x;y;z;1;;;;\r\nPO1;26-11-2026";1;;',
      '2:27 row 2 Omschrijving csv-quote-rows',
    ],
  ])('%s', (row, fault) => {
    expect(faults(file(row))).toContain(fault);
  });

  it('takes a tail of optional columns that is not there, and separators without anything behind the last', () => {
    expect(faults(file('PO1;26-11-2026;20045;10;;;1'))).toEqual([]);
    expect(faults(file('PO1;26-11-2026;20045;10;;;1;;;; ;'))).toEqual([]);
  });

  it('values above the lines must agree, and the finding names both rows', () => {
    const { findings } = readFile(
      orders,
      file(first, 'PO1;27-11-2026;20045;2;;;1;;', 'PO1;27-11-2026;20045;3;;;1;;'),
    );
    expect(findings.map(told)).toEqual(['3:5 row 3 Orderdatum row-disagrees']);
    expect(findings[0]?.message).toBe(
      '`Orderdatum` is `27-11-2026` here and `26-11-2026` in row 2, and both rows belong to one.',
    );
  });

  it('a document of an error alone is refused, the others are read', () => {
    const { reads } = readFile(orders, file('PO1;x;1;1;;;1;;', 'PO2;26-11-2026;1;1;;;1;;'));
    expect(reads.map(({ findings }) => findings.length)).toEqual([1, 0]);
  });
});

describe('encodings', () => {
  const row = 'PO1;26-11-2026;20045;10;;Käfig ø 5 €;1;;\r\n';
  const text = `${headings}\r\n${row}`;
  const description = (bytes: Uint8Array) => {
    const [{ tree, findings } = { findings: [] }] = readFile(orders, bytes).reads;
    return tree ? places(tree.root).find((one) => one.includes('description')) : findings.map(told);
  };

  it('takes what the format says, and a byte order mark instead', () => {
    const cp1252 = Buffer.from(text.replace('€', '\x80'), 'latin1');
    expect(description(cp1252)).toBe('/order/lines/description 2:26 row 2 Omschrijving');
    for (const bytes of [
      Buffer.from(`\ufeff${text}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ]) {
      expect(description(bytes)).toBe('/order/lines/description 2:26 row 2 Omschrijving');
      expect(faults(bytes)).toEqual(['1:1 text-encoding-mark']);
    }
  });

  it('refuses UTF-8 that the format does not know of, and bytes that the encoding does not have', () => {
    expect(faults(text)).toEqual(['2:27 text-encoding-other']);
    expect(faults(Buffer.from(text.replace('€', '\x81'), 'latin1'))).toEqual(['2:36 text-encoding-wrong']);
    const utf8 = formatOf(acme.replace('windows-1252', 'utf-8'));
    expect(faults(Buffer.from(text, 'latin1'), utf8)).toEqual(['2:27 text-encoding-wrong']);
  });

  it('one document in another encoding is refused alone', () => {
    const mixed = Buffer.concat([
      Buffer.from(`${headings}\nPO1;26-11-2026;1;1;;K\xe4fig;1;;\n`, 'latin1'),
      Buffer.from('PO2;26-11-2026;1;1;;Käfig;1;;\n'),
    ]);
    expect(faults(mixed)).toEqual(['3:22 text-encoding-other']);
  });

  it('drops sep= and the Ctrl-Z of DOS', () => {
    const dos = formatOf(acme.replace('windows-1252', 'cp850'));
    const bytes = Buffer.concat([
      Buffer.from(`sep=;\r\n${headings}\r\nPO1;26-11-2026;1;1;;M`),
      Buffer.of(0x81),
      Buffer.from('ller;1;;\r\n\x1a'),
    ]);
    expect(readFile(dos, bytes).findings).toEqual([]);
    expect(plainFile(dos, bytes)).toMatchObject([{ lines: { description: 'Müller' } }]);
  });
});

describe('headings', () => {
  const rows = 'PO1;26-11-2026;1;1;;;1;;';
  it.each([
    [
      'a missing one of a required value',
      headings.replace('Aantal', 'Stuks'),
      ['1:1 row 1 Ordernr csv-heading-missing', '1:54 row 1 Stuks csv-heading-unknown'],
    ],
    [
      'one that was renamed',
      headings.replace('Prijs', 'Prijss'),
      ['1:1 row 1 Ordernr csv-heading-missing', '1:61 row 1 Prijss csv-heading-unknown'],
    ],
    ['one that stands twice', headings.replace('Prijs', 'AANTAL'), ['1:61 row 1 AANTAL csv-heading-twice']],
    [
      'two aliases of one',
      headings.replace('Prijs', 'Leverancier'),
      ['1:61 row 1 Leverancier csv-heading-twice'],
    ],
    ['unknown ones are warnings', `${headings};Kleur;Maat`, ['1:84 row 1 Maat csv-heading-unknown']],
    ['case and blanks do not count', headings.replace('Ordernr', '  ORDERNR '), []],
    ['an optional one may be missing', headings.replace('Prijs', 'Kleur'), []],
  ])('%s', (_, line, told) => {
    expect(faults(`${line}\n${rows}\n`)).toEqual(told);
  });

  it('names the nearest one', () => {
    const { findings } = readFile(orders, `${headings.replace('Aantal', 'Aantall')}\n${rows}`);
    expect(findings[0]?.message).toBe('There is no column `Aantal`. Did you mean `Aantall`?');
  });

  it('a file without any is none', () => {
    expect(faults('\n')).toEqual(['1:1 csv-headings-none']);
  });
});
