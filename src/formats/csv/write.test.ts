import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import type { Format } from '../document-format.ts';
import { formatOf, plain, readFile } from '../testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.yaml`, import.meta.url), 'utf8');
const acme = fixture('acme-csv-orders');
const orders = formatOf(acme);
const records = formatOf(fixture('acme-csv-records'));
const block = formatOf(fixture('acme-csv-block'));

/** Plain values as what a mapping makes: texts, objects and lists. */
type Plain = string | { readonly [name: string]: Plain | undefined } | readonly Plain[];
const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);

function target(value: { readonly [name: string]: Plain | undefined }): TargetObject {
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [[name, out(one)] as const],
  );
  return { kind: 'object', members: new Map(members) };
}

function out(value: Plain): TargetValue {
  if (typeof value === 'string') return { kind: 'scalar', type: 'string', text: value };
  return isList(value) ? { kind: 'list', items: value.map(out) } : target(value);
}

const written = (format: Format, value: { readonly [name: string]: Plain | undefined }) => {
  const { bytes, findings } = format.write(target(value));
  return {
    text: Buffer.from(bytes).toString('latin1'),
    told: findings.map(({ code, path }) => `${code} ${path}`),
  };
};

const order = (more: Record<string, string> = {}, above: Record<string, string> = {}) => ({
  number: 'PO1',
  date: '2026-11-26',
  supplier: '20045',
  ...above,
  lines: [{ position: '10', quantity: '1', ...more }],
});

describe('writing', () => {
  it('repeats the header on each row, in the form of the format', () => {
    const lines = [
      { position: '0010', quantity: '1234.50', description: '5" pipe; Käfig', delivery: '2026-12-03' },
      { position: '0020', quantity: '5', description: '"M8"' },
    ];
    expect(written(orders, { ...order(), lines })).toEqual({
      text: [
        'Ordernr;Orderdatum;Leverancier;Regel;Artikel;Omschrijving;Aantal;Prijs;Leverdatum',
        'PO1;26-11-2026;20045;0010;;"5"" pipe; K\xe4fig";1234,50;;03-12-2026',
        'PO1;26-11-2026;20045;0020;;"""M8""";5;;',
        '',
      ].join('\r\n'),
      told: [],
    });
  });

  it('takes columns, line ends, quotes and mark from the format', () => {
    const own = formatOf(
      `${acme.replace('windows-1252', 'utf-8')}write: { columns: [ Lev.nr, Ordernr, Leeg, Orderdatum, Regel, Aantal, Artikel, Omschrijving, Prijs, Leverdatum ], lineEnd: lf, quote: always, byteOrderMark: true }\n`,
    );
    const { bytes } = own.write(target(order()));
    expect(Buffer.from(bytes).toString().split('\n').slice(0, 2)).toEqual([
      '\ufeff"Lev.nr";"Ordernr";"Leeg";"Orderdatum";"Regel";"Aantal";"Artikel";"Omschrijving";"Prijs";"Leverdatum"',
      '"20045";"PO1";"";"26-11-2026";"10";"1";"";"";"";""',
    ]);
  });

  it('writes rows of several kinds, and counts them', () => {
    const value = {
      F: { sender: 'ACME' },
      H: { number: 'PO1', date: '2026-11-26', buyer: { city: 'Venlo' }, T: [{ text: 'x' }] },
      L: [
        { position: '10', quantity: '1.5', schedule: [{ date: '2026-12-03', quantity: '1' }] },
        { position: '20', quantity: '2' },
      ],
    };
    expect(written(records, value)).toEqual({
      text: 'F|ACME|\r\nH|PO1|20261126||Venlo\r\nT|x\r\nL|10|1.5\r\n01|20261203|1\r\nL|20|2\r\nE|1|5\r\n',
      told: [],
    });
  });

  it('writes a block above the table', () => {
    const lines = [
      { position: '1', item: 'A', deliveries: [{ quantity: '5' }, { quantity: '2', date: '2026-03-01' }] },
    ];
    expect(written(block, { number: 'PO7', date: '2026-02-03', lines }).text).toBe(
      'Bestelnummer\tPO7\r\nDatum\t3-2-2026\r\nOpmerking\t\r\nPos\tArtikel\tAantal\tDatum\r\n1\tA\t5\t\r\n1\tA\t2\t1-3-2026\r\n',
    );
  });

  it.each([
    [
      'a character that the encoding does not have',
      orders,
      order({ description: 'Ł' }),
      ['write-character /order/description'],
    ],
    ['half of one', orders, order({ description: 'x\ud800' }), ['write-character /order/description']],
    ['a NUL', orders, order({ item: 'a\0b' }), ['write-character /order/item']],
    ['no number', orders, order({ quantity: 'ten' }), ['write-value /order/lines[1]/quantity']],
    ['no date', orders, order({}, { date: '26-11-2026' }), ['write-value /order/date']],
    [
      'an identifier with blanks around it',
      orders,
      order({ position: ' 1' }),
      ['write-value /order/lines[1]/position'],
    ],
    [
      'nothing where something must be',
      orders,
      order({ quantity: ' ' }),
      ['required-missing /order/lines[1]/quantity'],
    ],
    ['no lines', orders, { ...order(), lines: undefined }, ['required-missing /order/lines']],
    ['a name that is not known', orders, order({ colour: 'red' }), ['target-unknown /order/lines[1]/colour']],
    ['a group as a value', orders, { ...order(), number: { a: 'b' } }, ['target-shape /order/number']],
    [
      'a value as a group',
      orders,
      { ...order(), lines: 'x' },
      ['target-shape /order/lines', 'required-missing /order/lines'],
    ],
    [
      'a separator without quotes',
      records,
      {
        F: { sender: 'A' },
        H: { number: 'P', date: '2026-11-26', buyer: { name: 'a|b' } },
        L: [{ position: '1', quantity: '1' }],
      },
      ['write-quote /order/H/name'],
    ],
    [
      'a key twice',
      block,
      { number: '1', date: '2026-02-03', lines: [{ position: '1' }, { position: '2' }, { position: '1' }] },
      ['write-key-twice /order/lines[3]'],
    ],
  ])('%s is a finding', (_, format, value, told) => {
    expect(written(format, value).told).toEqual(told);
  });

  it('what is longer than the ERP takes is a finding, in characters of the file', () => {
    const short = formatOf(acme.replace('{ column: Artikel,', '{ column: Artikel, maxLength: 3,'));
    expect(written(short, order({ item: 'ABC' })).told).toEqual([]);
    expect(written(short, order({ item: 'ABCD' })).told).toEqual(['write-length /order/lines[1]/item']);
  });
});

