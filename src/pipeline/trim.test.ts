import { describe, expect, it } from 'vitest';
import type { OutObject, OutValue } from '../tree/out.ts';
import { readXml } from '../tree/xml.ts';
import { keyedItems, omitUnchanged, overLimit, xmlOverLimit } from './trim.ts';

const text = (value: string): OutValue => ({ kind: 'scalar', type: 'string', text: value });
const line = (key: string): OutObject => ({
  kind: 'object',
  key,
  fingerprint: `print ${key}`,
  members: new Map([['position', text(key)]]),
});
const list = (items: readonly OutValue[], omit?: 'unchanged'): OutValue => ({
  kind: 'list',
  items,
  ...(omit ? { omit } : {}),
});
const order = (lines: OutValue): OutObject => ({
  kind: 'object',
  members: new Map<string, OutValue>([
    ['order', { kind: 'object', members: new Map([['lines', lines]]) }],
    ['notes', list([text('a'), text('b'), text('c')])],
  ]),
});

describe('trim', () => {
  it('finds keyed items at any depth', () => {
    expect([...keyedItems(order(list([line('10'), line('20')])))]).toEqual([
      ['10', 'print 10'],
      ['20', 'print 20'],
    ]);
  });

  it('leaves out unchanged items only where the mapping says so', () => {
    const unchanged = (key: string): boolean => key === '10';
    const marked = order(list([line('10'), line('20')], 'unchanged'));
    expect([...keyedItems(omitUnchanged(marked, unchanged)).keys()]).toEqual(['20']);
    const unmarked = order(list([line('10'), line('20')]));
    expect([...keyedItems(omitUnchanged(unmarked, unchanged)).keys()]).toEqual(['10', '20']);
  });

  it('counts lines and members of other lists against their limits', () => {
    const two = order(list([line('10'), line('20')]));
    expect(overLimit(two, { lines: 2, members: 3 })).toBeUndefined();
    expect(overLimit(two, { lines: 1, members: 3 })?.message).toBe(
      'The document has 2 entries under `lines`; the exchange takes 1.',
    );
    expect(overLimit(two, { lines: 2, members: 2 })?.message).toContain('3 entries under `notes`');
  });
});

describe('a document that goes as XML', () => {
  const read = (xml: string) => {
    const { tree } = readXml(xml);
    if (!tree) throw new Error('not read');
    return tree.root;
  };
  const limits = { lines: 2, members: 1 };

  it('has its lines, deliveries and documents counted, and nothing else', () => {
    const many = '<a><OrderLine/><OrderLine><Delivery/><Note/><Note/></OrderLine></a>';
    expect(xmlOverLimit(read(many), limits)).toBeUndefined();
    for (const [xml, name] of [
      ['<a><OrderLine/><OrderLine/><OrderLine/></a>', 'OrderLine'],
      ['<a><OrderLine><Delivery/><Delivery/></OrderLine></a>', 'Delivery'],
      ['<a><OrderLine><DocumentReference/><DocumentReference/></OrderLine></a>', 'DocumentReference'],
    ] as const)
      expect(xmlOverLimit(read(xml), limits)?.message).toContain(`\`${name}\``);
  });
});
