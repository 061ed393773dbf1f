import { expect, it } from 'vitest';
import { postgresDialect } from '../postgres/postgres-dialect.ts';
import { type Query, runSteps } from '../sql/sql-engine.ts';
import { MessageTotal } from './message-total.ts';

const late = Object.assign(new Error('late'), { code: '57014' });

function totalOf(answer: (query: Query) => number): MessageTotal {
  return new MessageTotal({
    dialect: postgresDialect,
    runPage: (steps) => runSteps(steps(), async (query) => [{ n: answer(query) }]),
  });
}

it('a total is counted once for who asks soon after, and estimated where counting takes too long', async () => {
  const asked: string[] = [];
  const total = totalOf(({ sql }) => {
    asked.push(sql);
    if (sql.includes('count(*)')) throw late;
    return 7;
  });
  expect([await total.read(), await total.read()]).toEqual([7, 7]);
  expect(asked).toHaveLength(2);
});

it('a total that could not be counted is asked for again', async () => {
  let count = 0;
  const total = totalOf(() => {
    count += 1;
    if (count === 1) throw new Error('away');
    return 7;
  });
  await expect(total.read()).rejects.toThrow('away');
  expect(await total.read()).toBe(7);
});
