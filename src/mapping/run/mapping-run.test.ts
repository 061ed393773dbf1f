import { describe, expect, it } from 'vitest';
import type { TargetValue } from '../../tree/values/target-tree.ts';
import { context, document, head, itemsOf, json, made, mapping, order } from '../testkit/kit.ts';

/** The order's members below the two that it needs. */
function header(rules: string, more = ''): string {
  const text = made(mapping(`${more}target:\n  order:\n    ${head}\n    ${rules}`), document);
  return text
    .replace('{"order":{"supplierAccountNumber":"S","purchaseOrderNumber":"4711"', '')
    .replace(/^,|}}$/g, '');
}

describe('leaves', () => {
  it.each([
    ['description: cbc:ID', '"description":"4711"'],
    ['description: { $text: " as it is " }', '"description":"as it is"'],
    ['description: { $from: cbc:CustomerReference }', ''],
    ['description: { $from: cbc:CustomerReference, $else: cbc:ID }', '"description":"4711"'],
    [
      'description: { $from: cbc:CustomerReference, $else: [ cbc:CustomerReference, { $text: x } ] }',
      '"description":"x"',
    ],
    ['description: { $from: "\'\'", $else: "\'x\'" }', '"description":"x"'],
    ['description: { $when: cbc:CustomerReference, $text: x, $else: cbc:ID }', ''],
    ['description: { $when: cbc:ID, $text: x }', '"description":"x"'],
    ['description: { $let: { a: cbc:ID, b: "concat($a, \'!\')" }, $from: $b }', '"description":"4711 !"'],
    ['description: { $from: cbc:IssueDate, $as: date }', '"description":"2026-03-16"'],
    ['description: $channel/companyId', '"description":"company-1"'],
    ['description: $now', '"description":"2026-11-02T09:00:00.000Z"'],
    ['notes: [ cbc:Note ]', '"notes":["one","two"]'],
    ['notes: [ cbc:CustomerReference, { $text: x }, cbc:Note ]', '"notes":["x","one","two"]'],
    ['notes: [ { $from: cbc:CustomerReference, $else: cbc:ID } ]', '"notes":["4711"]'],
    ['notes: [ { $when: cbc:CustomerReference, $from: cbc:Note } ]', ''],
    ['notes: { $each: cbc:Note, $from: "concat(\'- \', .)" }', '"notes":["- one","-  two","-"]'],
    ['notes: { $each: cbc:CustomerReference, $from: ., $else: [ [ cbc:ID ] ] }', '"notes":["4711"]'],
    ['destination: { city: cbc:CustomerReference }', ''],
    ['terms: { $in: cac:DeliveryTerms, incoterms: /Order/cbc:ID }', ''],
    ['indicators: { cancelled: { $text: 1 } }', '"indicators":{"cancelled":true}'],
  ])('%s', (rules, expected) => {
    expect(header(rules)).toBe(expected);
  });

  it('blanks at the ends go, identifiers keep their zeros and have none inside', () => {
    expect(header('destination: { code: cbc:ID }')).toBe('"destination":{"code":"4711"}');
    expect(header('destination: { code: "concat(cbc:ID, \'b\')" }')).toBe('bad-identifier');
  });

  it('several nodes for one value are not chosen from in silence', () => {
    const { findings, target } = mapping(`target:\n  order:\n    ${head}\n    description: cbc:Note`).run(
      document,
      context,
    );
    expect(target).toBeUndefined();
    expect(findings).toMatchObject([
      { code: 'several-values', severity: 'error', file: '/maps/m.yaml:8:18', line: 1, path: '/Order' },
    ]);
  });

  it('a required value that is missing names itself and where it was looked for', () => {
    const { findings } = mapping(
      `target:\n  order:\n    supplierAccountNumber: { $from: cbc:CustomerReference, $required: true }\n    purchaseOrderNumber: cbc:ID`,
    ).run(document, context);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      code: 'required-missing',
      message:
        '`order/supplierAccountNumber` is required and stays empty: cbc:CustomerReference gives nothing.',
    });
  });

  it('what goes wrong is told in the language of the channel, items with it', () => {
    const { findings } = mapping(
      `target:\n  order:\n    ${head}\n  lines:\n    $each: cac:OrderLine\n    $key: position\n    position: cac:LineItem/cbc:ID\n    deliverySchedule: [ ]\n    description: { $from: cac:LineItem/cbc:AccountingCost, $required: true }`,
    ).run(document, { ...context, language: 'nl' });
    expect(findings[0]).toMatchObject({
      key: 'orderregel 1 (positie 00010)',
      message:
        '`lines[1]/description` is verplicht en blijft leeg: cac:LineItem/cbc:AccountingCost levert niets op.',
      advice: 'Vul het in het document dat het ERP schrijft, of geef in de mapping een alternatief.',
    });
  });

  it('what the target wants is required without being said', () => {
    const { findings } = mapping(
      `target:\n  order:\n    supplierAccountNumber: cbc:CustomerReference\n    purchaseOrderNumber: cbc:ID`,
    ).run(document, context);
    expect(findings).toMatchObject([{ code: 'required-missing' }]);
  });
});

