import { describe, expect, it } from 'vitest';
import type { Direction } from '../../types.ts';
import type { NewMessage } from '../model/message.ts';
import type { Kit } from './kit.ts';

/** What has one order of arrival, and that nothing else waits for it. */
export function lanesBehaviour(kit: Kit): void {
  const { file, event, receive, ready, claimed, deliver, damage } = kit;
  const inLane = (lane: string, text: string): NewMessage => ({ ...file(text), lane });

  /** Claims by one gateway with that many hands in all, which it keeps. */
  function handsOf(total: number) {
    const held = new Map<string, number>();
    const busy: number[] = [];
    return async (direction: Direction = 'inbound'): Promise<readonly number[]> => {
      const query = { direction, count: total - busy.length, due: Date.now(), busy, held };
      const messages = await kit.journal.claim(query);
      for (const { id, lane } of messages) {
        busy.push(id);
        held.set(lane, (held.get(lane) ?? 0) + 1);
      }
      return messages.map(({ id }) => id);
    };
  }

  describe('lanes', () => {
    it('are held back by their own unchecked messages alone', async () => {
      const [large = 0] = await receive(inLane('a', 'large'));
      const behind = await ready(inLane('a', 'small'), { orderKey: 'k' });
      const beside = await ready(inLane('b', 'small'), { orderKey: 'o' });
      expect(await claimed()).toEqual([beside]);
      await kit.journal.storeChecked(large, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([large]);
      await deliver(large);
      expect(await claimed()).toEqual([behind]);
    });

    it('give what came before the first that is unchecked, and nothing behind it', async () => {
      const first = await ready(inLane('a', 'first'));
      const [unchecked = 0] = await receive(inLane('a', 'unchecked'));
      const behind = await ready(inLane('a', 'behind'));
      await receive(inLane('a', 'unchecked too'));
      expect(await claimed()).toEqual([first]);
      await kit.journal.storeChecked(unchecked, { findings: [] });
      expect(await claimed()).toEqual([unchecked, behind]);
    });

    it('take their open messages along when they are called otherwise: nothing passes what came before', async () => {
      const [large = 0] = await receive({ ...inLane('b', 'large'), channel: 'b' });
      const known = await ready({ ...inLane('b', 'known'), channel: 'b' }, { orderKey: 'o' });
      const ended = await ready({ ...inLane('x', 'ended'), channel: 'b' });
      const dry = await ready({ ...inLane('dry run/b', 'dry'), channel: 'b' });
      const beside = await ready({ ...inLane('c', 'beside'), channel: 'c' });
      expect(await claimed()).toEqual([ended, dry, beside]);
      await deliver(ended);
      await kit.journal.joinLanes(
        new Map([
          ['b', 'a'],
          ['a', 'a'],
        ]),
      );
      const next = await ready({ ...inLane('a', 'next'), channel: 'a' }, { orderKey: 'k' });
      expect(await claimed()).toEqual([]);
      await kit.journal.storeChecked(large, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([large, known]);
      await deliver(large);
      expect(await claimed()).toEqual([next]);
      const lanes = await Promise.all(
        [large, known, ended, dry, beside].map((id) => kit.journal.message(id)),
      );
      expect(lanes.map((message) => message?.lane)).toEqual(['a', 'a', 'x', 'dry run/b', 'c']);
    });

    it('are checked in turn, each in its order', async () => {
      await receive(...Array.from({ length: 10 }, (_, n) => inLane('full', `${n}`)));
      await receive(inLane('other', 'x'), { ...event('y'), lane: 'third' });
      const busy: number[] = [];
      const one = { count: 1, busy };
      for (let n = 0; n < 5; n += 1)
        busy.push(...(await kit.journal.takeNextToCheck(one)).map(({ id }) => id));
      expect(busy).toEqual([1, 11, 12, 2, 3]);
      const held = new Map([['full', 3]]);
      expect(await kit.journal.takeNextToCheck({ count: 2, busy, held })).toEqual([]);
    });

    it('are checked some at a time, and none gets more hands than stay free', async () => {
      await receive(...Array.from({ length: 10 }, (_, n) => inLane('full', `${n}`)));
      await receive(inLane('other', 'x'), inLane('other', 'y'), inLane('other', 'z'));
      const next = async (busy: readonly number[], held: Readonly<Record<string, number>>) => {
        const wanted = { count: 8 - busy.length, busy, held: new Map(Object.entries(held)) };
        return (await kit.journal.takeNextToCheck(wanted)).map(({ id }) => id);
      };
      expect(await next([], {})).toEqual([1, 2, 11, 12]);
      expect(await next([1, 2, 11, 12], { full: 2, other: 2 })).toEqual([3, 13]);
      expect(await next([1, 2, 3, 11, 12, 13], { full: 3, other: 3 })).toEqual([]);
    });

    it('are claimed in turn, and none gets more hands than stay free', async () => {
      for (let n = 1; n <= 20; n += 1) await ready(inLane('full', `${n}`));
      const hands = handsOf(16);
      expect(await hands()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(await hands()).toEqual([]);
      const others: number[] = [];
      for (const lane of ['b', 'c', 'b']) others.push(await ready(inLane(lane, lane)));
      expect(await hands()).toEqual(others);
    });

    it('share the hands when all have much to do', async () => {
      for (const lane of ['a', 'b', 'c'])
        for (let n = 1; n <= 9; n += 1) await ready(inLane(lane, `${lane}${n}`));
      expect(await handsOf(16)()).toEqual([1, 2, 3, 4, 10, 11, 12, 13, 19, 20, 21, 22]);
    });

    it('that have little to do leave their share to one that has much', async () => {
      for (let n = 1; n <= 9; n += 1) await ready(inLane('much', `${n}`));
      for (const lane of ['a', 'b', 'c']) await ready(inLane(lane, lane));
      expect(await handsOf(16)()).toEqual([1, 2, 3, 4, 5, 6, 7, 10, 11, 12]);
    });

    it('more than there are hands all get their turn', async () => {
      for (let n = 1; n <= 80; n += 1) await ready(inLane(`lane ${n % 40}`, `${n}`));
      const hands = handsOf(2);
      const taken = new Set<number>();
      for (let n = 0; n < 40; n += 1) {
        const query = { direction: 'inbound', count: 2, due: Date.now(), busy: [], held: new Map() } as const;
        const messages = await kit.journal.claim(query);
        for (const { id } of messages) {
          taken.add(id);
          await deliver(id);
        }
        if (n === 19) expect([...taken].every((id) => id <= 40)).toBe(true);
      }
      expect([taken.size, await hands()]).toEqual([80, []]);
    });

    it('that wait for a check of their own, however many, hide none that may go', async () => {
      for (let n = 10; n < 60; n += 1) await receive(inLane(`lane ${n}`, 'unchecked'));
      for (let n = 10; n < 60; n += 1) await ready(inLane(`lane ${n}`, 'behind'));
      const free = await ready(inLane('lane 70', 'free'));
      expect(await claimed()).toEqual([free]);
      await deliver(free);
      // no lane comes after its own any more
      expect(await claimed()).toEqual([]);
      const except = { count: 4, busy: [], except: ['orders'] };
      const beside = await receive({ ...inLane('lane 80', 'other'), channel: 'other' });
      expect((await kit.journal.takeNextToCheck(except)).map(({ id }) => id)).toEqual(beside);
    });
  });

  describe('one order key', () => {
    /** A first message that was parked, a second that passed it and is in hand, and then the first comes back. */
    async function late(): Promise<readonly [number, number]> {
      const first = await ready(inLane('a', '10'), { orderKey: 'k' });
      const second = await ready(inLane('a', '11'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(first, 'decide', []);
      const decide = (action: 'release' | 'retry') =>
        kit.journal.enqueueCommand({ action, message: first, force: false, reason: '' });
      await decide('release');
      await kit.journal.carryOutCommands();
      expect(await claimed()).toEqual([second]);
      await decide('retry');
      await kit.journal.carryOutCommands();
      await kit.journal.storeChecked(first, { findings: [], orderKey: 'k' });
      return [first, second];
    }

    it('has one message in hand, also when an earlier one is ready late', async () => {
      const [first, second] = await late();
      expect(await claimed()).toEqual([]);
      await deliver(second);
      expect(await claimed()).toEqual([first]);
    });

    it('has one message in hand over lanes, whichever is checked first', async () => {
      const [slow = 0] = await receive(inLane('a', '10'));
      const quick = await ready(inLane('b', '11'), { orderKey: 'k' });
      expect(await claimed()).toEqual([quick]);
      await kit.journal.storeChecked(slow, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([]);
      await deliver(quick);
      expect(await claimed()).toEqual([slow]);
    });

    it('gives of two that may go the earlier one', async () => {
      const first = await ready(inLane('a', '10'), { orderKey: 'k' });
      await claimed();
      await kit.journal.wait(first, Date.now() + 60_000, 'later');
      await kit.journal.enqueueCommand({ action: 'release', message: first, force: false, reason: '' });
      await kit.journal.carryOutCommands();
      const second = await ready(inLane('b', '11'), { orderKey: 'k' });
      expect(await claimed(Date.now() + 61_000)).toEqual([first]);
      await deliver(first);
      expect(await claimed()).toEqual([second]);
    });

    it('cannot be in hand twice, whoever writes that', async () => {
      await ready(inLane('a', '10'), { orderKey: 'k' });
      await ready(inLane('b', '11'), { orderKey: 'k' });
      await expect(damage("update message set owner = 'somebody'")).rejects.toThrow(/unique/i);
    });

    it('of a message that check parks holds back its successors', async () => {
      const [parked = 0] = await receive(inLane('a', 'odd'));
      await kit.journal.identify(parked, { orderKey: 'k' });
      await kit.journal.park(parked, 'decide', []);
      await ready(inLane('a', 'next'), { orderKey: 'k' });
      const other = await ready(inLane('a', 'other'), { orderKey: 'o' });
      expect(await claimed()).toEqual([other]);
    });

    it('is settled as duplicate only where all that came before it in its lane is checked', async () => {
      const first = await ready(inLane('a', 'x'), { orderKey: 'k' });
      const [between = 0] = await receive(inLane('a', 'y'));
      const again = await ready(inLane('a', 'x'), { orderKey: 'k' });
      const beside = await ready(inLane('b', 'x'), { orderKey: 'other lane' });
      const copy = await ready(inLane('b', 'x'), { orderKey: 'other lane' });
      const stateOf = async (id: number) => (await kit.journal.message(id))?.state;
      expect([await stateOf(again), await stateOf(copy)]).toEqual(['ready', 'settled']);
      await kit.journal.storeChecked(between, { findings: [], orderKey: 'k' });
      const order: number[] = [];
      for (const id of [first, between, again]) {
        order.push(...(await claimed()));
        await deliver(id);
      }
      expect(order).toEqual([first, beside, between, again]);
    });

    it('goes by the place of arrival, which is not the id where a file held several documents', async () => {
      const other = await ready(inLane('a', 'another file'), { orderKey: 'k' });
      const cut = await ready(inLane('a', 'second document of an earlier file'), { orderKey: 'k' });
      expect((await kit.journal.message(cut))?.arrival).toBe(cut * 2 ** 20);
      await damage(`update message set arrival = 1 where id = ${cut}`);
      expect(await claimed()).toEqual([cut]);
      await deliver(cut);
      expect(await claimed()).toEqual([other]);
    });
  });
}
