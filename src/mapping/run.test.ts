import { afterAll, describe, expect, it } from 'vitest';
import type { OutObject, OutValue } from '../tree/out.ts';
import type { Change } from './interface.ts';
import { context, json, made, mapping, order, schemas } from './testkit/kit.ts';

afterAll(() => schemas.dispose());

const document = order(`<cbc:ID> 4711 </cbc:ID>
<cbc:IssueDate>2026-03-16+01:00</cbc:IssueDate>
<cbc:Note>one</cbc:Note><cbc:Note> two </cbc:Note><cbc:Note> </cbc:Note>
<cac:OrderLine><cac:LineItem><cbc:ID>00010</cbc:ID><cbc:Quantity unitCode="C62">10.00</cbc:Quantity>
  <cac:Delivery><cbc:ID>1</cbc:ID><cbc:Quantity>+4</cbc:Quantity></cac:Delivery>
  <cac:Delivery><cbc:ID>2</cbc:ID><cbc:Quantity>.50</cbc:Quantity></cac:Delivery></cac:LineItem></cac:OrderLine>
<cac:OrderLine><cac:LineItem><cbc:ID>00020</cbc:ID><cbc:Quantity unitCode="XX">1,5</cbc:Quantity></cac:LineItem></cac:OrderLine>`);

const head = 'supplierAccountNumber: { $text: S }\n    purchaseOrderNumber: cbc:ID';

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

describe('lists of objects', () => {
  const lines = (rules: string) => `target:
  order:
    ${head}
  lines:
    $each: cac:OrderLine/cac:LineItem
    $key: position
    position: cbc:ID
    deliverySchedule:
      $each: cac:Delivery
      position: cbc:ID
      quantity: cbc:Quantity
      $else: { quantity: { $text: 7 } }
${rules}`;

  it('one item a node, an alternative when there is none, digits as they are', () => {
    const { lines: made } = JSON.parse(run(lines('')).replaceAll(/:(\d[\d.]*)/g, ':"$1"'));
    expect(made).toEqual([
      {
        position: '00010',
        deliverySchedule: [
          { position: '1', quantity: '4' },
          { position: '2', quantity: '0.50' },
        ],
      },
      { position: '00020', deliverySchedule: [{ quantity: '7' }] },
    ]);
  });

  function run(body: string): string {
    return made(mapping(body), document);
  }

  it('findings name the line by number and key, the delivery too', () => {
    const body = lines(
      '    item: { dimensions: { $each: cbc:Quantity, measure: . } }\n    reason: { $from: "cac:Delivery/dec:add(cbc:ID, \'x\')" }',
    );
    const { findings } = mapping(body).run(document, context);
    expect(findings.map(({ code, key, line, path, value }) => ({ code, key, line, path, value }))).toEqual([
      {
        code: 'bad-decimal',
        key: 'line item 1 (position 00010)',
        line: 5,
        path: '/Order/cac:OrderLine[1]/cac:LineItem',
        value: 'x',
      },
      {
        code: 'bad-decimal',
        key: 'line item 2 (position 00020), quantity 1',
        line: 8,
        path: '/Order/cac:OrderLine[2]/cac:LineItem/cbc:Quantity',
        value: '1,5',
      },
    ]);
  });

  it('two items with one key, an item without its key', () => {
    expect(
      run(lines('').replace('position: cbc:ID\n    deliv', 'position: { $text: same }\n    deliv')),
    ).toBe('key-twice');
    expect(run(lines('').replace('position: cbc:ID\n    deliv', 'position: cbc:Note\n    deliv'))).toBe(
      'required-missing required-missing',
    );
  });

  it('items have key and fingerprint, the list what it leaves out', () => {
    const { target } = mapping(lines('    $omit: unchanged')).run(document, context);
    const list = target?.members.get('lines');
    expect(list).toMatchObject({
      kind: 'list',
      omit: 'unchanged',
      items: [{ key: '00010' }, { key: '00020' }],
    });
    expect(itemsOf(list).map(({ fingerprint }) => fingerprint)).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
  });
});

function itemsOf(value: OutValue | undefined): OutObject[] {
  return value?.kind === 'list' ? value.items.filter((item) => item.kind === 'object') : [];
}