describe('JSON sources', () => {
  const header = 'from: exchange/order\nto: exchange/order';
  const body = `target:
  order:
    supplierAccountNumber: (orderId, id)[1]
    purchaseOrderNumber: { $from: /json/eventName, $else: { $text: none } }
    description: version`;
  const run = (text: string, event = '') => made(mapping(body, header), json(text), { event });

  it('start at the event inside its envelope, or at the order', () => {
    expect(run('{"eventName":"E","orderEvent":{"orderId":"o1","version":3}}')).toBe(
      '{"order":{"supplierAccountNumber":"o1","purchaseOrderNumber":"E","description":"3"}}',
    );
    expect(run('{"id":"o2","version":12345678901234567.890}')).toBe(
      '{"order":{"supplierAccountNumber":"o2","purchaseOrderNumber":"none","description":"12345678901234567.890"}}',
    );
  });

  it('XML targets: attributes, repeated elements, empty aggregates on purpose', () => {
    const of = mapping(
      `target:
  cbc:ID: id
  cbc:IssueDate: { $text: 2026-01-01 }
  cbc:Note: [ buyerOrder/notes ]
  cac:BuyerCustomerParty: { cac:Party: { cac:PartyTaxScheme: { cbc:CompanyID: id, cac:TaxScheme: { $keepEmpty: true } } } }
  cac:SellerSupplierParty: { cac:Party: { $keepEmpty: true } }
  cac:OrderLine:
    $each: lines
    $key: cac:LineItem/cbc:ID
    cac:LineItem:
      cbc:ID: buyerLine/position
      cbc:LineStatusCode: { $from: $change, $volatile: true }
      cbc:Quantity: { $from: buyerLine/deliverySchedule/quantity, $attributes: { unitCode: buyerLine/item/purchaseUnitOfMeasureIso } }
      cac:Item: { $keepEmpty: true }`,
      'from: exchange/order\nto: scsn/Order',
    );
    const source = json(
      `{"id":"1","buyerOrder":{"notes":["a","b"]},"lines":[{"buyerLine":{"position":"010","item":{"purchaseUnitOfMeasureIso":"PCE"},"deliverySchedule":[{"quantity":1e-7}]}}]}`,
    );
    const { target } = of.run(source, { ...context, change: () => 'changed' });
    const [line] = itemsOf(target?.members.get('cac:OrderLine'));
    expect(line?.key).toBe('010');
    const item = line?.members.get('cac:LineItem');
    const members = item?.kind === 'object' ? item.members : new Map<string, TargetValue>();
    expect(members.get('cbc:Quantity')).toMatchObject({
      text: '0.0000001',
      attributes: new Map([['unitCode', 'PCE']]),
    });
    expect(members.get('cbc:LineStatusCode')).toMatchObject({ text: 'changed', volatile: true });
    expect(members.get('cac:Item')).toMatchObject({ kind: 'object' });
    expect(target?.members.get('cbc:Note')).toMatchObject({
      kind: 'list',
      items: [{ text: 'a' }, { text: 'b' }],
    });
    expect(
      JSON.stringify(target?.members.get('cac:BuyerCustomerParty'), (_, v) =>
        v instanceof Map ? [...v] : v,
      ),
    ).toContain('cac:TaxScheme');
  });
});

describe('one leaf', () => {
  const of = mapping(`variables: { number: cbc:ID }
target:
  order:
    $let: { account: "concat('A', normalize-space($number))" }
    supplierAccountNumber: { $from: cbc:CustomerReference, $else: $account }
    purchaseOrderNumber: { $from: $number, $as: identifier }
    description: { $from: cac:OrderLine/cac:LineItem/cbc:Quantity, $as: decimal }
    terms: { $in: cac:DeliveryTerms, incoterms: cbc:ID }
  lines: { $each: cac:OrderLine, position: cac:LineItem/cbc:ID, deliverySchedule: [ { quantity: { $text: 1 } } ] }`);

  it.each([
    ['order/purchaseOrderNumber', '4711'],
    ['order/supplierAccountNumber', 'A4711'],
    ['order/description', undefined],
    ['order/terms/incoterms', undefined],
    ['order/nothing', undefined],
    ['order', undefined],
    ['lines/position', undefined],
  ])('%s is %s', (path, expected) => {
    expect(of.leaf(path, document, context)).toBe(expected);
  });
});

it('the same input gives the same result, and one run knows nothing of the one before', () => {
  const of = mapping(`target:\n  order:\n    ${head}\n    notes: [ cbc:Note ]`);
  expect(of.run(document, context)).toEqual(of.run(document, context));
});

describe('an order type that the exchange does not have', () => {
  const typed = mapping(
    `target: { order: { ${head.replace('\n    ', ', ')}, orderType: cbc:OrderTypeCode } }`,
  );
  const saidOf = (type: string) =>
    typed
      .run(order(`<cbc:ID>1</cbc:ID>\n<cbc:OrderTypeCode>${type}</cbc:OrderTypeCode>`), context)
      .findings.map(({ code, severity, line, message }) => [code, severity, line, message]);

  it('is told, with those that it has, at its place', () => {
    expect(saidOf('New')).toEqual([
      [
        'value-not-of-exchange',
        'warning',
        3,
        '`order/orderType` is `New`, and the exchange has no such value; it has Purchase, Forecast, RFQ.',
      ],
    ]);
  });

  it.each(['Purchase', 'forecast', 'RFQ', ''])('is not "%s"', (type) => {
    expect(saidOf(type)).toEqual([]);
  });
});
