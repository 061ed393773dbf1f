import { describe, expect, it } from 'vitest';
import { textOf } from '../../tree/nodes/tree-builder.ts';
import type { TargetObject, TargetScalar, TargetValue } from '../../tree/values/target-tree.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { check, delivered } from '../testkit/documents.ts';
import { writeXml } from './write-xml.ts';

const scalar = (text: string, attributes?: Record<string, string>): TargetScalar => ({
  kind: 'scalar',
  type: 'string',
  text,
  ...(attributes === undefined ? {} : { attributes: new Map(Object.entries(attributes)) }),
});
const object = (members: Record<string, TargetValue>): TargetObject => ({
  kind: 'object',
  members: new Map(Object.entries(members)),
});
const list = (...items: TargetValue[]): TargetValue => ({ kind: 'list', items });

const order = (
  more: Record<string, TargetValue> = {},
  line: Record<string, TargetValue> = {},
): TargetObject =>
  object({
    'cac:OrderLine': list(
      object({ 'cac:LineItem': object({ 'cac:Item': object({}), ...line, 'cbc:ID': scalar('00010') }) }),
    ),
    ...more,
    'cac:SellerSupplierParty': object({}),
    'cbc:IssueDate': scalar('2026-03-02'),
    'cac:BuyerCustomerParty': object({}),
    'cbc:ID': scalar('PO-1'),
  });

const write = (target: TargetObject) => {
  const { bytes, findings } = writeXml('scsn/Order', target, delivered().model);
  return { text: new TextDecoder().decode(bytes), findings };
};

const content = (value: TargetObject): TargetObject => ({
  ...order({
    'ext:UBLExtensions': object({ 'ext:UBLExtension': object({ 'ext:ExtensionContent': value }) }),
  }),
  namespaces: new Map([
    ['my', 'urn:my'],
    ['ns1', 'urn:"quoted" & odd'],
  ]),
});

describe('own elements in an extension', () => {
  it('have their prefixes declared, those of copied ones made so that none clashes', () => {
    const own = object({
      'my:A': object({
        '{urn:copied}B': scalar('x', { unit: 'y' }),
        'ns1:C': list(scalar('1'), scalar('2')),
      }),
    });
    const { text, findings } = write(content(own));
    expect(findings).toEqual([]);
    expect(text).toContain(
      'xmlns:my="urn:my" xmlns:ns1="urn:&quot;quoted&quot; &amp; odd" xmlns:ns2="urn:copied"',
    );
    expect(text.match(/<(my|ns\d):[^>]*>/g)).toEqual(['<my:A>', '<ns2:B unit="y">', '<ns1:C>', '<ns1:C>']);
  });

  it('of a prefix that nobody declared, or of none, are told and left out', () => {
    for (const name of ['your:A', 'cacs', '{}A']) {
      const { text, findings } = write(content(object({ [name]: scalar('x') })));
      expect(findings.map(({ code }) => code)).toEqual(['target-unknown']);
      expect(text).not.toContain('>x<');
    }
  });
});

