import { describe, expect, it } from 'vitest';
import type { Finding } from '../../types.ts';
import type { MessagePageQuery, MessageSelection } from '../journal.ts';
import type { Kit } from './kit.ts';

const finding = (code: string, value: string, severity: Finding['severity'] = 'park'): Finding => ({
  ...{ code, severity, value, message: `${value} is not known.`, advice: 'Add it.', path: '/Order/Line' },
});

const unit = (value: string): Finding => finding('table-miss', value);

/** What pages ask: pages of lists, causes, counts. */
export function pagesBehaviour(kit: Kit): void {
  const { ready, file, event, deliver, receive, decide } = kit;

  const park = async (value: string, number = value): Promise<number> => {
    const id = await ready(file(value), { orderKey: `key-${number}`, purchaseOrderNumber: number });
    await kit.journal.park(id, `${value} is not known.`, [unit(value)]);
    return id;
  };
  const refuse = async (number: string): Promise<number> => {
    const id = await ready(file(number), { ...orderOf(number) });
    await kit.journal.settle(id, {
      ...{ outcome: 'rejected', reason: 'No date.', findings: [finding('no-date', '', 'error')] },
    });
    return id;
  };
  const orderOf = (number: string) => ({
    address: `buyer/${number}`,
    orderKey: `inbound/${number}`,
    purchaseOrderNumber: number,
  });
  const idsOf = async (selection: MessageSelection, limit = 50): Promise<readonly number[]> =>
    (await kit.journal.pages.page({ ...selection, limit })).messages.map(({ id }) => id);

  describe('a page of messages', () => {
    it('leads to the next one and back, and stays where it was when newer ones come', async () => {
      for (let n = 1; n <= 7; n += 1) await receive(file(`${n}`));
      const page = (query: Omit<MessagePageQuery, 'limit'>) => kit.journal.pages.page({ limit: 3, ...query });
      const first = await page({});
      expect(first.messages.map(({ id }) => id)).toEqual([7, 6, 5]);
      expect(first.newer).toBeUndefined();
      await receive(file('8'));
      const second = await page({ before: first.older ?? 0 });
      expect(second.messages.map(({ id }) => id)).toEqual([4, 3, 2]);
      const third = await page({ before: second.older ?? 0 });
      expect(third.messages.map(({ id }) => id)).toEqual([1]);
      expect(third.older).toBeUndefined();
      const back = await page({ after: third.newer ?? 0 });
      expect(back.messages.map(({ id }) => id)).toEqual([4, 3, 2]);
      const newest = await page({ after: (await page({ after: back.newer ?? 0 })).newer ?? 0 });
      expect(newest.messages.map(({ id }) => id)).toEqual([8]);
      expect(newest.newer).toBeUndefined();
    });

    it('fits its filters, each alone and all together', async () => {
      const [first] = await receive(file('received'));
      const stk = await park('STK', 'PO-1');
      const rol = await park('ROL', 'PO-2');
      const refused = await refuse('PO-3');
      const done = await ready(event('done'), {
        purchaseOrderNumber: 'PO-1',
        keys: [
          { kind: 'purchase order', value: 'PO-1' },
          { kind: 'sales order', value: 'PO-1' },
          { kind: 'party', value: '540830' },
        ],
      });
      await deliver(done);
      expect(await idsOf({})).toEqual([done, refused, rol, stk, first]);
      expect(await idsOf({ channel: 'responses' })).toEqual([done]);
      expect(await idsOf({ direction: 'inbound' })).toEqual([refused, rol, stk, first]);
      expect(await idsOf({ state: 'parked' })).toEqual([rol, stk]);
      expect(await idsOf({ state: 'parked', channel: 'orders' })).toEqual([rol, stk]);
      expect(await idsOf({ state: 'received' })).toEqual([first]);
      expect(await idsOf({ outcome: 'rejected' })).toEqual([refused]);
      expect(await idsOf({ outcome: 'rejected', channel: 'responses' })).toEqual([]);
      expect(await idsOf({ outcome: 'delivered' })).toEqual([done]);
      expect(await idsOf({ without: ['delivered', 'rejected'] })).toEqual([rol, stk, first]);
      expect(await idsOf({ needsAction: true })).toEqual([refused, rol, stk]);
      expect(await idsOf({ needsAction: true, channel: 'orders' })).toEqual([refused, rol, stk]);
      expect(await idsOf({ finding: 'table-miss' })).toEqual([rol, stk]);
      expect(await idsOf({ finding: 'table-miss', value: 'STK' })).toEqual([stk]);
      expect(await idsOf({ finding: 'table-miss', value: 'STK', needsAction: true })).toEqual([stk]);
      expect(await idsOf({ value: 'STK' })).toEqual([stk]);
      expect(await idsOf({ value: 'ROL', state: 'parked', find: 'PO-' })).toEqual([rol]);
      expect(await idsOf({ number: 'PO-1' })).toEqual([done, stk]);
      expect(await idsOf({ number: 'PO-1', state: 'parked', finding: 'table-miss' })).toEqual([stk]);
      expect(await idsOf({ party: '540830' })).toEqual([done]);
      expect(await idsOf({ party: 'PO-1' })).toEqual([]);
      expect(await idsOf({ find: 'PO-' })).toEqual([done, refused, rol, stk]);
      expect(await idsOf({ find: 'PO-', needsAction: true })).toEqual([refused, rol, stk]);
      expect(await idsOf({ find: '.xml', state: 'received' })).toEqual([first]);
      expect(await kit.journal.pages.countFitting({ finding: 'table-miss' }, 10)).toEqual({
        ...{ count: 2, more: false },
      });
      expect(await kit.journal.pages.countFitting({ needsAction: true }, 2)).toEqual({
        count: 2,
        more: true,
      });
    });

    it('is of a time, also where a document has the time of a file that came long before it was cut', async () => {
      const ids = await receive(...['1', '2', '3', '4'].map(file));
      const at = (n: number): string => `2026-03-0${n}T10:00:00.000Z`;
      for (const [n, id] of ids.entries())
        await kit.damage(`update message set received_at = '${at(n + 1)}' where id = ${id}`);
      await kit.damage(`update message set received_at = '${at(1)}', parent = 1, number = 1 where id = 2`);
      expect(await idsOf({ since: at(3) })).toEqual([4, 3]);
      expect(await idsOf({ since: at(1), until: at(3) })).toEqual([2, 1]);
      expect(await idsOf({ until: at(4), state: 'received' })).toEqual([3, 2, 1]);
      expect(await idsOf({ since: at(5) })).toEqual([]);
    });

    it('shows a message once that has a finding three times, and forgets findings with their message', async () => {
      const id = await ready(file('three'));
      await kit.journal.park(id, 'why', [unit('STK'), unit('STK'), unit('ROL')]);
      expect(await idsOf({ finding: 'table-miss' })).toEqual([id]);
      expect(await idsOf({ finding: 'table-miss', value: 'STK' })).toEqual([id]);
      await kit.journal.park(id, 'why', [unit('ROL')]);
      expect(await idsOf({ finding: 'table-miss', value: 'STK' })).toEqual([]);
      await decide({ action: 'discard', message: id });
      await receive(file('the newest stays'));
      const [message] = await kit.journal.listUnfiled([]);
      if (message) await kit.journal.noteFiled(message, '');
      await kit.journal.prune({ messages: '2999-01-01T00:00:00.000Z' }, 10);
      expect(await idsOf({ finding: 'table-miss' })).toEqual([]);
    });

    it('has findings whose values no database can hold as text', async () => {
      const id = await ready(file('odd'));
      await kit.journal.park(id, 'why', [unit('a\0b'), unit('\ud83d'), unit('c\\u0000')]);
      expect(await idsOf({ finding: 'table-miss' })).toEqual([id]);
    });
  });

  describe('what needs action', () => {
    it('is told by cause and channel, with what waits behind it', async () => {
      const [stk, other] = [await park('STK', 'PO-1'), await park('STK', 'PO-2')];
      await park('ROL', 'PO-3');
      await refuse('PO-9');
      await ready(file('behind'), { orderKey: 'key-PO-1' });
      await ready(file('behind too'), { orderKey: 'key-PO-1' });
      const causes = await kit.journal.pages.causes(10);
      expect(causes.parked.count).toBe(3);
      expect(causes.refused.count).toBe(1);
      const [largest, ...others] = causes.groups;
      expect(largest).toMatchObject({
        ...{ kind: 'parked', code: 'table-miss', value: 'STK', channel: 'orders', count: 2, sample: other },
        ...{ behind: 2, moreBehind: false },
      });
      expect(others.map(({ kind, code, value, count }) => [kind, code, value, count]).sort()).toEqual([
        ['parked', 'table-miss', 'ROL', 1],
        ['refused', 'no-date', '', 1],
      ]);
      await decide({ action: 'retry', message: stk });
      expect((await kit.journal.pages.causes(10)).parked.count).toBe(2);
    });

    it('leaves out refusals that were closed, or mended by a later document of the order', async () => {
      const [closed, mended, open] = [await refuse('PO-1'), await refuse('PO-2'), await refuse('PO-3')];
      await decide({ action: 'close', message: closed });
      await deliver(await ready(file('again'), orderOf('PO-2')));
      expect(await idsOf({ needsAction: true })).toEqual([open]);
      expect((await kit.journal.pages.causes(10)).refused.count).toBe(2);
      expect(await kit.journal.noteMended(0)).toBeUndefined();
      expect((await kit.journal.pages.causes(10)).refused.count).toBe(1);
      expect((await kit.journal.message(mended))?.outcome).toBe('rejected');
    });
  });

  describe('counts by hour', () => {
    it('are the same before and after they are folded', async () => {
      await park('STK', 'PO-1');
      await refuse('PO-2');
      await deliver(await ready(file('sent')));
      await receive(event('event'));
      const since = new Date(Date.now() - 7_200_000).toISOString();
      const sums = async () => {
        const sum = { received: 0, delivered: 0, refused: 0, parked: 0 };
        for (const count of await kit.journal.pages.hourCounts(since))
          for (const key of ['received', 'delivered', 'refused', 'parked'] as const) sum[key] += count[key];
        return sum;
      };
      const all = { received: 4, delivered: 1, refused: 1, parked: 1 };
      expect(await sums()).toEqual(all);
      while (await kit.journal.foldCounts());
      expect(await sums()).toEqual(all);
      // as if all of it had been an hour ago
      const earlier = new Date(Date.now() - 3_600_000).toISOString();
      await kit.damage(`update message set received_at = '${earlier}';
        update message set settled_at = '${earlier}' where state = 'settled'; update parking set at = '${earlier}';
        delete from count_mark`);
      while (await kit.journal.foldCounts());
      expect(await sums()).toEqual(all);
      while (await kit.journal.foldCounts());
      await receive(event('one more'));
      expect(await sums()).toEqual({ ...all, received: 5 });
      const channels = (await kit.journal.pages.hourCounts(since)).map(({ channel }) => channel);
      expect(new Set(channels)).toEqual(new Set(['orders', 'responses']));
    });

    it('tell what was no news and why, and the last message of each channel', async () => {
      const ids = [await ready(event('a')), await ready(event('b')), await ready(event('c'))];
      for (const id of ids)
        await kit.journal.settle(id, { outcome: 'ignored', reason: 'Its own action.', findings: [] });
      const since = new Date(Date.now() - 60_000).toISOString();
      expect(await kit.journal.pages.noNews(since)).toEqual([
        { channel: 'responses', outcome: 'ignored', reason: 'Its own action.', count: 3 },
      ]);
      const last = await kit.journal.pages.lastMessages(['orders', 'responses']);
      expect(last.map(({ id }) => id)).toEqual([ids[2]]);
      expect(await kit.journal.pages.countAll()).toBe(3);
    });
  });
}
