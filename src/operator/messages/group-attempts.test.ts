import { expect, it } from 'vitest';
import type { Attempt } from '../../journal/model/message.ts';
import { groupAttempts } from './group-attempts.ts';

const attempt = (n: number, status: number, isOpen = false): Attempt => ({
  ...{ n, what: 'deliver', started: `2026-03-01T12:00:0${n}.000Z`, status, detail: '' },
  ...(isOpen ? {} : { ended: `2026-03-01T12:00:0${n}.500Z` }),
  ...{ unknown: false, published: false },
});

const spans = (attempts: readonly Attempt[]) =>
  groupAttempts(attempts).map(({ first, last }) => [first.n, last.n]);

it('attempts one after the other that ended alike are a group', () => {
  expect(spans([attempt(1, 503), attempt(2, 503), attempt(3, 503), attempt(4, 202)])).toEqual([
    [1, 3],
    [4, 4],
  ]);
});

it('what ended alike with another between is two groups, and what has not ended is by itself', () => {
  expect(spans([attempt(1, 503), attempt(2, 500), attempt(3, 503), attempt(4, 503, true)])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
    [4, 4],
  ]);
});
