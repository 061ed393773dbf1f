import { expect, it } from 'vitest';
import type { Attempt } from '../../../journal/model/message.ts';
import { markAttempt } from './message-answer.ts';

const underWay: Attempt = {
  ...{ n: 1, what: 'deliver', started: '2026-11-27T08:00:00Z' },
  ...{ status: 0, detail: '', unknown: false, published: false },
};
const attempt = (status: number, detail: string, more: Partial<Attempt> = {}): Attempt => ({
  ...{ ...underWay, ended: '2026-11-27T08:00:01Z', status, detail, ...more },
});

it.each([
  [attempt(200, 'ok'), 'green'],
  [attempt(0, 'published as a.xml', { published: true }), 'green'],
  [attempt(0, 'uploaded'), 'green'],
  [attempt(0, 'dry run: it stays here'), 'green'],
  [attempt(200, 'strange'), 'warning'],
  [attempt(0, 'nothing was published'), 'warning'],
  [attempt(0, 'retry', { unknown: true }), 'warning'],
  [underWay, 'underWay'],
])('the mark of an attempt says how it ended: %o', (one, mark) => {
  expect(markAttempt(one)).toBe(mark);
});
