import { expect, it } from 'vitest';
import { requireFormat } from '../../formats/find-format.ts';
import { formats } from '../../mapping/testkit/kit.ts';
import { fixture } from '../../scsn/testkit/documents.ts';
import { readByFormat } from './read-by-format.ts';

const format = requireFormat(formats, 'scsn/Order');

it('lists elements and attributes with depth and place', () => {
  const { documents, hasError } = readByFormat(format, Buffer.from(fixture('scsn/Order')));
  expect(hasError).toBe(false);
  expect(documents).toHaveLength(1);
  const rows = documents[0]?.rows ?? [];
  expect(rows[0]).toMatchObject({ depth: 0, name: 'Order', value: '' });
  expect(rows).toContainEqual({
    ...{ depth: 1, name: 'cbc:Note', value: 'Deliver at gate 4', place: { line: 8, column: 3 } },
  });
  expect(rows).toContainEqual(expect.objectContaining({ name: '@unitCode', value: 'C62' }));
});

it('has no rows for what cannot be read, and says so', () => {
  const { documents, hasError } = readByFormat(format, Buffer.from('<Order>'));
  expect([hasError, documents[0]?.rows]).toEqual([true, undefined]);
});
