import { describe, expect, it } from 'vitest';
import { explainRun, recordEvaluations } from '../../mapping/explain/explain-run.ts';
import { parseMapping } from '../../mapping/load-mapping.ts';
import { resolveStartNode } from '../../mapping/run/context-trees.ts';
import { evaluateExpression } from '../../mapping/run/evaluate-expression.ts';
import { deliveredFixture } from '../../mapping/testkit/delivered.ts';
import { context, document, formats, head, load, order } from '../../mapping/testkit/kit.ts';
import { pathOf } from '../../tree/nodes/items.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { insertLines } from '../drafts/insert-rule.ts';
import { planRule } from './plan-rule.ts';
import { buildRelativePath } from './relative-path.ts';
import { findNode, readBranch, readBranchesTo } from './source-tree.ts';

const body = `target:
  order:
    ${head}
  lines:
    $each: cac:OrderLine/cac:LineItem
    $key: position
    position: cbc:ID
    deliverySchedule: { $each: cac:Delivery, date: cbc:ID, quantity: cbc:Quantity }
`;

function plan(path: string, target: string, from: TreeDocument = document, text = body) {
  const { mapping, findings } = load(text);
  if (!mapping) throw new Error(JSON.stringify(findings));
  const node = listFilledLeaves(from.root).find((leaf) => pathOf(leaf) === path);
  if (node?.nodeType !== 1 && node?.nodeType !== 2) throw new Error(`There is no ${path}.`);
  const { evaluations } = recordEvaluations(mapping, from, context);
  return planRule({ mapping, document: from, evaluations, node, target }, formats);
}

describe('a rule for a value that somebody points at', () => {
  it('begins where its place begins: at the root, in the item of a loop, and from there to what stands above', () => {
    expect(plan('/Order/cbc:IssueDate', 'order/description')).toMatchObject({
      path: ['target', 'order', 'description'],
      lines: ['description: "cbc:IssueDate"'],
    });
    expect(plan('/Order/cac:OrderLine[2]/cac:LineItem/cbc:Quantity', 'lines/description')).toMatchObject({
      expression: 'cbc:Quantity',
    });
    expect(plan('/Order/cbc:IssueDate', 'lines/description')).toMatchObject({
      expression: '../../cbc:IssueDate',
    });
  });

  it('means the one that was pointed at, where several are of one name', () => {
    expect(plan('/Order/cbc:Note[2]', 'order/description')).toMatchObject({ expression: 'cbc:Note[2]' });
    expect(plan('/Order/cac:OrderLine[1]/cac:LineItem/cbc:ID', 'order/description')).toMatchObject({
      expression: 'cac:OrderLine[1]/cac:LineItem/cbc:ID',
    });
    const party = (scheme: string) =>
      `<cac:PartyIdentification><cbc:ID schemeID="${scheme}">1</cbc:ID></cac:PartyIdentification>`;
    const twice =
      order(`<cac:BuyerCustomerParty><cac:Party><cbc:ID schemeID="GLN">a</cbc:ID><cbc:ID schemeID="KVK">b</cbc:ID>
      ${party('GLN')}${party('KVK')}</cac:Party></cac:BuyerCustomerParty>`);
    expect(
      plan('/Order/cac:BuyerCustomerParty/cac:Party/cbc:ID[2]', 'order/description', twice),
    ).toMatchObject({
      expression: "cac:BuyerCustomerParty/cac:Party/cbc:ID[@schemeID = 'KVK']",
    });
  });

  it('makes an item for each of what repeats, where no rule fills the list yet', () => {
    const quantity = '/Order/cac:OrderLine[1]/cac:LineItem/cac:Delivery[2]/cbc:Quantity';
    expect(plan(quantity, 'lines/item/dimensions/measure')).toMatchObject({
      path: ['target', 'lines', 'item'],
      lines: ['item:', '  dimensions:', '    $each: "cac:Delivery"', '    measure: "cbc:Quantity"'],
    });
    expect(plan(quantity, 'lines/deliverySchedule/quantity')).toMatchObject({ expression: 'cbc:Quantity' });
  });

  it('says so where the target has no such member, and where a list of rules stands above it', () => {
    expect(plan('/Order/cbc:IssueDate', 'order/nothing')).toBe('no-member');
    expect(plan('/Order/cbc:IssueDate', 'order')).toBe('no-member');
    const listed = body.replace(
      / {2}lines:[\s\S]*/,
      '  lines:\n    - { $each: cac:OrderLine, position: cac:LineItem/cbc:ID, deliverySchedule: [ { $each: cac:LineItem/cac:Delivery, date: cbc:ID, quantity: cbc:Quantity } ] }\n',
    );
    expect(plan('/Order/cbc:IssueDate', 'lines/description', document, listed)).toBe('list-of-rules');
  });

  it('is put into a text, and gives the value', () => {
    const planned = plan('/Order/cac:OrderLine[2]/cac:LineItem/cbc:Quantity/@unitCode', 'lines/description');
    if (typeof planned === 'string') throw new Error(planned);
    const whole = `mapping: m\nfrom: scsn/Order\nto: exchange/order\n${body}`;
    const inserted = insertLines(whole, planned);
    if (typeof inserted === 'string') throw new Error(inserted);
    expect(inserted.text.split('\n')[inserted.line - 1]).toBe('    description: "cbc:Quantity/@unitCode"');
    const { mapping } = parseMapping({ name: 'm', file: '/maps/m.yaml', text: inserted.text }, formats);
    const { origins } = explainRun(mapping ?? expect.fail('It cannot be used.'), document, context);
    expect(origins.filter(({ target }) => target.endsWith('/description')).map(({ value }) => value)).toEqual(
      ['C62', 'XX'],
    );
  });
});

