import { describe, expect, it } from 'vitest';
import type { TargetValue } from '../../tree/values/target-tree.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { findTooManyInXml, findTooManyMembers } from './service-limits.ts';

const text: TargetValue = { kind: 'scalar', type: 'string', text: 'x' };
const list = (length: number): TargetValue => ({ kind: 'list', items: Array.from({ length }, () => text) });

it('a result has its lines and the members of other lists counted', () => {
  const two = {
    kind: 'object' as const,
    members: new Map<string, TargetValue>([
      ['order', { kind: 'object', members: new Map([['lines', list(2)]]) }],
      ['notes', list(3)],
    ]),
  };
  expect(findTooManyMembers(two, { lines: 2, members: 3 })).toBeUndefined();
  expect(findTooManyMembers(two, { lines: 1, members: 3 })?.message).toBe(
    'The document has 2 entries under `lines`; the exchange takes 1.',
  );
  expect(findTooManyMembers(two, { lines: 2, members: 2 })?.message).toContain('3 entries under `notes`');
});

describe('a document that goes as XML', () => {
  const read = (xml: string) => {
    const { tree } = parseXmlTree(xml);
    if (!tree) throw new Error('not read');
    return tree.root;
  };
  const limits = { lines: 2, members: 1 };

  it('has its lines, deliveries and documents counted, and nothing else', () => {
    const many = '<a><OrderLine/><OrderLine><Delivery/><Note/><Note/></OrderLine></a>';
    expect(findTooManyInXml(read(many), limits)).toBeUndefined();
    for (const [xml, name] of [
      ['<a><OrderLine/><OrderLine/><OrderLine/></a>', 'OrderLine'],
      ['<a><OrderLine><Delivery/><Delivery/></OrderLine></a>', 'Delivery'],
      ['<a><OrderLine><DocumentReference/><DocumentReference/></OrderLine></a>', 'DocumentReference'],
    ] as const)
      expect(findTooManyInXml(read(xml), limits)?.message).toContain(`\`${name}\``);
  });
});
