import { describe, expect, it } from 'vitest';
import { sha256 } from '../../text/sha256.ts';
import type { UncollectedQuery } from '../journal.ts';
import type { Kit } from './kit.ts';

/** Outcome, order state, and where files lie. */
export function settlingBehaviour(kit: Kit): void {
  const { reopen, file, event, receive, ready, claimed, deliver } = kit;

  describe('settling', () => {
    it('writes outcome and order state together', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1', purchaseOrderNumber: '1' });
      const change = (state: string | undefined) => ({
        state: `[${state ?? '"none"'},1]`,
        bodies: [],
        revision: 1,
      });
      await kit.journal.settle(id, { outcome: 'delivered', reason: 'taken', findings: [], change });
      await reopen();
      expect(await kit.journal.orderState('buyer/x/1')).toBe('["none",1]');
      expect(await kit.journal.message(id)).toMatchObject({
        state: 'settled',
        outcome: 'delivered',
        purchaseOrderNumber: '1',
      });
    });

    it('goes on with an order state that an earlier version wrote as text', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1' });
      await kit.damage(`insert into order_state (address, state) values ('buyer/x/1', '{"revision":7}')`);
      expect(await kit.journal.orderState('buyer/x/1')).toBe('{"revision":7}');
      const change = (state: string | undefined) => ({ state: `[${state}]`, bodies: [], revision: 8 });
      await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], change });
      expect(await kit.journal.orderState('buyer/x/1')).toBe('[{"revision":7}]');
    });

    it('ends one that is about no known order, and changes the state of none', async () => {
      const id = await ready(file('1'));
      let asked = 0;
      const change = () => {
        asked += 1;
        return { state: '[]', bodies: [], revision: 1 };
      };
      await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], change });
      expect(await kit.journal.message(id)).toMatchObject({ outcome: 'delivered' });
      expect(asked).toBe(0);
    });

    it('writes neither when the change fails', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1' });
      const change = (): never => {
        throw new Error('broken');
      };
      await expect(
        kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], change }),
      ).rejects.toThrow('broken');
      expect(await kit.journal.message(id)).toMatchObject({ state: 'ready' });
    });

    it('takes into the order state what was learned before a message is prepared, and keeps what that refers to', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1' });
      const body = new TextEncoder().encode('the order as the exchange has it');
      const hash = sha256(body);
      const change = (state: string | undefined) => ({
        ...{ state: `[${state ?? '"none"'},"learned"]`, revision: 1 },
        bodies: [hash],
      });
      await kit.journal.changeOrderState(id, change, body);
      await reopen();
      expect(await kit.journal.orderState('buyer/x/1')).toBe('["none","learned"]');
      expect(await kit.journal.body(hash)).toEqual(body);
      expect(await kit.journal.message(id)).toMatchObject({ state: 'ready' });
    });

    it('lists files that still have to be moved, until they are', async () => {
      const id = await ready(file('1'));
      await deliver(id);
      expect((await kit.journal.listUnfiled()).map((message) => message.id)).toEqual([id]);
      await kit.journal.noteFiled({ id: id, ends: 1 }, 'archive/1.xml');
      expect(await kit.journal.listUnfiled()).toEqual([]);
      expect(await kit.journal.message(id)).toMatchObject({ place: 'archive/1.xml' });
    });

    it('lists some hundred of these at a time, the oldest first, and the next when they are moved', async () => {
      const ids = await receive(...Array.from({ length: 201 }, (_, n) => file(`${n}`)));
      await kit.damage("update message set state = 'settled', outcome = 'delivered'");
      const unfiled = async () => (await kit.journal.listUnfiled()).map(({ id }) => id);
      expect(await unfiled()).toEqual(ids.slice(0, 200));
      await kit.damage(`update message set filed = 1 where id < ${ids[200]}`);
      expect(await unfiled()).toEqual(ids.slice(200));
    });

    it('tries a parked message again from the check on, by force when told so', async () => {
      const id = await ready(file('1'));
      await kit.journal.park(id, 'decide', []);
      await kit.journal.enqueueCommand({ action: 'retry', message: id, force: true, reason: '' });
      await kit.journal.carryOutCommands();
      expect(await kit.journal.carryOutCommands()).toEqual([]);
      expect(await kit.journal.message(id)).toMatchObject({ state: 'received', forced: true });
    });

    it('sends lines of one that said nothing new, and of one that was delivered without them, by force', async () => {
      const [unchanged, delivered] = [
        await ready(file('1'), { orderKey: 'a' }),
        await ready(file('2'), { orderKey: 'b' }),
      ];
      await kit.journal.settle(unchanged, { outcome: 'unchanged', reason: '', findings: [] });
      await deliver(delivered);
      for (const message of [unchanged, delivered])
        await kit.journal.enqueueCommand({
          action: 'retry',
          message,
          force: true,
          line: '10 20',
          reason: '',
        });
      const results = await kit.journal.carryOutCommands();
      const news = { forced: true, forcedLines: ['10', '20'], state: 'received' };
      expect(await kit.journal.message(unchanged)).toMatchObject(news);
      expect(await kit.journal.message(delivered)).toMatchObject({ outcome: 'delivered', forced: false });
      const carrier = Number(/^Message (\d+) sends line 10 20/.exec(results[1]?.result ?? '')?.[1]);
      expect(await kit.journal.message(carrier)).toMatchObject({ ...news, corrects: delivered });
    });

    it('leaves settled messages alone', async () => {
      const id = await ready(file('1'));
      await deliver(id);
      await kit.journal.enqueueCommand({ action: 'discard', message: id, force: false, reason: '' });
      expect(await kit.journal.carryOutCommands()).toMatchObject([
        { result: 'It is settled (delivered): nothing to decide.' },
      ]);
      expect(await kit.journal.message(id)).toMatchObject({ outcome: 'delivered' });
    });
  });

  describe('files for the ERP', () => {
    async function published(key: string, name: string, folder?: string): Promise<number> {
      const id = await ready(event(name), { orderKey: key });
      const file = { name, ...(folder === undefined ? {} : { folder }) };
      await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], published: file });
      return id;
    }

    const names = async (of: UncollectedQuery): Promise<readonly string[]> =>
      (await kit.journal.listUncollected(of)).map(({ name }) => name);

    it('are kept until they are collected, by channel and by order', async () => {
      const first = await published('k', 'a.xml', 'mark');
      await published('l', 'b.xml', 'mark');
      await published('k', 'out-of-sight.xml');
      await reopen();
      expect(await names({ channels: ['orders', 'responses'] })).toEqual(['a.xml', 'b.xml']);
      expect(await names({ channels: ['orders'] })).toEqual([]);
      expect(await names({ orderKey: 'k' })).toEqual(['a.xml']);
      await kit.journal.noteCollected([first]);
      expect(await names({ orderKey: 'k' })).toEqual([]);
      const at = (await kit.journal.message(first))?.collected;
      expect(at).toMatch(/^\d{4}-/);
      await kit.journal.noteCollected([first]);
      expect((await kit.journal.message(first))?.collected).toBe(at);
      expect(await kit.journal.message(first)).toMatchObject({ place: 'a.xml' });
    });

    it('make their successor due when they are collected', async () => {
      const first = await published('k', 'a.xml', 'mark');
      const second = await ready(event('2'), { orderKey: 'k' });
      await claimed();
      await kit.journal.wait(second, Date.now() + 60_000, 'not collected');
      expect(await claimed()).toEqual([]);
      await kit.journal.noteCollected([first]);
      expect(await claimed()).toEqual([second]);
    });
  });
}
