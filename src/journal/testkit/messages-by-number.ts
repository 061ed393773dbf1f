import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../types.ts';
import type { BusinessKey } from '../model/message.ts';
import type { Kit } from './kit.ts';

/** Messages by the numbers that people know them by. */
export function numbersBehaviour(kit: Kit): void {
  const { file, event, ready } = kit;
  const ids = (messages: readonly { readonly id: number }[]) => messages.map(({ id }) => id);
  const order = (value: string): BusinessKey => ({ kind: 'purchase order', value });

  describe('numbers', () => {
    it('whole ones lead to their messages, the newest first, whatever kind they are of', async () => {
      const sales: BusinessKey = { kind: 'sales order', value: '47' };
      const first = await ready(file('1'), { keys: [order('47')], purchaseOrderNumber: '47' });
      const longer = await ready(file('2'), { keys: [order('4711')], purchaseOrderNumber: '4711' });
      const both = await ready(event('3'), { keys: [order('47'), sales], purchaseOrderNumber: '47' });
      const found = (value: string, more = {}) => kit.journal.findByNumber({ value, limit: 10, ...more });
      expect(ids(await found('47'))).toEqual([both, first]);
      expect(ids(await found('47', { kind: 'sales order' }))).toEqual([both]);
      expect(ids(await found('47', { limit: 1 }))).toEqual([both]);
      expect(ids(await found('4711'))).toEqual([longer]);
      expect(await found('47', { since: '2999-01-01T00:00:00.000Z' })).toEqual([]);
      for (const other of ['4', '%', "'", '', '47 ', '7'.repeat(10_000)])
        expect(await found(other)).toEqual([]);
      expect(await kit.journal.listBusinessKeys([first, both])).toEqual([
        { message: first, ...order('47') },
        { message: both, ...order('47') },
        { message: both, ...sales },
      ]);
      expect(await kit.journal.listBusinessKeys([])).toEqual([]);
    });

    it('it is told whether any message has ended in some way', async () => {
      const has = (...outcomes: readonly Outcome[]) => kit.journal.hasSettledAs(outcomes);
      const id = await ready(file('1'));
      expect(await has('ignored', 'delivered')).toBe(false);
      await kit.claimed();
      await kit.deliver(id);
      expect([await has('ignored', 'delivered'), await has('ignored'), await has()]).toEqual([
        true,
        false,
        false,
      ]);
    });

    it('the messages of order keys are told, the newest first', async () => {
      const a = await ready(file('1'), { orderKey: 'a' });
      await ready(file('2'), { orderKey: 'b' });
      const c = await ready(file('3'), { orderKey: 'c' });
      expect(ids(await kit.journal.listByOrderKeys(['a', 'c', 'none'], 10))).toEqual([c, a]);
      expect(ids(await kit.journal.listByOrderKeys(['a', 'c'], 1))).toEqual([c]);
      expect(await kit.journal.listByOrderKeys([], 10)).toEqual([]);
    });
  });
}
