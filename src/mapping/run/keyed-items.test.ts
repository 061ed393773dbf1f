import { describe, expect, it } from 'vitest';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { ItemChange } from '../mapping.ts';
import { context, document, head, itemsOf, made, mapping } from '../testkit/kit.ts';
import { collectKeyedItems, omitUnchanged } from './keyed-items.ts';

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
      '    item: { dimensions: { $each: cbc:Quantity, measure: . } }\n    reason: { $from: "cac:Delivery/dec:add(cbc:ID, lower-case(\'X\'))" }',
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
  const run = (change: ItemChange, now = context.now) => {
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
    const print = (change: ItemChange, now: string) => run(change, now).items.map((item) => item.fingerprint);
    expect(print('new', '2026-01-01T00:00:00Z')).toEqual(print('changed', context.now));
    expect(print('new', context.now)[0]).not.toBe(print('new', context.now)[1]);
  });
});

describe('keyed items of a result', () => {
  const body = (omit: string) => `target:
  order:
    ${head}
  lines:
    $each: cac:OrderLine/cac:LineItem
    $key: position
    ${omit}
    position: cbc:ID
    deliverySchedule: [ { quantity: { $text: 1 } } ]`;
  const result = (omit: string): TargetObject => {
    const { target } = mapping(body(omit)).run(document, context);
    if (target === undefined) throw new Error('no result');
    return target;
  };
  const isFirst = (key: string): boolean => key === '00010';

  it('are found at any depth, with their fingerprints', () => {
    const inside = { kind: 'object' as const, members: new Map([['order', result('')]]) };
    const found = [...collectKeyedItems(inside)];
    expect(found.map(([key]) => key)).toEqual(['00010', '00020']);
    for (const [, print] of found) expect(print).toMatch(/^[0-9a-f]{64}$/);
  });

  it('are left out when they are unchanged only where the mapping says so', () => {
    const left = (omit: string) => [...collectKeyedItems(omitUnchanged(result(omit), isFirst)).keys()];
    expect(left('$omit: unchanged')).toEqual(['00020']);
    expect(left('')).toEqual(['00010', '00020']);
  });
});
