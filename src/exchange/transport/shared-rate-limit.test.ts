import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import { openPostgresJournal } from '../../journal/postgres/open-postgres.ts';
import { startPostgres } from '../../journal/testkit/postgres-server.ts';
import { renderLog, textOf } from '../testkit/loopback.ts';
import { buildOwnAnswer } from './answer.ts';
import type { SendCall } from './call.ts';
import { buildCall } from './operations.ts';
import { SharedRateLimit, withSharedRateLimit } from './shared-rate-limit.ts';

const forever = new AbortController().signal;

/** The most instants of any second. */
const most = (instants: readonly number[]): number =>
  Math.max(...instants.map((from) => instants.filter((at) => at >= from && at < from + 1000).length));

/** Turns that were long ago when they are given. */
const missed = async (): Promise<number> => {
  await setTimeout(5);
  return -200;
};

describe('turns', () => {
  it('are asked for together by those that wait', async () => {
    const asked: number[] = [];
    const turns = new SharedRateLimit(async (count) => {
      asked.push(count);
      await setTimeout(5);
      return 0;
    }, 1000);
    await Promise.all(Array.from({ length: 8 }, () => turns.waitForTurn(forever)));
    expect(asked.slice(0, 2)).toEqual([1, 7]);
  });

  it('are taken anew when they were missed', async () => {
    let count = 0;
    const turns = new SharedRateLimit(async () => {
      count += 1;
      return count === 1 ? -200 : 0;
    }, 10);
    expect(await turns.waitForTurn(forever)).toBeUndefined();
    // a busy machine may miss another one
    expect(count).toBeGreaterThan(1);
  });

  it('end with the patience, or with what keeps them, and nothing is sent', async () => {
    let sent = 0;
    const send: SendCall = async () => {
      sent += 1;
      return { answer: buildOwnAnswer('ok', quoteText(''), { status: 200 }), headers: {} };
    };
    const call = buildCall('order', renderLog, { id: '1' });
    const never = withSharedRateLimit(send, new SharedRateLimit(async () => 60_000, 10), 50);
    const far = (await never(call)).answer;
    expect([far.kind, textOf(far)]).toEqual(['retry', expect.stringContaining('exchange.rate.perSecond')]);
    const late = withSharedRateLimit(send, new SharedRateLimit(missed, 10), 50);
    expect(textOf((await late(call)).answer)).toContain('has too much to do');
    const stopped = { ...call, signal: AbortSignal.abort() };
    expect(textOf((await never(stopped)).answer)).toContain('stopped while waiting');
    const broken = withSharedRateLimit(
      send,
      new SharedRateLimit(() => Promise.reject(new Error('no server')), 10),
      50,
    );
    expect(textOf((await broken(call)).answer)).toContain('no server');
    expect(sent).toBe(0);
  });
});

const server = await startPostgres();
afterAll(() => server?.close());

describe.skipIf(server === undefined)('three gateways on one PostgreSQL', () => {
  it('keep the rate together, also when one of them dies', async () => {
    const perSecond = 20;
    const url = (await server?.database()) ?? '';
    const journals = await Promise.all([1, 2, 3].map(() => openPostgresJournal(url)));
    const sentAt: number[] = [];
    const stop = new AbortController();
    const dies = new AbortController();
    const loops = journals.flatMap((journal, n) => {
      const turns = new SharedRateLimit(
        (count, interval) => journal.reserveTurns(count, interval),
        perSecond,
      );
      const signal = n === 0 ? AbortSignal.any([stop.signal, dies.signal]) : stop.signal;
      const loop = async () => {
        while ((await turns.waitForTurn(signal)) === undefined) sentAt.push(performance.now());
      };
      return [loop(), loop(), loop()];
    });
    await setTimeout(1200);
    dies.abort();
    await setTimeout(1800);
    stop.abort();
    await Promise.all(loops);
    // seen when the answer came: on a busy machine one of the second before may be seen late
    expect(most(sentAt)).toBeLessThanOrEqual(perSecond + 2);
    expect(sentAt.length).toBeGreaterThan(perSecond);
    await Promise.all(journals.map((journal) => journal.close()));
  });
});
