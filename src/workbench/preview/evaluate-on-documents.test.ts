import { expect, it } from 'vitest';
import { formats } from '../../mapping/testkit/kit.ts';
import { fixture } from '../../scsn/testkit/documents.ts';
import { evaluateOnDocuments } from './evaluate-on-documents.ts';

const source = { path: 'order.xml', bytes: Buffer.from(fixture('scsn/Order')) };
const ask = (expression: string) => evaluateOnDocuments({ expression, source, language: 'en' }, formats);

it('finds nodes with their places, and values with their types', () => {
  expect(ask('cbc:Note')).toEqual({
    findings: [],
    items: [{ kind: 'node', path: '/Order/cbc:Note', line: 8, column: 3, text: 'Deliver at gate 4' }],
  });
  expect(ask('count(cbc:Note) = 1').items).toEqual([{ kind: 'value', type: 'boolean', text: 'true' }]);
});

it('has findings and no items for an expression that is wrong', () => {
  expect(ask('cbc:Note[')).toMatchObject({ findings: [{ severity: 'error' }], items: undefined });
});

it('says that nobody knows what a file is; a type that does not exist is an error', () => {
  const unknown = { path: 'a.xml', bytes: Buffer.from('<a/>') };
  const question = { expression: 'a', source: unknown, language: 'en' } as const;
  expect(evaluateOnDocuments(question, formats)).toEqual({ findings: [], items: undefined, isUnknown: true });
  expect(() => evaluateOnDocuments({ ...question, type: 'scsn/Nothing' }, formats)).toThrow(
    'There is no document scsn/Nothing. There are: ',
  );
});