describe('$volatile and $change', () => {
  const body = `target:
  order:
    ${head}
  lines:
    $each: cac:OrderLine/cac:LineItem
    $key: position
    reason: { $from: "concat($change, ' at ', $now)", $volatile: true }
    position: cbc:ID
    deliverySchedule: [ { quantity: { $text: 1 } } ]
    item: { description: { $when: "$change = 'new'", $text: fresh, $volatile: true } }
    notes: { $volatile: true, $each: "/Order/cbc:ID[$change = 'changed']", $from: . }`;
  const run = (change: Change, now = context.now) => {
    const asked: string[] = [];
    const { target } = mapping(body).run(document, {
      ...context,
      now,
      change: (key, print) => {
        asked.push(`${key} ${print.length}`);
        return change;
      },
    });
    return { asked, items: itemsOf(target?.members.get('lines')) };
  };

  it('is asked once for each item, after its other members', () => {
    const { asked, items } = run('new');
    expect(asked).toEqual(['00010 64', '00020 64']);
    expect([...(items[0]?.members.keys() ?? [])]).toEqual(['reason', 'position', 'deliverySchedule', 'item']);
    expect(items[0]?.members.get('reason')).toMatchObject({ text: `new at ${context.now}`, volatile: true });
  });

  it('objects and lists that stay empty are left out', () => {
    expect([...(run('changed').items[0]?.members.keys() ?? [])]).toEqual([
      'reason',
      'position',
      'deliverySchedule',
      'notes',
    ]);
    expect([...(run('unchanged').items[0]?.members.keys() ?? [])]).toEqual([
      'reason',
      'position',
      'deliverySchedule',
    ]);
  });

  it('does not count for the fingerprint', () => {
    const print = (change: Change, now: string) => run(change, now).items.map((item) => item.fingerprint);
    expect(print('new', '2026-01-01T00:00:00Z')).toEqual(print('changed', context.now));
    expect(print('new', context.now)[0]).not.toBe(print('new', context.now)[1]);
  });
});

describe('stop and warn', () => {
  const clauses = (list: string) => mapping(`${list}\ntarget:\n  order:\n    ${head}`);
  const stop = (when: string, as: string) =>
    `  - { when: "${when}", as: ${as}, code: c-${as}, say: "It has {count(cbc:Note)} notes: {cbc:Note[1]}.", advice: Do. }`;

  it('the first clause that holds ends the message, before the target is made', () => {
    const of = clauses(
      `stop:\n${stop('cbc:CustomerReference', 'rejected')}\n${stop('count(cbc:Note) > 1', 'parked')}\n${stop('cbc:ID', 'ignored')}`,
    );
    expect(of.run(document, context)).toEqual({
      findings: [],
      stop: {
        as: 'parked',
        finding: {
          code: 'c-parked',
          severity: 'park',
          message: 'It has 3 notes: one.',
          advice: 'Do.',
          line: 1,
          column: 1,
          path: '/Order',
        },
      },
    });
  });

  it('severities follow what becomes of the message', () => {
    const severity = (as: string) =>
      clauses(`stop:\n${stop('cbc:ID', as)}`).run(document, context).stop?.finding.severity;
    expect(['ignored', 'parked', 'rejected'].map(severity)).toEqual(['warning', 'park', 'error']);
  });

  it('a warning goes with the result, one for each node where it says so', () => {
    const of = clauses(`warn:
  - { when: "cbc:ID = '4711'", code: never, say: x, advice: y }
  - { each: cac:OrderLine, when: "cac:LineItem/cbc:ID = '00020'", code: line, say: "{cac:LineItem/cbc:ID}", advice: y }`);
    const { target, findings } = of.run(document, context);
    expect(target).toBeDefined();
    expect(findings).toEqual([
      {
        code: 'line',
        severity: 'warning',
        message: '00020',
        advice: 'y',
        key: 'order line 2',
        line: 8,
        column: 1,
        path: '/Order/cac:OrderLine[2]',
      },
    ]);
  });

  it('say it in Dutch where they can and the channel wants it', () => {
    const of = clauses(
      `warn: [ { when: cbc:ID, code: a, say: x, advice: y, nl: { say: "{normalize-space(cbc:ID)} is goed", advice: z } }, { when: cbc:ID, code: b, say: x, advice: y } ]`,
    );
    expect(of.run(document, { ...context, language: 'nl' }).findings).toMatchObject([
      { message: '4711 is goed', advice: 'z' },
      { message: 'x', advice: 'y' },
    ]);
  });

  it('variables are there in clauses and rules', () => {
    const of = mapping(`variables: { twice: "concat(cbc:ID, cbc:ID)" , thrice: "concat($twice, cbc:ID)" }
stop: [ { when: "$twice = ''", as: parked, code: c, say: s } ]
target:\n  order:\n    ${head}\n    description: "normalize-space($thrice)"`);
    expect(made(of, document)).toContain('"description":"4711 4711 4711"');
  });

  it('a failing condition parks and is not taken for false', () => {
    const of = clauses(`stop:\n${stop("exists(dec:add(cbc:Note[1], '1'))", 'parked')}`);
    expect(of.run(document, context)).toMatchObject({ findings: [{ code: 'bad-decimal', value: 'one' }] });
    expect(of.run(document, context).target).toBeUndefined();
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
    const members = item?.kind === 'object' ? item.members : new Map<string, OutValue>();
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
