import { describe, expect, it } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import { renderLog, textOf } from '../testkit/loopback.ts';
import { buildOwnAnswer } from './answer.ts';
import type { Call, SendCall } from './call.ts';
import { buildCall } from './operations.ts';
import { RateLimit, withRateLimit } from './rate-limit.ts';

const call = buildCall('order', renderLog, { id: '1' });

/** A server in memory: notes when each request went out, and answers when `answer` is called, or at once. */
function server(held = false) {
  const sentAt: number[] = [];
  const held_: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const send: SendCall = async ({ onSent }: Call) => {
    // before it counts as sent: a pause in between would bring two of them closer together than they were let out
    sentAt.push(performance.now());
    onSent?.();
    running += 1;
    most = Math.max(most, running);
    if (held) await new Promise<void>((resolve) => void held_.push(resolve));
    else await Promise.resolve();
    running -= 1;
    return { answer: buildOwnAnswer('ok', quoteText(''), { status: 200 }), headers: {} };
  };
  return { send, sentAt, most: () => most, answer: () => held_.shift()?.() };
}

describe('rate', () => {
  it('lets no more than so many out in any second', async () => {
    const { send, sentAt } = server();
    const paced = withRateLimit(send, new RateLimit({ perSecond: 10, parallel: 3 }), 10_000);
    await Promise.all(Array.from({ length: 21 }, () => paced(call)));
    for (let n = 10; n < sentAt.length; n += 1) {
      expect((sentAt[n] ?? 0) - (sentAt[n - 10] ?? 0)).toBeGreaterThanOrEqual(999);
    }
    // ten at once, not one every tenth of a second
    expect((sentAt[9] ?? 0) - (sentAt[0] ?? 0)).toBeLessThan(850);
  });

  it('stretches the window for less than one a second', async () => {
    const { send, sentAt } = server();
    const paced = withRateLimit(send, new RateLimit({ perSecond: 2.5, parallel: 1 }), 10_000);
    await Promise.all(Array.from({ length: 4 }, () => paced(call)));
    expect((sentAt[2] ?? 0) - (sentAt[0] ?? 0)).toBeGreaterThanOrEqual(799);
  });

  it('lets no more than `parallel` be under way, in the order they came', async () => {
    const { send, most, answer, sentAt } = server(true);
    const paced = withRateLimit(send, new RateLimit({ perSecond: 1000, parallel: 2 }), 10_000);
    const order: number[] = [];
    const all = [0, 1, 2, 3].map(async (n) => {
      await paced(call);
      order.push(n);
    });
    for (const expected of [2, 3, 4, 4]) {
      await expect.poll(() => sentAt.length).toBe(expected);
      answer();
    }
    await Promise.all(all);
    expect(most()).toBe(2);
    expect(order).toEqual([0, 1, 2, 3]);
  });

  it('channels take turns, and what names none takes its turn by operation', async () => {
    const order: string[] = [];
    const send: SendCall = async ({ path, onSent }) => {
      onSent?.();
      order.push(path);
      return { answer: buildOwnAnswer('ok', quoteText(''), { status: 200 }), headers: {} };
    };
    const paced = withRateLimit(send, new RateLimit({ perSecond: 1000, parallel: 1 }), 10_000);
    const ask = (path: string, channel?: string) => paced({ ...call, path, ...(channel ? { channel } : {}) });
    const many = ['large 1', 'large 2', 'large 3', 'large 4'].map((path) => ask(path, 'large'));
    await Promise.all([...many, ask('small', 'small'), ask('login')]);
    expect(order).toEqual(['large 1', 'large 2', 'small', 'login', 'large 3', 'large 4']);
  });

  it('gives up after its patience without having sent', async () => {
    const { send, sentAt, answer } = server(true);
    const paced = withRateLimit(send, new RateLimit({ perSecond: 1000, parallel: 1 }), 50);
    const first = paced(call);
    const second = await paced({ ...call, changes: true });
    expect(second.answer).toMatchObject({ kind: 'retry', status: 0 });
    expect(second.answer.unknown).toBeUndefined();
    expect(textOf(second.answer)).toContain('no turn within 0.05 s');
    expect(textOf(second.answer)).toContain('exchange.rate.parallel');
    expect(sentAt).toHaveLength(1);
    answer();
    await first;
  });

  it('names the rate where that was in the way, and not what may be under way', async () => {
    const { send, sentAt } = server();
    const paced = withRateLimit(send, new RateLimit({ perSecond: 1, parallel: 2 }), 50);
    await paced(call);
    expect(textOf((await paced(call)).answer)).toContain('exchange.rate.perSecond');
    expect(sentAt).toHaveLength(1);
  });

  it('lets a waiting request be stopped, and the next one pass', async () => {
    const { send, sentAt, answer } = server(true);
    const paced = withRateLimit(send, new RateLimit({ perSecond: 1000, parallel: 1 }), 10_000);
    const stop = new AbortController();
    const first = paced(call);
    const second = paced({ ...call, signal: stop.signal });
    const third = paced(call);
    stop.abort();
    expect((await second).answer.kind).toBe('retry');
    answer();
    await first;
    await expect.poll(() => sentAt.length).toBe(2);
    answer();
    await third;
  });

  it('counts a request that never went out when it ends', async () => {
    const rate = new RateLimit({ perSecond: 1, parallel: 1 });
    const failing: SendCall = async () => ({ answer: buildOwnAnswer('retry', quoteText('')), headers: {} });
    const paced = withRateLimit(failing, rate, 5_000);
    const begin = performance.now();
    await paced(call);
    await paced(call);
    expect(performance.now() - begin).toBeGreaterThanOrEqual(999);
  });
});
