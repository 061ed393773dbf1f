import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadMapping } from './load-mapping.ts';
import { context, formats, json, load, order } from './testkit/kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'mappings-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const needed = `
    supplierAccountNumber: { $text: S }
    purchaseOrderNumber: cbc:ID`;

/** `error 7:12 message advice`, the header's three lines counted. */
const found = (body: string, header?: string) =>
  load(body, header).findings.map((f) => `${f.severity} ${f.line}:${f.column} ${f.message} ${f.advice}`);

const rules = (lines: string) => found(`target:\n  order:${needed}\n${lines}`);

describe('a right mapping', () => {
  it('loads without findings and knows its name, source and target', () => {
    const { mapping, findings } = load(`target:\n  order:${needed}`);
    expect(findings).toEqual([]);
    expect(mapping).toMatchObject({ name: 'm', from: 'scsn/Order', to: 'exchange/order' });
    expect(mapping?.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has a hash of its text and its tables', () => {
    const write = (table: string) => {
      writeFileSync(join(folder, 'units.csv'), table);
      const text = `mapping: h\nfrom: scsn/Order\nto: exchange/order\ntables: { unit: units.csv }\ntarget:\n  order:${needed}\n`;
      writeFileSync(join(folder, 'h.yaml'), text);
      return loadMapping('h', [folder], formats).mapping?.hash;
    };
    const first = write('key,value\nC62,PCE\n');
    expect(write('key,value\nC62,H87\n')).not.toBe(first);
    expect(write('key,value\nC62,PCE\n')).toBe(first);
  });

  it('is looked for in the folders in order', () => {
    const own = join(folder, 'own');
    mkdirSync(own);
    const text = (constant: string) =>
      `mapping: w\nfrom: scsn/Order\nto: exchange/order\ntarget:\n  order:${needed}\n    description: { $text: ${constant} }\n`;
    writeFileSync(join(folder, 'w.yaml'), text('delivered'));
    const value = () =>
      loadMapping('w', [own, folder], formats).mapping?.leaf(
        'order/description',
        order('<cbc:ID>1</cbc:ID>'),
        context,
      );
    expect(value()).toBe('delivered');
    writeFileSync(join(own, 'w.yaml'), text('own'));
    expect(value()).toBe('own');
    expect(loadMapping('nowhere', [own, folder], formats).findings[0]).toMatchObject({
      code: 'mapping-not-found',
    });
  });

  it('says which events ask for everything again', () => {
    const { mapping } = load(
      "again: $event = ('OrderResentByBuyer', 'OrderSynced')\ntarget: { order: { supplierAccountNumber: \"'1'\", purchaseOrderNumber: cbc:ID } }",
    );
    expect(['OrderSynced', 'OrderIssuedByBuyer', ''].map((event) => mapping?.again(event))).toEqual([
      true,
      false,
      false,
    ]);
    expect(load(`target:\n  order:${needed}`).mapping?.again('OrderSynced')).toBe(false);
    expect(load(`target:\n  order:${needed}`).mapping?.silent('OrderSynced')).toBe(false);
    expect(load(`silent: $event = 'X'\ntarget:\n  order:${needed}`).mapping?.silent('X')).toBe(true);
    expect(found(`again: cbc:ID\ntarget:\n  order:${needed}`)).toEqual([]);
  });
});

describe('typing errors are found with their place and the nearest right name', () => {
  it.each([
    ['    description: cbc:Noot', 'error 8:18 Order has no cbc:Noot. Did you mean "cbc:Note"?'],
    ['    descripton: cbc:ID', 'error 8:5 order has no descripton. Did you mean "description"?'],
    ['    description: { $form: cbc:ID }', 'error 8:20 A rule has no $form. Did you mean "$from"?'],
    [
      '    description: { $from: cbc:ID, $as: identifer }',
      'error 8:40 There is no conversion "identifer". Did you mean "identifier"?',
    ],
    [
      '    description: { $from: cbc:ID, $required: yes }',
      'error 8:46 $required is either true or false. Write $required: true.',
    ],
    ['    notes: cbc:Note', 'error 8:5 notes is a list. Write notes: [ … ], or $each for a list of objects.'],
    ['    description: [ cbc:Note ]', 'error 8:5 description takes one value, not a list. Write one rule.'],
    ['    destination: cbc:ID', 'error 8:18 destination has members, not a value.'],
    [
      '    description: { a: cbc:ID }',
      'error 8:18 description is a value and has no members. Write an expression, or $from: with one.',
    ],
    [
      '    description: cac:BuyerCustomerParty',
      'error 8:18 cac:BuyerCustomerParty holds other elements and has no value.',
    ],
    ['    description: "concat(\'a\', cbc:Id)"', 'error 8:31 Order has no cbc:Id. Did you mean "cbc:ID"?'],
    ['    description: "concat(cbc:ID"', 'error 8:'],
    ['    description: "New"', 'error 8:19 Order has no New. For the text itself write { $text: New }.'],
    ['    description: cbc:Note', 'warning 8:18 There may be several values for one target.'],
    [
      '    description: { $from: cbc:ID, $in: cac:Contract }',
      'error 8:35 $in stands only in a rule with members. Remove it.',
    ],
    [
      '    description: { $from: cbc:ID, $key: x }',
      'error 8:35 $key stands only in a rule with $each. Remove it.',
    ],
    [
      '    description: ""',
      'error 8:18 There is no expression here. Write an XPath expression, or remove it.',
    ],
    [
      '    description: { $from: cbc:ID, $text: x }',
      'error 8:20 A rule has either $from or $text. Remove one of them.',
    ],
  ])('%s', (line, expected) => {
    const findings = rules(line);
    expect(findings[0]?.slice(0, expected.length)).toBe(expected);
    expect(findings).toHaveLength(1);
  });

  it('a quoted word gets the hint for constants', () => {
    expect(rules('    description: "New"')[0]).toContain('For the text itself write { $text: New }.');
  });

  it('a required member without a rule', () => {
    expect(found('target:\n  order: { purchaseOrderNumber: cbc:ID }')).toEqual([
      'error 5:10 order needs supplierAccountNumber. Write a rule for supplierAccountNumber.',
    ]);
  });

  it.each([
    [
      '    $key: positon\n    position: cbc:ID',
      'error 10:5 $key names positon, and no rule of the item with that name gives a value. Did you mean "position"?',
    ],
    ['    $omit: unchanged\n    position: cac:LineItem/cbc:ID', 'error 10:5 $omit needs a $key.'],
    [
      '    $key: position\n    $omit: same\n    position: cac:LineItem/cbc:ID',
      'error 11:5 $omit is unknown. Write $omit: unchanged.',
    ],
  ])('in a list: %s', (lines, expected) => {
    const body = `target:\n  order:${needed}\n  lines:\n    $each: cac:OrderLine\n${lines}\n    deliverySchedule: [ { date: "'2026-01-01'" } ]`;
    expect(found(body).find((one) => one.startsWith(expected))).toBeDefined();
  });

  it('$change is there in volatile rules of keyed items only', () => {
    const item = (rule: string) =>
      found(
        `target:\n  order:${needed}\n  lines:\n    $each: cac:OrderLine\n    $key: position\n    position: cac:LineItem/cbc:ID\n    deliverySchedule: [ { date: "'2026-01-01'" } ]\n    reason: ${rule}`,
      );
    expect(item('{ $from: $change, $volatile: true }')).toEqual([]);
    expect(item('{ $when: "$change = \'new\'", $text: x, $volatile: true }')).toEqual([]);
    expect(item('$change')[0]).toContain('There is no variable $change here.');
    expect(rules('    description: { $from: $change, $volatile: true }')[0]).toContain('$change');
  });

  it('XML targets: names, attributes, required elements', () => {
    const header = 'from: exchange/order\nto: scsn/OrderResponse';
    const text = `target:
  cbc:ID: id
  cbc:IssueDate: { $from: lastUpdatedAt, $as: date }
  cac:OrderReference: { cbc:Id: id }
  cac:SellerSupplierParty: { cac:Party: { $keepEmpty: true } }
  cac:BuyerCustomerParty: { cac:Party: { $keepEmpty: true } }
  cac:OrderLine:
    cac:LineItem:
      cbc:ID: id
      cac:Item: { cbc:Name: id }
      cac:Price: { cbc:PriceAmount: { $from: version, $attributes: { currencyId: id } } }`;
    expect(found(text, header).map((one) => one.replace(/ Did.*| Write.*| The attr.*/, ''))).toEqual([
      'error 7:25 cac:OrderReference has no cbc:Id.',
      'error 7:23 cac:OrderReference needs cbc:ID.',
      'error 14:82 cbc:PriceAmount has no attribute currencyId.',
      'error 14:37 cbc:PriceAmount needs the attribute currencyID.',
    ]);
  });

  it('a text of a table for a number is a warning: what its thousands are, only the format knows', () => {
    const { findings } = load(
      `target:
  cac:OrderLine:
    $each: lines
    cac:LineItem:
      cbc:ID: position
      cbc:Quantity: (position, item)[1]
      cac:Price: { cbc:PriceAmount: price, cbc:BaseQuantity: { $from: pricePer, $attributes: { unitCode: unit } } }`,
      'from: csv-order\nto: scsn/Order',
    );
    const told = findings.filter(({ severity }) => severity === 'warning');
    expect(told.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '9 position is a text in the format, and a number is wanted: 1.000 would be one, and 1,5 none.',
    ]);
  });

  it('names of the exchange are warnings, since it may add members', () => {
    const { mapping, findings } = load(
      'target:\n  order:\n    supplierAccountNumber: buyerOrder/supplierAccountNumer\n    purchaseOrderNumber: /json/orderEvent/id',
      'from: exchange/order\nto: exchange/order',
    );
    expect(findings).toMatchObject([{ severity: 'warning', code: 'mapping-path', line: 6, column: 28 }]);
    expect(
      mapping?.leaf(
        'order/supplierAccountNumber',
        json('{"buyerOrder":{"supplierAccountNumer":7}}'),
        context,
      ),
    ).toBe('7');
  });
});

