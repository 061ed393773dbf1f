import { describe, expect, it } from 'vitest';
import { sha256 } from '../../text/sha256.ts';
import type { Outcome } from '../../types.ts';

import type { RetentionCutoff } from '../journal.ts';
import type { Settlement } from '../model/message.ts';
import type { Kit } from './kit.ts';

/** What expires, and what never does. */
export function retentionBehaviour(kit: Kit): void {
  const { file, event, ready, claimed } = kit;
  const ever = '2999-01-01T00:00:00.000Z';

  async function ended(text: string, outcome: Outcome, more: Partial<Settlement> = {}): Promise<number> {
    const keys = [{ kind: 'purchase order', value: `PO-${text}` }] as const;
    const identity = { address: text, purchaseOrderNumber: `PO-${text}`, keys };
    const id = await ready(file(text), { orderKey: text, ...identity });
    await kit.journal.settle(id, { outcome, reason: '', findings: [], ...more });
    await kit.journal.noteFiled({ id: id, ends: 1 }, `archive/${text}.xml`);
    return id;
  }

  /** The newest message always stays: here it is another one. */
  async function prune(expiry: RetentionCutoff, most = 100): Promise<number> {
    await kit.receive(file('newest'));
    return kit.journal.prune(expiry, most);
  }

  const received = async (id: number): Promise<string> =>
    Buffer.from((await kit.journal.part(id, 'received')) ?? []).toString();
  const known = async (id: number): Promise<boolean> => (await kit.journal.message(id)) !== undefined;

  describe('retention', () => {
    it('deletes nothing without an age, and nothing younger', async () => {
      const id = await ended('a', 'delivered');
      expect(await prune({})).toBe(0);
      expect(await prune({ messages: '2020-01-01T00:00:00.000Z', bodies: '2020-01-01T00:00:00.000Z' })).toBe(
        0,
      );
      expect(await received(id)).toBe('a');
    });

    it('deletes bodies, and what became of the message stays', async () => {
      const id = await ended('a', 'delivered');
      expect(await prune({ bodies: ever })).toBe(1);
      expect(await prune({ bodies: ever })).toBe(0);
      expect(await kit.journal.parts(id)).toEqual([]);
      expect(await kit.journal.body(sha256(Buffer.from('a')))).toBeUndefined();
      expect(await kit.journal.message(id)).toMatchObject({ outcome: 'delivered', place: 'archive/a.xml' });
      expect(await prune({ messages: ever })).toBe(1);
      expect(await known(id)).toBe(false);
    });

    it('deletes large bodies, and takes the same ones again', async () => {
      const bytes = Buffer.alloc(4_100_000, 'large');
      const take = async (): Promise<number> => {
        const id = await ready({ ...file(''), bytes }, { orderKey: 'k' });
        await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });
        await kit.journal.noteFiled({ id: id, ends: 1 }, 'archive');
        return id;
      };
      const before = await take();
      expect(await prune({ bodies: ever })).toBe(1);
      expect(await kit.journal.body(sha256(bytes))).toBeUndefined();
      const after = await take();
      expect(bytes.compare((await kit.journal.part(after, 'received')) ?? Buffer.of())).toBe(0);
      expect(await kit.journal.parts(before)).toEqual([]);
    });

    it('deletes messages with everything about them, and they are found no more', async () => {
      const id = await ended('a', 'delivered');
      await kit.journal.enqueueCommand({ action: 'discard', message: id, force: false, reason: '' });
      await kit.journal.carryOutCommands();
      expect(await prune({ messages: ever })).toBe(1);
      expect([await known(id), await kit.journal.history(id), await kit.journal.attempts(id)]).toEqual([
        false,
        [],
        [],
      ]);
      expect(await kit.journal.list({ limit: 5, find: 'PO-a' })).toEqual([]);
    });

    it('goes by outcome: what was no news sooner', async () => {
      const outcomes = [
        'unchanged',
        'duplicate',
        'ignored',
        'superseded',
        'delivered',
        'rejected',
        'discarded',
      ] as const;
      const ids = new Map<Outcome, number>();
      for (const outcome of outcomes) ids.set(outcome, await ended(outcome, outcome));
      expect(await prune({ noNews: ever, messages: '2020-01-01T00:00:00.000Z' })).toBe(4);
      const left = [];
      for (const [outcome, id] of ids) if (await known(id)) left.push(outcome);
      expect(left).toEqual(['delivered', 'rejected', 'discarded']);
    });

    it('never touches what waits, is parked, is not filed, or lies uncollected', async () => {
      const waiting = await ready(file('waiting'), { orderKey: 'w' });
      const parked = await ready(file('parked'), { orderKey: 'p' });
      await claimed();
      await kit.journal.wait(waiting, 0, 'later');
      await kit.journal.park(parked, 'decide', []);
      await kit.journal.noteFiled({ id: parked, ends: 1 }, 'parked/x');
      const unfiled = await ready(file('unfiled'));
      await kit.journal.settle(unfiled, { outcome: 'delivered', reason: '', findings: [] });
      const published = { name: 'lying', folder: 'mark' };
      const lying = await ended('lying', 'delivered', { published });
      expect(await prune({ messages: ever, bodies: ever, noNews: ever })).toBe(0);
      for (const id of [waiting, parked, unfiled, lying]) expect(await known(id)).toBe(true);
      await kit.journal.noteCollected([lying]);
      expect(await prune({ messages: ever })).toBe(1);
    });

    it('keeps a body that another message shares', async () => {
      const one = await ended('same', 'delivered');
      const other = await ready(file('same'), { orderKey: 'other' });
      expect(await prune({ messages: ever })).toBe(1);
      expect([await known(one), await received(other)]).toEqual([false, 'same']);
    });

    it('keeps the order state and the bodies that it refers to, until it lets them go', async () => {
      const body = sha256(Buffer.from('a'));
      const refers = (bodies: readonly string[]) => ({
        change: () => ({ state: '{"s":1}', bodies, revision: 1 }),
      });
      await ended('a', 'delivered', refers([body]));
      expect(await prune({ messages: ever, bodies: ever })).toBe(1);
      expect(await kit.journal.orderState('a')).toBe('{"s":1}');
      expect(Buffer.from((await kit.journal.body(body)) ?? []).toString()).toBe('a');
      const next = await ready(event('b'), { orderKey: 'a', address: 'a' });
      await kit.journal.settle(next, { outcome: 'delivered', reason: '', findings: [], ...refers([]) });
      expect(await kit.journal.body(body)).toBeUndefined();
    });

    it('forgets what was seen, and not what still comes', async () => {
      const come = async (key: string) => (await kit.journal.receive([event('same', key)]))[0] !== undefined;
      expect([await come('gone'), await come('comes'), await come('new')]).toEqual([true, true, true]);
      await kit.damage("update seen set at = '2020-01-01T00:00:00.000Z' where key <> 'new'");
      expect(await come('comes')).toBe(false);
      expect(await kit.journal.prune({ seen: '2021-01-01T00:00:00.000Z' }, 100)).toBe(1);
      expect([await come('gone'), await come('comes'), await come('new')]).toEqual([true, false, false]);
      expect(await kit.journal.prune({ seen: ever }, 2)).toBe(2);
      expect(await kit.journal.prune({ seen: ever }, 2)).toBe(1);
    });

    it('never gives a number again', async () => {
      const id = await ended('a', 'delivered');
      expect(await kit.journal.prune({ messages: ever }, 100)).toBe(0);
      const next = await ended('b', 'delivered');
      expect(await kit.journal.prune({ messages: ever }, 100)).toBe(1);
      expect([await known(id), await known(next)]).toEqual([false, true]);
    });

    it('goes on in bites', async () => {
      for (const name of ['a', 'b', 'c']) await ended(name, 'delivered');
      expect(await prune({ messages: ever }, 2)).toBe(2);
      expect(await prune({ messages: ever }, 2)).toBe(1);
      while (await kit.journal.shrink());
      expect(await kit.journal.list({ limit: 5, state: 'settled' })).toEqual([]);
    });
  });
}