describe('writeXml', () => {
  it('writes schema order, two blanks a level, namespaces on the root', () => {
    expect(write(order()).text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>PO-1</cbc:ID>
  <cbc:IssueDate>2026-03-02</cbc:IssueDate>
  <cac:BuyerCustomerParty/>
  <cac:SellerSupplierParty/>
  <cac:OrderLine>
    <cac:LineItem>
      <cbc:ID>00010</cbc:ID>
      <cac:Item/>
    </cac:LineItem>
  </cac:OrderLine>
</Order>
`);
  });

  it('is valid whatever the order of the members', () => {
    const target = order(
      { 'cbc:Note': list(scalar('a'), scalar('b')), 'cbc:OrderTypeCode': scalar('New') },
      {
        'cac:Item': object({ 'cac:SellersItemIdentification': object({ 'cbc:ID': scalar('S-1') }) }),
        'cac:Price': object({
          'cbc:PriceType': scalar('gross'),
          'cbc:PriceAmount': scalar('1.50', { currencyID: 'EUR' }),
        }),
      },
    );
    expect(check(write(target).text)).toEqual([]);
  });

  it('leaves empty elements out unless the schema demands them', () => {
    const { text } = write(
      order({ 'cbc:Note': scalar(''), 'cac:DeliveryTerms': object({ 'cbc:ID': scalar('') }) }),
    );
    expect(text).not.toContain('Note');
    expect(text).not.toContain('DeliveryTerms');
    expect(text).toContain('<cac:BuyerCustomerParty/>');
  });

  it('writes decimals with their digits and never with an exponent', () => {
    const quantity = (text: string) => write(order({}, { 'cbc:Quantity': scalar(text) })).text;
    expect(quantity('1e-7')).toContain('<cbc:Quantity>0.0000001</cbc:Quantity>');
    expect(quantity('0.10')).toContain('>0.10<');
    expect(quantity('12345678901234567.890')).toContain('>12345678901234567.890<');
    expect(quantity('1,5')).toContain('>1,5<');
  });

  it('escapes so that a parser gives back what was put in', () => {
    const nasty = 'a & b <c> "d" \'e\' ]]> \r\n\t ø 🙂';
    const { text, findings } = write(
      order({ 'cbc:Note': scalar(nasty), 'cbc:OrderTypeCode': scalar('New', { listName: nasty }) }),
    );
    expect(findings).toEqual([]);
    const { tree } = parseXmlTree(text);
    const leaf = (name: string) =>
      tree?.root.childNodes.find((node) => node.nodeType === 1 && node.nodeName === name);
    const [note, code] = [leaf('cbc:Note'), leaf('cbc:OrderTypeCode')];
    expect(note === undefined ? undefined : textOf(note)).toBe(nasty);
    expect(code?.nodeType === 1 ? code.attributes[0]?.value : undefined).toBe(nasty);
  });

  it('removes what XML cannot carry, with a warning', () => {
    const { text, findings } = write(order({ 'cbc:Note': scalar('a\u0000b\uFFFEc\uD800d') }));
    expect(text).toContain('<cbc:Note>abcd</cbc:Note>');
    expect(findings).toMatchObject([
      {
        code: 'character-removed',
        severity: 'warning',
        value: 'U+0000, U+FFFE, U+D800',
        path: '/Order/cbc:Note',
      },
    ]);
  });

  it('tells members, attributes and shapes that the schema does not have', () => {
    const { findings } = write(
      order({
        'cbc:Notes': scalar('x'),
        'cbc:Note': object({}),
        'cbc:OrderTypeCode': scalar('New', { bogus: '1' }),
        'cac:DeliveryTerms': scalar('EXW'),
      }),
    );
    expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'target-unknown /Order/cbc:Notes',
      'target-unknown /Order/cbc:OrderTypeCode/@bogus',
      'target-shape /Order/cbc:Note',
      'target-shape /Order/cac:DeliveryTerms',
    ]);
  });

  it('tells a repeated element that may occur once', () => {
    const { findings } = write(order({ 'cbc:OrderTypeCode': list(scalar('New'), scalar('Changed')) }));
    expect(findings).toMatchObject([
      { code: 'target-repeated', severity: 'error', path: '/Order/cbc:OrderTypeCode' },
    ]);
  });

  it('writes documents in their own namespace', () => {
    const target = object({
      OrderLineStatus: object({
        DeliveryStatus: object({
          StatusValue: scalar('ready'),
          'cbc:StatusCode': scalar('Produced'),
          StatusDateTime: scalar('2026-03-20T07:30:00'),
          DeliveryReference: scalar('1'),
        }),
        'cac:OrderLineReference': object({ 'cbc:LineID': scalar('00010') }),
      }),
      'cac:OrderReference': object({ 'cbc:ID': scalar('PO-1') }),
      IssueDateTime: scalar('2026-03-20T08:00:00Z'),
    });
    const { bytes, findings } = writeXml('scsn/OrderStatus', target, delivered().model);
    expect(findings).toEqual([]);
    expect(check(bytes, 'scsn/OrderStatus')).toEqual([]);
  });

  it('gives the same bytes for the same input', () => {
    expect(write(order()).text).toBe(write(order()).text);
  });
});
