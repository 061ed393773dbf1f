import { expect, it, vi } from 'vitest';
import { operatorSchema } from '../config/schema/operator-schema.ts';
import { findPages } from './pages-later.ts';

const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };

it('says in the log why there are no pages where other machines come over plain HTTP', () => {
  const settings = operatorSchema.parse({ listen: '0.0.0.0:8081' });
  expect(findPages(settings, log)).toBeUndefined();
  expect(log.warn.mock.calls).toMatchObject([
    [{ code: 'no-pages', listen: '0.0.0.0:8081' }, expect.any(String)],
  ]);
});
