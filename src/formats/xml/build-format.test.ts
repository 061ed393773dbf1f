import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderFormatPage } from '../format-page.ts';
import { asTarget, formatOf, places, plain, plainFile, readFile, told } from '../testkit/kit.ts';
import { formatLaws } from '../testkit/laws.ts';
import { mistakes, mutant } from '../testkit/mutants.ts';

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const description = fixture('acme-xml-orders.yaml').toString();
const orders = formatOf(description);
const bytes = fixture('acme-xml-orders.xml');
const text = bytes.toString('latin1');
const faults = (file: string | Uint8Array, format = orders) =>
  readFile(format, typeof file === 'string' ? Buffer.from(file, 'latin1') : file).findings.map(told);

formatLaws(
  [{ name: 'own XML', format: orders, bytes, documents: 3, end: 'complete' }],
  Buffer.from('Ordernr;Datum\n1;2\n'),
);

describe('own XML', () => {
  it('is read by its namespaces, whatever the prefixes, with canonical values and what stands around', () => {
    expect(plainFile(orders, bytes)).toEqual([
      {
        '@version': '2',
        Sender: 'ACME',
        Order: {
          Number: 'PO1',
          Date: '2026-11-26',
          'q:Supplier': { 'q:Id': { '@scheme': 'GLN', '#': '0010' }, 'q:Name': 'Müller & Söhne' },
          Line: [
            {
              '@no': '10',
              Item: '5" pipe',
              Quantity: { '@unit': 'C62', '#': '1234.50' },
              Delivery: '',
              Flag: { '@kind': 'x', '#': '' },
            },
            { '@no': '20', Quantity: '2', Delivery: '2026-12-03' },
          ],
        },
        Count: '3',
      },
      expect.objectContaining({ Order: expect.objectContaining({ Number: 'PO2' }) }),
      expect.objectContaining({ Order: expect.objectContaining({ Number: 'PO3' }) }),
    ]);
    expect(faults(bytes)).toEqual([]);
  });

  it('tells a text beside elements, and refuses a number with elements in it: it would stay 1.500 for 1500', () => {
    const stray = text.replace('<Number>PO1', 'by phone <Number>PO1');
    expect(faults(stray)).toEqual(['4:21 xml-text-beside']);
    const mixed = text.replace('>1.234,50<', '>1.234,50<Note/><');
    expect(faults(mixed)).toEqual(['7:68 xml-not-described', '7:39 xml-value-mixed']);
    const described = text.replace('>5" pipe<', '>5" <b>pipe</b><');
    expect(faults(described)).toEqual(['7:28 xml-not-described']);
  });

  it('has the places of the file in every document', () => {
    const trees = readFile(orders, bytes).reads.flatMap(({ tree }) => (tree ? [places(tree.root)] : []));
    for (const all of trees)
      expect(all).toEqual(
        expect.arrayContaining(['/Orders 2:1', '/Orders/Sender 3:3', '/Orders/Count 15:3']),
      );
    expect(trees[0]).toContain('/Orders/Order 4:21');
    expect(trees[1]).toEqual(
      expect.arrayContaining(['/Orders/Order 10:3', '/Orders/Order/Number 10:10', '/Orders/Order/Line 11:5']),
    );
    expect(trees[2]).toEqual(expect.arrayContaining(['/Orders/Order 11:83', '/Orders/Order/Number 12:5']));
  });

  it.each([
    ['a value of another type', ['1.234,50', '1234.50'], ['7:39 field-number']],
    ['a date', ['27-11-2026', '2026-11-27'], ['10:30 field-date']],
    ['a missing element', ['<Number>PO2</Number>', ''], ['10:3 record-missing']],
    ['an empty one', ['PO2', ' '], ['10:10 field-missing']],
    ['a missing attribute', [' no="20"', ''], ['8:5 xml-attribute-empty']],
    [
      'an unknown element',
      ['<Sender>', '<Colour/><Sender>'],
      ['3:3 xml-not-described', '3:3 xml-not-described', '3:3 xml-not-described'],
    ],
    ['an unknown attribute', [' no="20"', ' no="20" nr="2"'], ['8:5 xml-not-described']],
    [
      'an element twice',
      ['<Number>PO2</Number>', '<Number>PO2</Number><Number>PO2</Number>'],
      ['10:30 record-too-many'],
    ],
    ['a tag that is not closed', ['<Number>PO2</Number>', '<Number>PO2</Numbr>'], ['10:21 xml-close-tag']],
    [
      'something between documents',
      ['<Order><Number>PO2', 'x<Order><Number>PO2'],
      ['9:11 xml-between-documents'],
    ],
  ] as const)('%s', (_, [from, to], told) => {
    expect(faults(text.replace(from, to))).toEqual(told);
  });

  it('one damaged document does not stop the others', () => {
    const { reads } = readFile(
      orders,
      Buffer.from(text.replace('<Number>PO2</Number>', '<Number>PO2</Numbr>'), 'latin1'),
    );
    expect(reads.map(({ tree }) => tree !== undefined)).toEqual([true, false, true]);
  });

  it('a file that ends too early is refused whole, in its own words', () => {
    expect(faults(text.slice(0, 700))).toEqual(['12:9 xml-truncated']);
  });

  it('another root, or another namespace, is named', () => {
    const { findings } = readFile(orders, Buffer.from('<Orders version="1"/>'));
    expect(findings[0]?.message).toBe(
      'The root element is `Orders`; the format has `Orders` of the namespace `urn:acme:orders`.',
    );
    expect(faults('<Bestellung/>')).toEqual(['1:1 xml-root-other']);
  });

  it.each([
    ['declared UTF-8', Buffer.from(text.replace('?>', ' encoding="UTF-8"?>')), []],
    [
      'declared CP850',
      Buffer.from(
        text.replace('?>', ' encoding="IBM850"?>').replace('ü', '\x81').replace('ö', '\x94'),
        'latin1',
      ),
      [],
    ],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${text.replace('?>', ' encoding="UTF-16"?>')}`, 'utf16le'), []],
    ['UTF-8 that is not declared', Buffer.from(text), ['6:56 text-encoding-other']],
  ])('%s', (_, file, told) => {
    expect(faults(file)).toEqual(told);
    if (told.length === 0)
      expect(plainFile(orders, file)[0]).toMatchObject({
        Order: { 'q:Supplier': { 'q:Name': 'Müller & Söhne' } },
      });
  });

  it('500 damaged files are read as their bytes say, or refused with place and advice', () => {
    expect(mistakes(orders, bytes)).toEqual([]);
    for (let seed = 0; seed < 500; seed += 1)
      expect(mistakes(orders, mutant(bytes, seed)), `seed ${seed}`).toEqual([]);
  });
});

describe('writing own XML', () => {
  const single = formatOf(description.replace('documents: { element: Order }', 'documents: file'));
  const one = text
    .replace(/<Order>\s*<Number>PO[23][\s\S]*?<\/Order>/g, '')
    .replaceAll('q:', 'p:')
    .replace(':q=', ':p=');

  it.each([
    ['windows-1252', '<?xml version="1.0" encoding="windows-1252"?>'],
    ['utf-8', '<?xml version="1.0" encoding="UTF-8"?>'],
    ['iso-8859-2', '<?xml version="1.0" encoding="ISO-8859-2"?>'],
    ['cp850', '<?xml version="1.0" encoding="IBM850"?>'],
    ['utf-16', '<?xml version="1.0" encoding="UTF-16"?>'],
  ])('in %s it is read back as the same', (encoding, declaration) => {
    const format = formatOf(
      description
        .replace('windows-1252', encoding)
        .replace('documents: { element: Order }', 'documents: file'),
    );
    const [{ tree } = {}] = readFile(single, Buffer.from(one, 'latin1')).reads;
    const target = tree && asTarget(tree.root);
    const { bytes, findings } = format.write(target ?? { kind: 'object', members: new Map() });
    expect(findings).toEqual([]);
    expect(format.decodeText(bytes)?.split('\n')[0]).toBe(declaration);
    const [again] = readFile(format, bytes).reads;
    expect(again?.findings).toEqual([]);
    expect(again?.tree && plain(again.tree.root)).toEqual(
      JSON.parse(JSON.stringify(tree && plain(tree.root)).replace(',"Delivery":""', '')),
    );
  });

  it('what the encoding does not have is written by its number', () => {
    const sender = { kind: 'scalar', type: 'string', text: 'Łódź' } as const;
    const format = formatOf(description.replace('Order[]!', 'Order[]'));
    const { bytes } = format.write({ kind: 'object', members: new Map([['Sender', sender]]) });
    expect(Buffer.from(bytes).toString('latin1')).toContain('<Sender>&#321;\xf3d&#378;</Sender>');
  });

  it('what is missing is a finding', () => {
    const { findings } = orders.write({ kind: 'object', members: new Map() });
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'required-missing /Orders/@version',
      'required-missing /Orders/Order',
    ]);
  });
});

describe('attributes', () => {
  const described = `
format: attributed
syntax: xml
numbers: { decimal: ",", thousands: "." }
documents: { element: Order }
tree:
  Orders!:
    Order[]!:
      $attributes: { No!: identifier, Date!: date dd.MM.yyyy }
      Line[]!: { $attributes: { Qty!: decimal, Due: { $type: date dd.MM.yyyy, $empty: [ 00.00.0000 ] }, Code: { $maxLength: 3 } } }
`;
  const format = formatOf(described);
  const order = (line: string) =>
    `<Orders><Order No="007" Date="26.11.2026"><Line ${line}>Käfig</Line></Order></Orders>`;

  it('have types as elements have', () => {
    const file = order('Qty="1.250,5" Due="00.00.0000" Code=" A"');
    expect(readFile(format, file).findings).toEqual([]);
    expect(plainFile(format, file)).toEqual([
      {
        Order: {
          '@No': '007',
          '@Date': '2026-11-26',
          Line: { '@Qty': '1250.5', '@Due': '', '@Code': ' A', '#': 'Käfig' },
        },
      },
    ]);
  });

  it.each([
    ['a number that is none', 'Qty="1.25,5"', ['1:43 field-number']],
    ['a day that is none', 'Qty="1" Due="31.11.2026"', ['1:43 field-date']],
    ['one that must be there', 'Qty=" "', ['1:43 xml-attribute-empty']],
  ])('%s is told', (_, line, all) => {
    expect(readFile(format, order(line)).findings.map(told)).toEqual(all);
  });

  it('are written as they are read', () => {
    const file = order('Qty="1250,5" Due="03.12.2026" Code="A"');
    const tree = readFile(format, file).reads[0]?.tree;
    const { bytes: written, findings } = format.write(asTarget(tree?.root ?? expect.fail()));
    expect(findings).toEqual([]);
    expect(Buffer.from(written).toString()).toContain('<Line Qty="1250,5" Due="03.12.2026" Code="A">');
    expect(plainFile(format, written)).toEqual(plainFile(format, file));
    const wrong = asTarget(
      readFile(format, order('Qty="1" Code="ABCD"')).reads[0]?.tree?.root ?? expect.fail(),
    );
    expect(format.write(wrong).findings.map(told)).toEqual(['write-length']);
  });

  it('stand on the page with what the export has to keep to', () => {
    const page = renderFormatPage(described, 'attributed.yaml') ?? '';
    expect(page).toContain('| Orders/Order/Line (several) | `Line` | yes | text |');
    expect(page).toContain('| Orders/Order/@Date | attribute `Date` | yes | date dd.MM.yyyy |');
    expect(page).toContain('attribute `Due` |  | date dd.MM.yyyy; `00.00.0000`: none |');
  });

  it('a type that is none is told', () => {
    const text = 'format: a\nsyntax: xml\ntree: { A!: { $attributes: { b: number, c: [ x ] } } }\n';
    expect(() => formatOf(text)).toThrow(/format-wrong-value[\s\S]*format-tree/);
  });
});
