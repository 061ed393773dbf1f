import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CapacityQuery } from '../journal/journal.ts';
import type { Message } from '../journal/model/message.ts';
import { buildMessage } from '../journal/testkit/sample-message.ts';
import { ConcurrencyLimiter } from './concurrency-limits.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Takes what is offered, and works on each until it is told to end. */
function openLimiter() {
  const queries: CapacityQuery[] = [];
  const ends = new Map<number, () => void>();
  let offered: readonly Message[] = [];
  const limiter = new ConcurrencyLimiter({
    ...{ total: 8, together: 2, beside: 2, large: false },
    async take(wanted) {
      queries.push(wanted);
      return offered;
    },
    work: ({ id }) => new Promise((resolve) => ends.set(id, resolve)),
  });
  const take = async (...lanes: readonly string[]): Promise<CapacityQuery | undefined> => {
    offered = lanes.map((lane) => buildMessage(ends.size + 1 + lanes.indexOf(lane), { lane }));
    await limiter.take();
    return queries.at(-1);
  };
  return { take, end: (id: number) => ends.get(id)?.() };
}

it('a lane has what stays free while it is alone, and no more than its share while others have some', async () => {
  const { take, end } = openLimiter();
  for (const lane of ['large', 'large', 'large', 'small']) await take(lane);
  expect(await take()).toMatchObject({
    count: 4,
    held: new Map([
      ['large', 8],
      ['small', 1],
    ]),
  });
  end(4);
  await vi.advanceTimersByTimeAsync(4900);
  expect(await take()).toMatchObject({ count: 5, held: new Map([['large', 8]]) });
  await vi.advanceTimersByTimeAsync(200);
  expect(await take()).toMatchObject({ count: 5, held: new Map([['large', 3]]) });
});