describe.each([
  'order-to-exchange.full',
  'edifact-orders-to-order.full',
  'idoc-orders-to-order.full',
  'csv-order-to-order.dutch',
  'order-to-order.full',
])('of %s', (fixture) => {
  const { mapping, document: read } = deliveredFixture(fixture);
  const leaves = listFilledLeaves(read.root).filter(({ nodeType }) => nodeType === 1 || nodeType === 2);

  it('each value is led to by an expression that gives it and no other', () => {
    const start = resolveStartNode(read, mapping.from);
    const wrong = leaves.flatMap((leaf) => {
      if (leaf.nodeType !== 1 && leaf.nodeType !== 2) return [];
      const expression = buildRelativePath(start, leaf, mapping.program.namespaces);
      const { items = [] } = evaluateExpression(expression, mapping.from, start, formats);
      return items.length === 1 && items[0] === leaf ? [] : [`${pathOf(leaf)}: ${expression}`];
    });
    expect(wrong).toEqual([]);
    expect(leaves.length).toBeGreaterThan(10);
  });

  it('each value stands in the tree over the text, and a click on its place finds it', () => {
    const missed = leaves.flatMap((leaf) => {
      const { line = 0, column = 0 } = leaf.nodeType === 1 || leaf.nodeType === 2 ? leaf : {};
      const { key, branches } = readBranchesTo(read, { line, column });
      const row = branches.flatMap(({ rows }) => rows).find((one) => one.key === key);
      return row?.path === pathOf(leaf) && findNode(read, key) === leaf
        ? []
        : [`${pathOf(leaf)} at ${line}:${column}`];
    });
    expect(missed).toEqual([]);
  });
});

it('a branch is bounded and counted; what is not there is undefined', () => {
  const many = order('<cbc:Note>x</cbc:Note>\n'.repeat(700));
  const branch = readBranch(many, '0');
  expect(branch?.rows).toHaveLength(500);
  expect(branch?.count).toBe(700);
  expect(readBranch(many, '0.9999')).toBeUndefined();
  expect(readBranch(many, '__proto__')).toBeUndefined();
});