describe('the head of a mapping', () => {
  it.each([
    [
      'mapping: x\nfrom: scsn/Order\nto: exchange/order\ntarget: {}',
      'The mapping calls itself "x", its file "m".',
    ],
    ['mapping: m\nfrom: scsn/Ordr\nto: exchange/order\ntarget: {}', '"from:" says no source we know.'],
    ['mapping: m\nfrom: scsn/Order\nto: exchange/orders\ntarget: {}', '"to:" says no target we know.'],
    ['mapping: m\nfrom: scsn/Order\nto: exchange/order', 'There is no target:.'],
    [
      'mapping: m\nfrom: scsn/Order\nto: exchange/order\ntargets: {}\ntarget: {}',
      'A mapping file has no "targets".',
    ],
    [
      'mapping: m\nfrom: scsn/Order\nto: exchange/order\ntarget: {}\nstop: [ { when: cbc:ID, code: c, say: s } ]',
      'as: is none of ignored, parked, rejected.',
    ],
    [
      'mapping: m\nfrom: scsn/Order\nto: exchange/order\ntarget: {}\nwarn: [ { code: c, say: s } ]',
      'There is no when:.',
    ],
    [
      'mapping: m\nfrom: scsn/Order\nto: exchange/order\ntarget: {}\nwarn: { when: cbc:ID }',
      'warn: is a list.',
    ],
    [
      'mapping: m\nfrom: scsn/Order\nto: exchange/order\ntarget: {}\nvariables: [ cbc:ID ]',
      'variables: holds names and expressions.',
    ],
    ['- a', 'A mapping file holds names and values.'],
  ])('%j', async (text, expected) => {
    const { parseMapping } = await import('./load-mapping.ts');
    const { findings, mapping } = parseMapping({ name: 'm', file: '/maps/m.yaml', text }, formats);
    expect(findings.map(({ message }) => message)).toContain(expected);
    expect(findings.every(({ file }) => file === '/maps/m.yaml')).toBe(true);
    expect(mapping).toBeUndefined();
  });

  it('a table that cannot be read', () => {
    const { findings } = load(`tables: { unit: nowhere.csv }\ntarget:\n  order:${needed}`);
    expect(findings).toMatchObject([
      { code: 'mapping-table', severity: 'error', file: '/maps/m.yaml', line: 4, column: 17 },
    ]);
  });
});

describe('values of the target', () => {
  const warned = (rule: string) =>
    load(`target:\n  order:${needed}\n    orderType: ${rule}`).findings.map(
      ({ message, advice }) => `${message} ${advice}`,
    );

  it.each(['{ $text: Purchas }', `"'Purchas'"`, `"if (cbc:Note = 'x') then 'Purchas' else 'Forecast'"`])(
    '%s is none of them',
    (rule) => {
      expect(warned(rule)).toEqual([expect.stringMatching(/^orderType has no value "Purchas"\. .*Purchase/)]);
    },
  );

  it.each(['{ $text: purchase }', `"if (cbc:Note = 'x') then 'Forecast' else ()"`, 'cbc:Note[1]'])(
    '%s may be',
    (rule) => expect(warned(rule)).toEqual([]),
  );
});
