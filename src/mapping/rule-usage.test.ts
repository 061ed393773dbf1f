import { describe, expect, it } from 'vitest';
import type { FileSource } from '../system/file-source.ts';
import { parseJsonTree } from '../tree/json/parse-json.ts';
import type { FileMapping } from './file-mapping.ts';
import { parseMapping } from './load-mapping.ts';
import type { MappingContext } from './mapping.ts';
import { InstrumentedMapping, listParts, type RuleUsage } from './rule-usage.ts';
import { formats } from './testkit/kit.ts';

const text = `mapping: m
from: exchange/order
to: exchange/order
tables: { unit: tables/units.csv }
stop:
  - { when: "id = 'stop'", as: parked, code: stopped, say: x, advice: y }
warn:
  - { each: lines, when: "buyerLine/position = '9'", code: nine, say: x, advice: y }
target:
  order:
    purchaseOrderNumber: { $from: id, $else: [ buyerOrder/purchaseOrderNumber, { $text: none } ] }
    supplierAccountNumber: { $text: S }
    description: { $when: "id = 'never'", $from: id }
  lines:
    $each: lines
    position: buyerLine/position
    deliverySchedule: { $each: buyerLine, date: { $text: "2026-01-01" }, quantity: { $text: "1" } }
    prices: { netPrice: { priceInTransactionCurrency: { value: { $text: "1" }, currencyIso: { $text: EUR } } } }
    item: { number: "table('unit', 'ART', 'A')", name: "table('unit', 'ODD', 'A')", purchaseUnitOfMeasureIso: "buyerLine/item/purchaseUnitOfMeasureIso/table('unit', ., .)" }
`;
const files: FileSource = {
  list: () => [],
  read: (path: string) => (path.endsWith('units.csv') ? Buffer.from('erp,iso\nSTK,C62\n') : undefined),
};

function mapping(): FileMapping {
  const { mapping: found, findings } = parseMapping({ name: 'm', file: '/my/m.yaml', text }, formats, {
    folders: ['/my'],
    files,
  });
  if (found === undefined) throw new Error(JSON.stringify(findings));
  return found;
}

const context: MappingContext = {
  channel: {},
  event: '',
  now: '2026-11-02T09:00:00.000Z',
  change: () => 'new',
};

/** What a run over this order uses, by the names of parts. */
function used(order: unknown): {
  result: object;
  usage: Omit<RuleUsage, 'filled' | 'asked' | 'held'>;
  of: (list: 'filled' | 'asked' | 'held') => string[];
} {
  const heard: RuleUsage[] = [];
  const { tree } = parseJsonTree(JSON.stringify(order));
  if (tree === undefined) throw new Error('It is JSON.');
  const result = new InstrumentedMapping(mapping(), (usage) => heard.push(usage)).run(tree, context);
  const [usage] = heard;
  if (usage === undefined || heard.length > 1) throw new Error('It was heard once.');
  const { rules, conditions } = listParts(mapping());
  const names = new Map([...rules, ...conditions].map(({ place, name }) => [place, name]));
  return { result, usage, of: (list) => usage[list].map((place) => names.get(place) ?? place) };
}

const lines = [
  ['9', 'STK'],
  ['8', 'ODD'],
  ['8', 'ODD'],
].map(([position, unit]) => ({ buyerLine: { position, item: { purchaseUnitOfMeasureIso: unit } } }));
const order = { buyerOrder: { purchaseOrderNumber: '7' }, lines };

describe('what a run uses of a mapping', () => {
  it('rules that gave a value, conditions that were asked and true, keys that no table has', () => {
    const { result, usage, of } = used(order);
    expect(
      of('filled')
        .filter((name) => /else|position|Iso$|description/.test(name))
        .sort(),
    ).toEqual([
      'lines/item/purchaseUnitOfMeasureIso',
      'lines/position',
      'lines/prices/netPrice/priceInTransactionCurrency/currencyIso',
      'order/purchaseOrderNumber, else',
    ]);
    expect(of('filled')).not.toContain('order/purchaseOrderNumber');
    expect(of('asked')).toEqual(['stop stopped', 'warn nine', 'order/description']);
    expect(of('held')).toEqual(['warn nine']);
    expect(usage).toMatchObject({ mapping: 'm', whole: true, met: [{ table: 'unit', key: 'STK' }] });
    // of ODD the first of two defaults
    expect(usage.missed).toEqual([
      { table: 'unit', key: 'ART', fallback: 'A' },
      { table: 'unit', key: 'ODD', fallback: 'A' },
    ]);
    const { tree } = parseJsonTree(JSON.stringify(order));
    expect(result).toEqual(tree && mapping().run(tree, context));
  });

  it('of a message that stops, no rules', () => {
    const { usage, of } = used({ ...order, id: 'stop' });
    expect(usage.whole).toBe(false);
    expect([of('filled'), of('held')]).toEqual([[], ['stop stopped']]);
  });

  it('all that may fire has a name, a place and its text', () => {
    const { rules, conditions } = listParts(mapping());
    expect(rules.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'order/purchaseOrderNumber',
        'order/purchaseOrderNumber, else',
        'order/purchaseOrderNumber, else',
        'order/supplierAccountNumber',
        'order/description',
        'lines/position',
        'lines/item/purchaseUnitOfMeasureIso',
      ]),
    );
    expect(conditions).toContainEqual({
      name: 'order/description',
      place: '/my/m.yaml:13:27',
      text: "id = 'never'",
    });
  });
});
