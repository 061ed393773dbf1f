import { describe, expect, it } from 'vitest';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import { checkXml } from '../check-xml.ts';
import { change, delivered, fixture } from '../testkit/documents.ts';
import { repairOrder } from './repair-order.ts';

const order = fixture('scsn/Order');
const options = { document: 'scsn/Order', severities: {}, repair: 'element-order' } as const;
const bytes = (text: string) => new TextEncoder().encode(text);

function repair(text: string): string {
  const { tree } = parseXmlTree(text);
  if (tree === undefined) throw new Error('not readable');
  return repairOrder(text, tree, delivered().model.root('scsn/Order'));
}

/** Swaps the two elements in the fixture; the blanks and comments between them stay. */
const swapped = (first: string, second: string) =>
  change(
    order,
    new RegExp(`(<${first}>.*?</${first}>)(\\s*)(<${second}>.*?</${second}>)`, 's'),
    '@@',
  ).replace('@@', () => {
    const [, a = '', gap = '', b = ''] =
      new RegExp(`(<${first}>.*?</${first}>)(\\s*)(<${second}>.*?</${second}>)`, 's').exec(order) ?? [];
    return b + gap + a;
  });

describe('repairing the order of elements', () => {
  it('does not touch a document that is in order', () => {
    expect(repair(order)).toBe(order);
    expect(repair(`\n${order.replace(/^<\?.*\n/, '')}<!-- end -->`)).toContain('<!-- end -->');
  });

  it('puts elements back to where they were, at every level', () => {
    const wrong = swapped('cac:Price', 'cac:Item');
    expect(repair(wrong)).toBe(order);
    expect(repair(swapped('cbc:ID', 'cbc:IssueDate'))).toBe(order);
  });

  it('keeps the order of elements of one name, and comments between', () => {
    const notes = '<cbc:Note>1</cbc:Note><!-- a > b --><cbc:Note>2</cbc:Note><cbc:UUID>x</cbc:UUID>';
    const wrong = change(order, /<cbc:Note>.*<\/cbc:Note>/, notes);
    const right = repair(wrong);
    expect(right.indexOf('<cbc:UUID>')).toBeLessThan(right.indexOf('<cbc:IssueDate>'));
    expect(right).toMatch(/<cbc:Note>1<\/cbc:Note>.*<cbc:Note>2<\/cbc:Note>/s);
    expect(right).toContain('<!-- a > b -->');
    expect(right).toHaveLength(wrong.length);
  });

  it('is a warning of the check when it is the only fault', () => {
    const { findings } = checkXml(bytes(swapped('cac:Price', 'cac:Item')), delivered(), options);
    expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'order-repaired warning',
      'element-order warning',
    ]);
    expect(findings[0]?.advice).toContain('Item');
    expect(findings[1]?.key).toBe('order line 1 (position 00010)');
  });

  it('is not done when something else is wrong too, or when the channel did not ask for it', () => {
    const wrong = swapped('cac:Price', 'cac:Item');
    const both = checkXml(bytes(wrong.replace('>25<', '>2,5<')), delivered(), options).findings;
    expect(both.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'decimal-comma error',
      'element-order error',
    ]);
    const { findings } = checkXml(bytes(wrong), delivered(), { document: 'scsn/Order', severities: {} });
    expect(findings).toMatchObject([{ code: 'element-order', severity: 'error' }]);
  });

  it('rules still look at the document', () => {
    const wrong = swapped('cac:Price', 'cac:Item').replace('unitCode="C62"', 'unitCode="PCE"');
    const { findings } = checkXml(bytes(wrong), delivered(), options);
    expect(findings.map(({ code }) => code)).toContain('unit-mistake');
  });
});
