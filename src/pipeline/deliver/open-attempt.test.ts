import { expect, it } from 'vitest';
import type { Attempt } from '../../journal/model/message.ts';
import { findOpenAttempt } from './open-attempt.ts';

const staged = { temporary: '.a.tmp', name: 'a.xml', folder: '.gateway-1' };
const attempt: Attempt = {
  n: 1,
  what: 'deliver',
  started: '2026-03-01T10:00:00.000Z',
  ended: '2026-03-01T10:00:01.000Z',
  status: 0,
  detail: '',
  unknown: false,
  published: false,
};

it('an attempt without an answer is open until one comes: that it was not taken the next time says nothing of it', () => {
  const unknown = { ...attempt, unknown: true, detail: 'retry' };
  const answered = (detail: string): Attempt => ({ ...attempt, n: 2, status: 400, detail });
  for (const detail of ['retry', 'down'])
    expect(findOpenAttempt([unknown, answered(detail), answered(detail)]), detail).toBe(unknown);
  for (const detail of ['refused', 'strange', 'notFound', 'the document was corrected'])
    expect(findOpenAttempt([unknown, answered(detail)]), detail).toBeUndefined();
  expect(findOpenAttempt([answered('retry')])).toBeUndefined();
});

it('a 2xx is a success where it was understood as one: else what is sent next is prepared anew', () => {
  const answered = { ...attempt, status: 200 };
  const taken = { ...answered, detail: 'ok' };
  expect(findOpenAttempt([taken])).toBe(taken);
  expect(findOpenAttempt([{ ...answered, detail: 'strange' }])).toBeUndefined();
});

it('an attempt that staged a file and published nothing is over: it is prepared anew, not settled', () => {
  expect(findOpenAttempt([{ ...attempt, staged, detail: 'nothing was published' }])).toBeUndefined();
  const published = { ...attempt, staged, published: true };
  expect(findOpenAttempt([published])).toBe(published);
  const { ended: _, ...open } = { ...attempt, staged };
  expect(findOpenAttempt([open])).toBe(open);
});
