import { describe, expect, it, vi } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import type { Answer } from '../exchange-client.ts';
import { buildOwnAnswer } from './answer.ts';
import { ExchangeAvailability, probeCall } from './availability.ts';
import type { Call } from './call.ts';

const call = (operation: string): Call => ({ ...probeCall, operation });
const answer = (status: number): Answer =>
  buildOwnAnswer(
    status === 0 || status >= 500 || status === 429 ? 'retry' : 'ok',
    quoteText(`said ${status}`),
    {
      status,
    },
  );

/** What the requests met, one after the other: operation and status. */
async function having(...met: readonly (readonly [string, number])[]): Promise<ExchangeAvailability> {
  const availability = new ExchangeAvailability();
  for (const [operation, status] of met)
    await availability.watch(async () => ({ answer: answer(status), headers: {} }))(call(operation));
  return availability;
}

describe('availability', () => {
  it('is well before anything was asked, and after an answer', async () => {
    expect((await having()).trouble()).toBeUndefined();
    expect((await having(['order', 200])).trouble()).toBeUndefined();
  });

  it('tells that nothing answers until anything does', async () => {
    expect((await having(['order', 0])).trouble()?.en).toBe('said 0');
    expect((await having(['order', 0], [probeCall.operation, 404])).trouble()).toBeUndefined();
    expect((await having(['order', 0], ['search', 200])).trouble()).toBeUndefined();
  });

  it('tells an operation that fails until that one works, whatever else does', async () => {
    for (const status of [429, 500, 503]) {
      const failing = [
        ['order', status],
        ['search', 200],
        [probeCall.operation, 404],
      ] as const;
      expect((await having(...failing)).trouble()?.en).toBe(
        `The exchange answers order with ${status} (said ${status}).`,
      );
      expect((await having(...failing, ['order', 200])).trouble()).toBeUndefined();
    }
  });

  it('does not mind what lies behind the address of the sign of life', async () => {
    expect((await having([probeCall.operation, 503])).trouble()).toBeUndefined();
  });

  it('knows nothing of a request that its caller has given up', async () => {
    const availability = new ExchangeAvailability();
    const signal = AbortSignal.abort();
    await availability.watch(async () => ({ answer: answer(0), headers: {} }))({ ...call('order'), signal });
    expect(availability.trouble()).toBeUndefined();
  });

  it('is quiet when nobody has asked for half a minute, or for ten seconds where nothing answers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const [well, away] = [await having(['order', 200]), await having(['order', 0])];
      vi.advanceTimersByTime(10_000);
      expect([well.isQuiet(), away.isQuiet()]).toEqual([false, true]);
      vi.advanceTimersByTime(20_000);
      expect(well.isQuiet()).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });
});
