import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// the formats do not load it themselves
import '../../scsn/schemas/libxml.ts';
import { buildDescribedFormat } from '../described-format.ts';
import { plainFile, readFile, told } from '../testkit/kit.ts';

/** An own XML whose format names an XSD. */

const file = fileURLToPath(new URL('../fixtures/acme-xsd-orders.yaml', import.meta.url));
const description = (xsd = 'xsd/orders.xsd') => `format: acme-xsd-orders
syntax: xml
namespaces: { "": "urn:acme:orders", p: "urn:acme:party" }
documents: { element: Order }
xsd: ${xsd}
tree:
  Orders!:
    Order[]!:
      Number!: identifier
      p:Supplier: identifier
      Line[]!:
        $attributes: { no!: }
        Quantity: decimal
        Remark!: text
`;

const { format, findings } = buildDescribedFormat(description(), file);
if (format === undefined) throw new Error(findings.map(told).join('\n'));
const orders = (...inside: readonly string[]) =>
  `<Orders xmlns="urn:acme:orders" xmlns:p="urn:acme:party">\n${inside.join('\n')}\n</Orders>`;
const order = (lines: string, number = 'A') =>
  `<Order><Number>${number}</Number><p:Supplier>7</p:Supplier>${lines}</Order>`;
const line = (no: string, quantity = '1.50') => `<Line no="${no}"><Quantity>${quantity}</Quantity></Line>`;
const faults = (text: string) => readFile(format, text).findings.map(told);

describe('an own XML with an XSD', () => {
  it('is held against the XSD and what that imports, and not against what the tree wants', () => {
    expect(faults(orders(order(line('1')), order(line('2'), 'B')))).toEqual([]);
    expect(plainFile(format, orders(order(line('1'))))).toMatchObject([
      { Order: { Number: 'A', 'p:Supplier': '7', Line: { '@no': '1', Quantity: '1.50' } } },
    ]);
  });

  it('is told each fault at its place in the file, of one document alone', () => {
    const text = orders(order(line('1')), order(`\n${line('x')}\n${line('2', 'veel')}`, 'B'));
    const { reads } = readFile(format, text);
    expect(reads[0]?.findings).toEqual([]);
    expect(reads[1]?.findings.map(({ code, line: at }) => `${code} ${at}`)).toEqual([
      'xml-by-xsd 4',
      'xml-by-xsd 5',
      'field-number 5',
    ]);
    expect(reads[1]?.findings[0]?.message).toMatch(/^The XSD of the format does not allow this: .*'no'.*'x'/);
  });

  it('is told what the tree would let pass: order, number, strangers', () => {
    expect(faults(orders(order(line('1') + line('2') + line('3'))))).toEqual(['2:142 xml-by-xsd']);
    expect(faults(orders(order(`${line('1')}<Other/>`))).sort()).toEqual([
      '2:97 xml-by-xsd',
      '2:97 xml-not-described',
    ]);
  });

  it('has another hash when the XSD is another, and is told in Dutch', () => {
    const { format: without } = buildDescribedFormat(description().replace(/^xsd:.*\n/m, ''), file);
    expect(without?.hash).not.toBe(format.hash);
    const [document] = format.cut(Buffer.from(orders(order(line('x'))))).documents;
    expect(document && format.read(document, { language: 'nl' }).findings[0]?.message).toMatch(
      /^De XSD van het formaat/,
    );
    expect(() => format.warmUp?.()).not.toThrow();
  });
});

it.each([
  ['gone.xsd', 'gone.xsd is not there'],
  ['acme-xml-orders.xml', 'acme-xml-orders.xml is not an XML Schema'],
])('an XSD that cannot be used is told with its place: %s', (name, why) => {
  const { format: none, findings: wrong } = buildDescribedFormat(description(name), file);
  expect(none).toBeUndefined();
  expect(wrong).toMatchObject([{ code: 'format-xsd', line: 5, message: expect.stringContaining(why) }]);
});
