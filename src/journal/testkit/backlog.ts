import { describe, expect, it } from 'vitest';
import { localize } from '../../findings/localized-text.ts';
import { renderMissingChannel } from '../decisions/missing-channel.ts';
import type { NewMessage } from '../model/message.ts';
import type { Kit } from './kit.ts';

/** What stands first and what waits for a person. */
export function standingBehaviour(kit: Kit): void {
  const { file, event, receive, ready, claimed } = kit;
  const ids = (messages: readonly { readonly id: number }[]) => messages.map(({ id }) => id);

  describe('a channel that is in the config again', () => {
    it('gets back what was parked for it, with its place, and nothing else', async () => {
      const [back = 0, decided = 0, other = 0] = await receive(file('1'), file('2'), event('3'));
      await kit.journal.park(back, renderMissingChannel('orders'), []);
      await kit.journal.park(decided, 'a person must decide', []);
      await kit.journal.park(other, renderMissingChannel('responses'), []);
      await kit.journal.returnToChannels(['orders', 'response']);
      const states = async () =>
        Promise.all([back, decided, other].map(async (id) => (await kit.journal.message(id))?.state));
      expect(await states()).toEqual(['received', 'parked', 'parked']);
      expect(await kit.journal.history(back)).toMatchObject([{ action: 'retry', who: 'gateway' }]);
      expect(await kit.journal.message(back)).toMatchObject({ forced: false });
      const [more = 0] = await receive(event('4'));
      await kit.journal.park(more, renderMissingChannel('responses'), []);
      await kit.journal.storeChecked(back, { findings: [] });
      expect(await claimed()).toEqual([back]);
      await kit.journal.returnToChannels(['orders', 'responses']);
      expect(await states()).toEqual(['ready', 'parked', 'received']);
      expect(await kit.journal.message(more)).toMatchObject({ state: 'received' });
    });
  });

  describe('the serial number', () => {
    it('only grows, whatever the clock says', async () => {
      expect(await kit.journal.readSerial()).toBe(0);
      const first = await kit.journal.raiseSerial();
      const others = await Promise.all([1, 2, 3].map(() => kit.journal.raiseSerial()));
      for (const other of others) expect(other).toBeGreaterThan(first);
      expect(await kit.journal.readSerial()).toBe(Math.max(...others));
    });
  });

  describe('standing', () => {
    it('is nothing at all in an empty journal', async () => {
      expect(await kit.journal.summarizeBacklog()).toEqual({
        due: [],
        unchecked: [],
        waiting: { count: 0 },
        parked: [],
        rejected: [],
        tasks: [],
      });
    });

    it('is nothing where everything has ended well', async () => {
      const delivered = await ready(file('1'), { orderKey: 'a' });
      await kit.journal.settle(delivered, { outcome: 'delivered', reason: '', findings: [] });
      expect(await kit.journal.summarizeBacklog()).toMatchObject({ due: [], rejected: [] });
      expect(await kit.journal.findNewestId('orders')).toBe(delivered);
      expect(await kit.journal.findNewestId('nobody')).toBeUndefined();
    });

    it('tells a refusal where nothing else is open', async () => {
      const id = await ready(file('1'), { orderKey: 'a' });
      await kit.journal.settle(id, { outcome: 'rejected', reason: '', findings: [] });
      expect(await kit.journal.summarizeBacklog()).toMatchObject({
        rejected: [{ channel: 'orders', count: 1 }],
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
      expect(await kit.journal.countOpenMessages()).toEqual([
        of('orders', 'parked', parked?.receivedAt),
        of('orders', 'received', expect.stringMatching(/Z$/)),
        of('responses', 'ready', (await kit.journal.message(third))?.receivedAt),
        of('orders', 'rejected', rejected?.settledAt),
      ]);
      await kit.deliver(third);
      expect((await kit.journal.countOpenMessages()).map(({ channel }) => channel)).not.toContain(
        'responses',
      );
    });

    it('names the first of each direction and lane that is due, in hand or not', async () => {
      const first = await ready({ ...file('1'), lane: 'one' }, { orderKey: 'a' });
      await ready({ ...file('2'), lane: 'one' }, { orderKey: 'b' });
      const other = await ready({ ...file('2'), lane: 'other' }, { orderKey: 'x' });
      const out = await ready(event('3'), { orderKey: 'c' });
      expect(ids((await kit.journal.summarizeBacklog()).due)).toEqual([first, other, out]);
      await claimed();
      expect(ids((await kit.journal.summarizeBacklog()).due)).toEqual([first, other, out]);
      await kit.journal.wait(first, Date.now() + 60_000, 'later');
      expect(ids((await kit.journal.summarizeBacklog()).due)).not.toContain(first);
    });

    it('leaves out what a parked message holds back', async () => {
      const parked = await ready(file('1'), { orderKey: 'a' });
      await ready(file('2'), { orderKey: 'a' });
      await claimed();
      await kit.journal.park(parked, 'a person must decide', []);
      const { due, parked: pile } = await kit.journal.summarizeBacklog();
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
      const { due, unchecked } = await kit.journal.summarizeBacklog();
      expect(ids(unchecked)).toEqual([first, first + 2]);
      expect(ids(due)).not.toContain(later);
    });

    it('counts what waits, with the first of it', async () => {
      const first = await ready(file('1'), { orderKey: 'a' });
      const second = await ready(file('2'), { orderKey: 'b' });
      await claimed();
      for (const id of [second, first])
        await kit.journal.wait(id, Date.now() + 60_000, 'the exchange is down');
      expect((await kit.journal.summarizeBacklog()).waiting).toMatchObject({
        count: 2,
        first: { id: first, reason: 'the exchange is down' },
      });
    });

    it('counts no refusal that a later document of the order has mended', async () => {
      const order = { address: 'buyer/acme/4711', orderKey: 'a', purchaseOrderNumber: '4711' };
      const refuse = async (text: string, address = order.address) => {
        const [id = 0] = await receive(file(text));
        await kit.journal.identify(id, { address, purchaseOrderNumber: '4711' });
        await kit.journal.settle(id, { outcome: 'rejected', reason: 'not valid', findings: [] });
        return id;
      };
      const refusedIds = async () =>
        (await kit.journal.summarizeBacklog()).rejected.flatMap(({ newest }) => newest);
      const delivered = await ready(file('before'), order);
      await claimed();
      await kit.deliver(delivered);
      const mended = await refuse('wrong');
      const other = await refuse('of another supplier', 'supplier/x/4711');
      expect(await refusedIds()).toEqual([other, mended]);
      const mend = await ready(file('right'), order);
      expect(await refusedIds()).toEqual([other, mended]);
      await claimed();
      await kit.deliver(mend);
      expect(await refusedIds()).toEqual([other]);
      expect(
        (await kit.journal.countOpenMessages()).filter(({ state }) => state === 'rejected'),
      ).toMatchObject([{ count: 1 }]);
      const again = await refuse('wrong again');
      expect(await refusedIds()).toEqual([again, other]);
    });

    it('counts no refusal whose correction went well, although it had no number', async () => {
      const [id = 0] = await receive(file('unreadable'));
      await kit.journal.settle(id, { outcome: 'rejected', reason: 'not XML', findings: [] });
      await kit.decide({ action: 'resend', message: id, bytes: Buffer.from('right') });
      const correction = id + 1;
      await kit.journal.storeChecked(correction, { orderKey: 'a', findings: [] });
      expect((await kit.journal.summarizeBacklog()).rejected).toMatchObject([{ newest: [id] }]);
      await claimed();
      await kit.deliver(correction);
      expect((await kit.journal.summarizeBacklog()).rejected).toEqual([]);
    });

    it('counts no refusal that a person has closed', async () => {
      const id = await ready(file('1'), { orderKey: 'a' });
      const why = { reason: 'ordered by telephone', who: 'anna' };
      expect(await kit.decide({ action: 'close', message: id, ...why })).toMatchObject({
        refused: true,
        result: expect.stringContaining('not refused'),
      });
      await kit.journal.settle(id, { outcome: 'rejected', reason: 'not valid', findings: [] });
      expect(await kit.decide({ action: 'close', message: id, ...why })).toMatchObject({ refused: false });
      expect((await kit.journal.summarizeBacklog()).rejected).toEqual([]);
      expect(await kit.journal.countOpenMessages()).toEqual([]);
      expect(await kit.journal.message(id)).toMatchObject({
        outcome: 'rejected',
        closed: expect.stringMatching(/Z$/),
      });
      expect(await kit.journal.history(id)).toMatchObject([{}, { action: 'close', ...why }]);
      expect(await kit.decide({ action: 'close', message: id, ...why })).toMatchObject({ refused: true });
    });

    it('counts what was refused in each channel, and names the last five of it', async () => {
      const refuse = async (document: NewMessage): Promise<number> => {
        const id = await ready(document);
        await kit.journal.settle(id, { outcome: 'rejected', reason: 'not valid', findings: [] });
        return id;
      };
      const orders: number[] = [];
      for (let n = 0; n < 7; n += 1) orders.push(await refuse(file(`${n}`)));
      const response = await refuse(event('1'));
      const oldest = (await kit.journal.message(orders[0] ?? 0))?.settledAt;
      expect((await kit.journal.summarizeBacklog()).rejected).toMatchObject([
        { channel: 'orders', count: 7, oldest, newest: orders.toReversed().slice(0, 5) },
        { channel: 'responses', count: 1, newest: [response] },
      ]);
    });

    it('tells an outage where nothing else is open', async () => {
      const said = localize('net-refused');
      for (const message of [1, 2, 3])
        await kit.journal.noteUnanswered({ message, orderKey: `k${message}`, at: Date.now(), said });
      expect(await kit.journal.summarizeBacklog()).toMatchObject({ outage: { said, waiting: 0 }, due: [] });
    });

    it('tells a task where nothing else is open', async () => {
      const id = await ready(file('1'), { orderKey: 'a', address: 'supplier/a/PO-1' });
      const finding = { code: 'cancel-in-portal', severity: 'warning', message: 'a', advice: 'b' } as const;
      const tasks = [{ line: '10', finding, asks: 'all 10' }];
      await kit.journal.settle(id, { outcome: 'ignored', reason: '', findings: [], tasks });
      expect((await kit.journal.summarizeBacklog()).tasks).toMatchObject([{ channel: 'orders', count: 1 }]);
    });

    it('counts what was rejected within a day', async () => {
      const old = await ready(file('1'), { orderKey: 'a' });
      const recent = await ready(file('2'), { orderKey: 'b' });
      for (const id of [old, recent])
        await kit.journal.settle(id, { outcome: 'rejected', reason: 'not valid', findings: [] });
      await kit.damage(`update message set settled_at = '2020-01-01T00:00:00.000Z' where id = ${old}`);
      expect((await kit.journal.summarizeBacklog()).rejected).toEqual([
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
