import { expect, it } from 'vitest';
import { reasonOf } from './reason-of.ts';

it.each([
  [new Error('no'), 'no'],
  ['text', 'text'],
  [undefined, 'undefined'],
  [
    new AggregateError([new Error('::1 refused'), new Error('127.0.0.1 refused')]),
    '::1 refused; 127.0.0.1 refused',
  ],
  [new AggregateError([], 'all of them'), 'all of them'],
])('says why: %s', (error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
