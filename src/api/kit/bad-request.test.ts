import { expect, it } from 'vitest';
import { z } from 'zod';
import { ApiProblem } from './api-problem.ts';
import { readInput } from './route.ts';

const input = z.strictObject({
  state: z.enum(['parked', 'waiting']).optional(),
  id: z.coerce.number().int().positive().optional(),
  reason: z.string().min(1).max(3).optional(),
  action: z.string(),
});

it.each([
  [
    { state: 'foo' },
    '“state” cannot be “foo”, but “parked”, “waiting”',
    '“state” kan niet “foo” zijn, wel “parked”, “waiting”',
  ],
  [{ foo: '1' }, '“foo” is not known', '“foo” is niet bekend'],
  [{ id: 'abc' }, '“id” must be a number', '“id” moet een getal zijn'],
  [{ reason: 'long' }, '“reason” is too long', '“reason” is te lang'],
  [{ id: '0' }, '“id” is not as it should be', '“id” is niet zoals het moet zijn'],
  [{ reason: '' }, '“reason” is too short', '“reason” is te kort'],
  [{ action: undefined }, '“action” is missing', '“action” ontbreekt'],
])(
  'says what of %j is not allowed, to people in their language and to programs as zod does',
  (asked, en, nl) => {
    const problem = problemOf({ action: 'retry', ...asked });
    expect(problem.text).toEqual({
      en: `This cannot be asked: ${en}.`,
      nl: `Dit kan niet worden gevraagd: ${nl}.`,
    });
    expect(problem.details.issues).toMatch(/: \S/);
  },
);

function problemOf(asked: unknown): ApiProblem {
  try {
    readInput(input, asked);
  } catch (error) {
    if (error instanceof ApiProblem) return error;
  }
  throw new Error('It was allowed.');
}
