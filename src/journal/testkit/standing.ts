import { describe, expect, it } from 'vitest';
import type { Kit } from './kit.ts';

/** What stands first and what waits for a person. */
export function standingBehaviour(kit: Kit): void {
  const { file, event, receive, ready, claimed } = kit;
  const ids = (messages: readonly { readonly id: number }[]) => messages.map(({ id }) => id);

  describe('standing', () => {
    it('is nothing at all in an empty journal', async () => {
      expect(await kit.journal.standing()).toEqual({
        due: [],
        unchecked: [],
        waiting: { count: 0 },
        parked: [],
        rejected: [],
        tasks: [],
      });
    });

    it('counts what has not ended and what was refused by channel, and nothing else', async () => {
      const first = await ready(file('1'), { orderKey: 'a' });
      const second = await ready(file('2'), { orderKey: 'b' });
      const third = await ready(event('3'), { orderKey: 'c' });
      await receive(file('4'));
      await claimed();
      await kit.journal.park(first, 'look', []);
      await kit.journal.settle(second, { outcome: 'rejected', reason: '', findings: [] });
      const [parked, rejected] = [await kit.journal.message(first), await kit.journal.message(second)];
      const of = (channel: string, state: string, oldest: unknown) => ({ channel, state, count: 1, oldest });
      expect(await kit.journal.open()).toEqual([
        of('orders', 'parked', parked?.receivedAt),
        of('orders', 'received', expect.stringMatching(/Z$/)),
        of('responses', 'ready', (await kit.journal.message(third))?.receivedAt),
        of('orders', 'rejected', rejected?.settledAt),
      ]);
      await kit.deliver(third);
      expect((await kit.journal.open()).map(({ channel }) => channel)).not.toContain('responses');
    });

    it('names the first of each direction and lane that is due, in hand or not', async () => {
      const first = await ready({ ...file('1'), lane: 'one' }, { orderKey: 'a' });
      await ready({ ...file('2'), lane: 'one' }, { orderKey: 'b' });
      const other = await ready({ ...file('2'), lane: 'other' }, { orderKey: 'x' });
      const out = await ready(event('3'), { orderKey: 'c' });
      expect(ids((await kit.journal.standing()).due)).toEqual([first, other, out]);
      await claimed();
      expect(ids((await kit.journal.standing()).due)).toEqual([first, other, out]);
      await kit.journal.wait(first, Date.now() + 60_000, 'later');
      expect(ids((await kit.journal.standing()).due)).not.toContain(first);
    });

    it('leaves out what a parked message holds back', async () => {
      const parked = await ready(file('1'), { orderKey: 'a' });
      await ready(file('2'), { orderKey: 'a' });
      await claimed();
      await kit.journal.park(parked, 'a person must decide', []);
      const { due, parked: pile } = await kit.journal.standing();
      expect(due).toEqual([]);
      expect(pile).toEqual([
        {
          channel: 'orders',
          count: 1,
          oldest: (await kit.journal.message(parked))?.receivedAt,
          newest: [parked],
          messages: [{ id: parked, name: expect.any(String), reason: 'a person must decide' }],
        },
      ]);
    });

    it('names the first of each lane that is not checked, and nothing behind it as due', async () => {
      const one = { lane: 'a' };
      const [first = 0] = await receive(
        { ...file('1'), ...one },
        { ...file('2'), ...one },
        { ...event('3'), lane: 'b' },
      );
      const later = await ready({ ...file('4'), ...one }, { orderKey: 'd' });
      const { due, unchecked } = await kit.journal.standing();
      expect(ids(unchecked)).toEqual([first, first + 2]);
      expect(ids(due)).not.toContain(later);
    });

    it('counts what waits, with the first of it', async () => {
      const first = await ready(file('1'), { orderKey: 'a' });
      const second = await ready(file('2'), { orderKey: 'b' });
      await claimed();
      for (const id of [second, first])
        await kit.journal.wait(id, Date.now() + 60_000, 'the exchange is down');
      expect((await kit.journal.standing()).waiting).toMatchObject({
        count: 2,
        first: { id: first, reason: 'the exchange is down' },
      });
    });

    it('counts what was rejected within a day', async () => {
      const old = await ready(file('1'), { orderKey: 'a' });
      const recent = await ready(file('2'), { orderKey: 'b' });
      for (const id of [old, recent])
        await kit.journal.settle(id, { outcome: 'rejected', reason: 'not valid', findings: [] });
      await kit.damage(`update message set settled_at = '2020-01-01T00:00:00.000Z' where id = ${old}`);
      expect((await kit.journal.standing()).rejected).toEqual([
        {
          channel: 'orders',
          count: 1,
          oldest: (await kit.journal.message(recent))?.settledAt,
          newest: [recent],
          messages: [{ id: recent, name: expect.any(String), reason: 'not valid' }],
        },
      ]);
    });
  });
}
