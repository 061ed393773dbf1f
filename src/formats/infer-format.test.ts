import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { buildDescribedFormat } from './described-format.ts';
import { guessEncoding } from './infer/guess-encoding.ts';
import { guessMarks, guessType } from './infer/guess-type.ts';
import { findMeaning, toElementName } from './infer/heading-meanings.ts';
import { inferFormat } from './infer-format.ts';
import { delivered, formatOf, plainFile, readFile, told } from './testkit/kit.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const inferred = (...files: (string | Uint8Array)[]) =>
  inferFormat(
    'mine',
    files.map((file) => (typeof file === 'string' ? Buffer.from(file) : file)),
    delivered,
  );
const german = [
  'Bestellnummer,Bestelldatum,Lieferant,Pos,Materialnummer,Bezeichnung,Menge,ME,Einzelpreis,Liefertermin',
  '4500001,1.3.2026,70012,10,M-1,"Flansch, rund",5.5,ST,1234.5,15.3.2026',
  '4500001,1.3.2026,70012,20,M-2,Schraube,100,ST,0.125,31.12.9999',
  '4500002,2.3.2026,70012,10,M-1,Flansch,1,ST,12.75,1.4.2026',
].join('\n');

describe('inferFormat', () => {
  it('knows records of fixed places by themselves, also where what ends an order is short', () => {
    const { format = '' } = inferred(fixture('short-trailer.txt'));
    expect(parse(format)).toMatchObject({ syntax: 'fixed' });
    for (const type of ['00', '01', '02', '99']) expect(format).toContain(type);
  });

  it('makes of a Dutch CSV a format that reads it, and places what it knows', () => {
    const { format = '', mapping = '' } = inferred(fixture('acme-csv-orders.csv'));
    expect(format).toContain('      quantity!: { column: Aantal, type: decimal }\n');
    expect(format).toContain('documents: { key: [ Ordernr ] }\n');
    const own = formatOf(fixture('acme-csv-orders.yaml').toString().replace('ignore: [ Kleur ]', ''));
    const mine = formatOf(format);
    expect(readFile(mine, fixture('acme-csv-orders.csv')).findings.map(told)).toEqual([]);
    expect(plainFile(mine, fixture('acme-csv-orders.csv'))).toMatchObject(
      plainFile(own, fixture('acme-csv-orders.csv')),
    );
    expect(mapping).toContain('from: mine\nto: scsn/Order\n');
    expect(mapping).toContain('#   lines/kleur: Kleur\n');
    expect(mapping).toContain(
      '      cbc:Quantity: { $from: quantity, $attributes: { unitCode: { $text: H87 } } } # look whether this is right\n',
    );
  });

  it('makes of a German one with commas and points its own', () => {
    const { format = '' } = inferred(german);
    expect(plainFile(formatOf(format), german)).toEqual([
      {
        number: '4500001',
        date: '2026-03-01',
        supplier: '70012',
        lines: [
          {
            position: '10',
            item: 'M-1',
            description: 'Flansch, rund',
            quantity: '5.5',
            unit: 'ST',
            price: '1234.5',
            delivery: '2026-03-15',
          },
          {
            position: '20',
            item: 'M-2',
            description: 'Schraube',
            quantity: '100',
            unit: 'ST',
            price: '0.125',
          },
        ],
      },
      expect.objectContaining({ number: '4500002' }),
    ]);
  });

  it.each([
    ['H,P-1,2026-11-26\nL,10,"1,000.5"\nT,text\nL,20,2\nH,P-2,2026-11-27\nL,10,1\nZ,2\n', false, 2],
    ['F,ACME\nH,P-1,2026-11-26\nL,10,1.5\nL,20,2\nT,text\nL,30,2\nH,P-2,2026-11-27\nL,10,1\nZ,2\n', true, 2],
    ['H,P-1,2026-11-26\nL,10,1.5\nT,text\nL,20,2\nL,30,2\nZ,2\n', false, 1],
  ])('makes of rows of several kinds a format that reads them, and a mapping (%#)', (text, header, count) => {
    const { format = '', mapping } = inferred(text);
    expect(mapping).toContain('    $each: lines\n');
    expect(format).toContain('  head:\n    $type: H\n');
    expect(format).toContain('documents: { starts: head }\n');
    expect(format).toContain(`file: { ${header ? 'header: header, ' : ''}trailer: trailer }\n`);
    const { reads, findings } = readFile(formatOf(format), text);
    expect(findings.map(told)).toEqual([]);
    expect(reads).toHaveLength(count);
    expect(JSON.stringify(plainFile(formatOf(format), text)[0])).toContain(
      '"lines":[{"position":"10","quantity":"1',
    );
  });

  it('the same orders in two samples do not lie apart', () => {
    expect(inferred(german, german).format).toContain('documents: { key: [ Bestellnummer ] }\n');
  });

  it('what it leaves out takes no row of data along', () => {
    const rows =
      'Ordernr;Regel;Artikel;Aantal;Prijs\n4711;1;A;2;1,5\n;;;;\nTotaal orders: 1;;;;\nTotaal-4;1;A;2;1,5\n';
    expect(inferred(rows).format).toContain('skip: [ "Totaal orders: 1" ]');
  });

  it('a heading of several lines stays one remark', () => {
    const heading = 'Kleur\ntarget: { cbc:ID: stolen }\u202e';
    const { mapping = '' } = inferred(`Ordernr;Regel;Artikel;Aantal;"${heading}"\n4711;1;A;2;rood\n`);
    expect(mapping).toContain('Kleur target: { cbc:ID: stolen }\n');
    expect(Object.keys(z.looseObject({}).parse(parse(mapping)))).toEqual(['mapping', 'from', 'to', 'target']);
  });

  it('learns an own XML with its namespaces, lists and types', () => {
    const sample = fixture('acme-xml-orders.xml')
      .toString('latin1')
      .replace('?>', ' encoding="windows-1252"?>');
    const { format = '' } = inferred(Buffer.from(sample, 'latin1'));
    expect(format).toContain('documents: { element: Order }\n');
    expect(format).toContain('      Date!: date dd-MM-yyyy\n');
    const { reads, findings } = readFile(formatOf(format), Buffer.from(sample, 'latin1'));
    expect(findings.map(told)).toEqual([]);
    expect(reads).toHaveLength(3);
  });

  it.each([
    ["UNA:+.? 'UNB+UNOC:3+A+B'UNH+1+INVOIC:D:96A:UN'", 'Messages INVOIC:D:96A have no delivered structure'],
    ["UNA:+.? 'UNB+UNOC:3+A+B'UNH+1+ORDERS:D:96A:UN'", 'The files hold no message ORDERS'],
    [`EDI_DC40${' '.repeat(91)}DESADV`, 'IDocs DESADV have no delivered segments'],
    ['<INVOIC02><IDOC><EDI_DC40><MESTYP>INVOIC</MESTYP>', 'IDocs INVOIC have no delivered segments'],
    ["UNA:+.? 'UNB+UNOC:3+A+B'BGM+220+4711'", 'no segment `UNH`'],
    [`EDI_DC40${' '.repeat(600)}`, 'says no message type (MESTYP)'],
    ['<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'document type declaration'],
    ['just a text', 'No row looks like headings'],
    ['1;2;3\n4;5;6\n', 'No row looks like headings'],
    ['<a><b></a>', 'no XML'],
  ])('%s: says why there is none, in both languages', (text, because) => {
    const { en, nl } = inferred(text).because ?? { en: '', nl: '' };
    expect(en).toContain(because);
    expect(nl).not.toMatch(/[{}]| the | is no | export is |^$/);
  });

  it.each(['orders.txt', 'orders.xml'])('makes of an IDoc (%s) a format on the delivered one', (name) => {
    const sample = readFileSync(new URL(`idoc/fixtures/${name}`, import.meta.url));
    const { format = '' } = inferred(sample);
    expect(format).toContain('guide: idoc-orders\nrecognise: { sender: "PRDCLNT100" }\n');
    expect(format.includes('form: flat')).toBe(name === 'orders.txt');
    expect(plainFile(formatOf(format), sample)).toHaveLength(2);
    expect(
      inferred(
        sample,
        Buffer.from(sample.toString().replaceAll('ORDERS ', 'ORDRSP ').replaceAll('>ORDERS<', '>ORDRSP<')),
      ).because?.nl,
    ).toContain('verschillende berichten (ORDERS, ORDRSP)');
  });

  it('makes of EDIFACT a guide of what the sender uses, which reads it without a word', () => {
    const sample = readFileSync(new URL('./edifact/fixtures/orders.edi', import.meta.url));
    const { format = '' } = inferred(sample);
    expect(format.split('\n').slice(0, 9)).toEqual([
      'format: mine',
      'syntax: edifact',
      'guide: edifact-d96a-orders',
      'recognise: { sender: 4015448000006:14 }',
      'tree:',
      '  BGM!: { C002/e1001: [ "220" ] }',
      '  DTM[]!: { C507/e2005: [ "137", "2" ] }',
      '  FTX: { e4451: [ AAI ] }',
      '  gRFF:',
    ]);
    expect(readFile(formatOf(format), sample).findings.map(told)).toEqual([]);
    const other = sample.toString().replace('NAD+BY', 'NAD+UC');
    expect(readFile(formatOf(format), other).findings.map(told)).toEqual([
      '10:5 row 9 NAD UC (final consignee), 1 party qualifier edi-code',
    ]);
  });

  it('whatever it makes can be loaded', () => {
    for (const text of [
      german,
      german.replaceAll(',', '\t'),
      'a;a;b\n1;2;3\n',
      'Ä Ö;1st;x\ny;z;\n',
      '<a><b/><b/></a>',
      '<x:a xmlns:x="u" x:b="1"/>',
    ]) {
      const { format } = inferred(text);
      if (format !== undefined)
        expect(buildDescribedFormat(format, 'mine.yaml').findings.map((one) => one.message)).toEqual([]);
    }
  });
});

describe('guesses', () => {
  it.each([
    [Buffer.from('Käfig', 'latin1'), 'windows-1252'],
    [Buffer.from([0x4b, 0x84, 0x66, 0x69, 0x67]), 'cp850'],
    [Buffer.from('Käfig'), 'utf-8'],
    [Buffer.from('Käfig', 'utf16le'), 'utf-16le'],
    [Buffer.from('Kafig'), 'windows-1252'],
  ])('the encoding of %j', (bytes, encoding) => {
    expect(guessEncoding(bytes)).toBe(encoding);
  });

  it.each([
    [['1.234,50', '2'], { decimal: ',', thousands: '.' }],
    [['1,234.50'], { decimal: '.', thousands: ',' }],
    [['0.125', '12.75'], { decimal: '.' }],
    [["1'000.5"], { decimal: '.', thousands: "'" }],
    [['abc'], { decimal: ',' }],
  ])('the marks of %j', (values, marks) => {
    expect(guessMarks(values)).toEqual(marks);
  });

  it.each([
    [['1', '2,5'], 'decimal'],
    [['0010', '20'], 'text'],
    [['26-11-2026', '00-00-0000'], 'date dd-MM-yyyy'],
    [['20261126'], 'date yyyyMMdd'],
    [['20261126', '99999999'], 'decimal'],
    [['26-11-2026 14:30'], 'datetime dd-MM-yyyy HH:mm'],
    [[], 'text'],
  ])('the type of %j', (values, type) => {
    expect(guessType(values, { decimal: ',', thousands: '.' }).type).toBe(type);
  });

  it('headings by what people write', () => {
    expect(
      ['Order-Nr', 'LEV.NR', 'Artikel_nr.', 'Qty', 'Kleur'].map((one) => findMeaning(one)?.name),
    ).toEqual(['number', 'supplier', 'item', 'quantity', undefined]);
    expect(['Kleur (RAL)', '1e keus', 'Änderung', '#'].map(toElementName)).toEqual([
      'kleurRal',
      'c1eKeus',
      'anderung',
      'column',
    ]);
  });
});
