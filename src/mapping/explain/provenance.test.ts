import { describe, expect, it } from 'vitest';
import { createFinding } from '../../findings/create-finding.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import { context, document, formats, mapping } from '../testkit/kit.ts';
import { locateInSource } from './provenance.ts';

/** An SCSN order through a mapping that leaves a line out, makes lists, and writes a constant. */
const copy = mapping(
  `target:
  cbc:ID: cbc:ID
  cbc:OrderTypeCode: { $text: New }
  cbc:IssueDate: { $text: '2026-03-16' }
  cbc:CustomerReference: $channel/companyId
  cbc:Note: [ cbc:Note ]
  cac:BuyerCustomerParty: { $keepEmpty: true }
  cac:SellerSupplierParty: { $keepEmpty: true }
  cac:OrderLine:
    $each: cac:OrderLine
    cac:LineItem:
      cbc:ID: cac:LineItem/cbc:ID
      cbc:Quantity: { $text: '1', $attributes: { unitCode: cac:LineItem/cbc:Quantity/@unitCode } }
      cac:Item: { cbc:Name: { $text: part } }
`,
  'from: scsn/Order\nto: scsn/Order',
);

const made = (() => {
  const { target } = copy.run(document, context);
  const format = formats.load('scsn/Order').format;
  const tree = target && format?.read({ bytes: format.write(target).bytes }, { known: true }).tree;
  if (tree === undefined) throw new Error('nothing was made');
  return tree;
})();

const step = { mapping: copy, tree: (): TreeDocument => document, context, output: made };
const at = (path?: string): Finding =>
  createFinding(
    'value-empty',
    { name: 'x' },
    { line: 99, column: 99, ...(path === undefined ? {} : { path }) },
  );

describe('what is said of a document that was made', () => {
  it.each([
    ['/Order/cbc:ID', '/Order/cbc:ID', 2],
    ['/Order/cbc:Note[2]', '/Order/cbc:Note[2]', 4],
    [
      '/Order/cac:OrderLine[2]/cac:LineItem/cbc:Quantity/@unitCode',
      '/Order/cac:OrderLine[2]/cac:LineItem/cbc:Quantity/@unitCode',
      8,
    ],
    // what is not there: at what stands around it
    ['/Order/cac:OrderLine[2]/cac:LineItem/cac:Delivery', '/Order/cac:OrderLine[2]/cac:LineItem', 8],
    ['/Order/cac:OrderLine[1]', '/Order/cac:OrderLine[1]/cac:LineItem', 5],
    ['/Order', '/Order', 1],
  ])('has the place of what %s was made of', (path, source, line) => {
    expect(locateInSource([at(path)], [step])).toMatchObject([{ path: source, line }]);
  });

  it('names rule and source of a value, and the rule of a constant', () => {
    const [id, type, line] = locateInSource(
      [at('/Order/cbc:ID'), at('/Order/cbc:OrderTypeCode'), at('/Order/cac:OrderLine[1]')],
      [step],
    );
    expect(id?.advice).toMatch(/ It comes from `\/Order\/cbc:ID` by line 5 of m\.yaml\.$/);
    expect(type?.advice).toMatch(/ Line 6 of m\.yaml writes it: /);
    expect(line?.advice).toBe(at().advice);
  });

  it('is of the document as a whole where a variable gave the value, which it names', () => {
    const [found] = locateInSource([at('/Order/cbc:CustomerReference')], [step]);
    expect(found).toMatchObject({ path: '/Order', line: 1 });
    expect(found?.advice).toMatch(/ It comes from `\$channel\/companyId` by line 8 of m\.yaml\.$/);
  });

  it('has no place where it had none in the document', () => {
    expect(locateInSource([at()], [step])).toEqual([expect.not.objectContaining({ line: 99 })]);
  });

  it('goes back over several mappings', () => {
    const again = { mapping: copy, tree: () => made, context, output: made };
    const [found] = locateInSource([at('/Order/cac:OrderLine[2]/cac:LineItem/cbc:ID')], [step, again]);
    expect(found).toMatchObject({ path: '/Order/cac:OrderLine[2]/cac:LineItem/cbc:ID', line: 8 });
    expect(found?.advice.match(/by line \d+/g)).toHaveLength(2);
  });
});
