import { expect, it } from 'vitest';
import { keepUntranslated } from '../../findings/localized-text.ts';
import { computeHealth } from '../../operator/health/health.ts';
import { advice } from './alarm-advice.ts';
import { renderHealth } from './render-health.ts';

it('every reason says what is wrong and what to do', () => {
  const since = '2026-03-02T08:00:00.000Z';
  const what = keepUntranslated('It is so.');
  const health = computeHealth([{ trouble: 'journal', about: 'orders', what, since, lasts: 0, mark: '7' }]);
  expect(renderHealth(health)).toEqual({
    status: 'red',
    reasons: [
      {
        ...{ level: 'red', code: 'journal', about: 'orders', since, mark: '7' },
        ...{ what: 'It is so.', todo: advice.journal.todo.en },
      },
    ],
  });
});
