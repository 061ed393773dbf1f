import { expect, it } from 'vitest';
import type { Attempt } from '../../journal/model/message.ts';
import { countFailures } from './count-failures.ts';

const attempt = (status: number, detail = 'retry'): Attempt => ({
  ...{ n: 1, what: 'deliver', started: '', ended: '', status, detail, unknown: false, published: false },
});

it('what an exchange that was away has cost does not lengthen the pauses of a document, nor the other way round', () => {
  const away = [0, 0, 200, 302, 429, 502, 503, 504].map((status) => attempt(status));
  const answered = [attempt(500), attempt(401, 'down'), attempt(404, 'notFound')];
  const attempts = [attempt(200, 'ok'), ...away, ...answered];
  for (const status of [500, 401, 404, 408])
    expect(countFailures(attempts, { status })).toBe(answered.length);
  for (const status of [0, 503, 429, 302]) expect(countFailures(attempts, { status })).toBe(away.length);
});
