import { expect, it } from 'vitest';
import { context, formats, head, mapping } from '../../mapping/testkit/kit.ts';
import { fixture } from '../../scsn/testkit/documents.ts';
import { coverDocuments } from './cover-documents.ts';

const toExchange = mapping(`target:
  order:
    ${head}
    notes: [ cbc:Note ]
    description: cbc:AccountingCost`);

const read = (path: string, text: string) => () => ({ source: { path, bytes: Buffer.from(text) }, context });

it('counts what documents fill and lose, and names those that do not count', () => {
  const order = fixture('scsn/Order');
  const covered = coverDocuments(
    [toExchange],
    [
      { document: 'a.xml', read: read('a.xml', order) },
      { document: 'b.xml', read: read('b.xml', order) },
      { document: 'response.xml', read: read('response.xml', fixture('scsn/OrderResponse')) },
      {
        document: 'empty.xml',
        read: read('empty.xml', order.replace(/<cbc:ID>[^<]*<\/cbc:ID>/, '<cbc:ID/>')),
      },
    ],
    formats,
  );
  expect(JSON.parse(JSON.stringify(covered))).toEqual(covered);
  expect(covered.documents).toBe(2);
  expect(covered.paths).toContainEqual({ path: '/Order/cbc:Note', filled: 2, lost: 0 });
  expect(covered.paths).toContainEqual({ path: '/Order/cbc:IssueDate', filled: 2, lost: 2 });
  expect(covered.neverFilled).toEqual(['order/description']);
  expect(covered.unfilledMembers).toContain('order/orderType');
  expect(covered.notCounted).toMatchObject([
    { document: 'response.xml', kind: 'unreadable', reason: expect.stringContaining('m reads scsn/Order') },
    { document: 'empty.xml', kind: 'no-result', finding: { code: expect.any(String) } },
  ]);
});