describe('the law: what is written without a finding is read as the same', () => {
  const digits = fc
    .stringMatching(/^-?(0|[1-9]\d{0,6})(\.\d{1,4})?$/)
    .filter((one) => !/^-0(\.0+)?$/.test(one));
  const day = fc
    .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const tame = { arbitrary: fc.stringMatching(/^[A-Za-z0-9.-]{1,8}$/), weight: 9 };
  const odd = ['sep=;', '"', '""', ' x', 'x ', 'a\r\nb', 'a\rb', '00-00-0000', '\x1a', '\ufeffx', '='];
  const wild = fc
    .oneof(
      tame,
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.stringMatching(/^[ ;"'|,\r\n\ta-cË€1-]{1,8}$/),
      fc.constantFrom(...odd),
    )
    .filter((text) => text.trim() !== '');
  const identifier = fc.oneof(tame, wild);
  const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
  const line = fc.record({
    position: identifier,
    item: optional(wild),
    description: optional(wild),
    quantity: digits,
    price: optional(digits),
    delivery: optional(day),
  });
  const whole = fc.record({
    number: wild,
    date: day,
    supplier: wild,
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  });

  /** Without what is absent; one of a list as itself. */
  function normal(value: Plain | undefined): unknown {
    if (value === undefined || typeof value === 'string') return value;
    if (isList(value)) return value.length === 1 ? normal(value[0]) : value.map(normal);
    const members = Object.entries(value).flatMap(([name, one]) =>
      one === undefined ? [] : [[name, normal(one)] as const],
    );
    return Object.fromEntries(members);
  }

  const forms = [
    acme,
    acme.replace('windows-1252', 'utf-8'),
    acme.replace('windows-1252', 'utf-16le'),
    acme.replace('windows-1252', 'cp850').replace("quote: '\"'", 'quote: none'),
    acme
      .replace('separator: ";"', 'separator: ","')
      .replace('decimal: ","', 'decimal: "."')
      .replace(', thousands: "."', ''),
    acme.replace('separator: ";"', 'separator: tab').replace("quote: '\"'", 'quote: "\'"'),
    `${acme.replace('windows-1252', 'utf-8')}write: { quote: always, byteOrderMark: true, lineEnd: lf }\n`,
    acme.replace('csv: {', "csv: { skip: [ A, '\"' ],").replace('rows: adjacent', 'blanks: above'),
  ];

  it.each(forms.map((text, index) => [index, formatOf(text)] as const))('form %i', (_, format) => {
    let count = 0;
    fc.assert(
      fc.property(whole, (value) => {
        const { bytes, findings } = format.write(target(value));
        if (findings.length > 0) return;
        count += 1;
        const read = readFile(format, bytes);
        expect(read.findings).toEqual([]);
        const trees = read.reads.flatMap(({ tree }) => (tree === undefined ? [] : [plain(tree.root)]));
        expect(trees).toEqual([normal(value)]);
      }),
      { numRuns: 300 },
    );
    expect(count).toBeGreaterThan(20);
  });
});
