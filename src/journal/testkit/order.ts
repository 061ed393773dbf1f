import { describe, expect, it } from 'vitest';
import type { NewMessage } from '../model/message.ts';
import type { Kit } from './kit.ts';

/** One message of each order key at a time, and which of them say the same. */
export function orderBehaviour(kit: Kit): void {
  const { reopen, file, event, receive, ready, claimed, deliver, decide } = kit;

  describe('order per key', () => {
    it('gives only the first of a key, then the next', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const second = await ready(file('2'), { orderKey: 'k' });
      const other = await ready(file('3'), { orderKey: 'other' });
      expect(await claimed()).toEqual([first, other]);
      expect(await claimed()).toEqual([]);
      await deliver(first);
      expect(await claimed()).toEqual([second]);
    });

    it('holds every key back while an earlier message of the same direction is unchecked', async () => {
      const [large = 0] = await receive(file('large'));
      const small = await ready(file('small'), { orderKey: 'k' });
      const outbound = await ready(event('e'), { orderKey: 'o' });
      expect(await claimed()).toEqual([outbound]);
      await kit.journal.storeChecked(large, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([large]);
      await deliver(large);
      expect(await claimed()).toEqual([small]);
    });

    it('lets a waiting message hold back its successors until it is due', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      await ready(file('2'), { orderKey: 'k' });
      await claimed();
      await kit.journal.wait(first, Date.now() + 60_000, 'later');
      expect(await claimed()).toEqual([]);
      expect(await claimed(Date.now() + 61_000)).toEqual([first]);
    });

    it('lets a message that is checked again keep its place before its successors', async () => {
      const translated = (by: string) => ({ bytes: Buffer.from(`made by ${by}`), by });
      const first = await ready(file('1'), { orderKey: 'k', translated: translated('one') });
      const second = await ready(file('2'), { orderKey: 'k' });
      await claimed();
      await kit.journal.recheck(first, 'edited');
      expect(await kit.journal.message(first)).toMatchObject({ state: 'received', inHand: false });
      expect(await claimed()).toEqual([]);
      expect(await kit.journal.takeNextToCheck({ count: 1, busy: [] })).toMatchObject([{ id: first }]);
      await kit.journal.storeChecked(first, { findings: [], orderKey: 'k', translated: translated('two') });
      expect(await claimed()).toEqual([first]);
      expect(Buffer.from((await kit.journal.part(first, 'translated')) ?? []).toString()).toBe('made by two');
      expect(Buffer.from((await kit.journal.part(first, 'translator')) ?? []).toString()).toBe('two');
      await deliver(first);
      expect(await claimed()).toEqual([second]);
    });

    it('takes no notice of a check that ends when its message has gone on', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(id, 'decide', []);
      await kit.journal.storeChecked(id, { findings: [], orderKey: 'k' });
      expect(await kit.journal.message(id)).toMatchObject({ state: 'parked' });
      expect(await claimed()).toEqual([]);
    });

    it('lets a parked message hold back its successors until it is released', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const second = await ready(file('2'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(first, 'decide', []);
      expect(await claimed()).toEqual([]);
      await kit.journal.enqueueCommand({ action: 'release', message: first, force: false, reason: 'known' });
      expect(await kit.journal.carryOutCommands()).toMatchObject([
        { message: first, result: 'Its successors may pass.' },
      ]);
      expect(await claimed()).toEqual([second]);
      expect(await kit.journal.message(first)).toMatchObject({ state: 'parked' });
    });

    it('lets one that is parked as released hold nobody back, and takes its place when it is tried again', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const second = await ready(file('2'), { orderKey: 'k' });
      expect(await claimed()).toEqual([first]);
      await kit.journal.park(first, 'older', [], { released: true });
      expect(await kit.journal.message(first)).toMatchObject({ state: 'parked', released: true });
      expect((await kit.journal.summarizeBacklog()).due).toMatchObject([{ id: second }]);
      expect(await claimed()).toEqual([second]);
      await kit.journal.wait(second, 0, 'no answer');
      await decide({ action: 'retry', message: first });
      await kit.journal.storeChecked(first, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([first]);
      expect((await kit.journal.message(first))?.released).toBeUndefined();
      await kit.journal.park(first, 'decide', []);
      expect(await claimed()).toEqual([]);
    });

    it('lets a released message that is tried again hold them back again', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const second = await ready(file('2'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(first, 'decide', []);
      await decide({ action: 'release', message: first });
      await decide({ action: 'retry', message: first });
      await kit.journal.storeChecked(first, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([first]);
      await kit.journal.wait(first, Date.now() + 60_000, 'no answer');
      expect(await claimed()).toEqual([]);
      expect(await claimed(Date.now() + 61_000)).toEqual([first]);
      await deliver(first);
      expect(await claimed()).toEqual([second]);
    });

    it('gives one of an order at a time where one that waits was released, and others to who asks again', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const behind = await ready(file('2'), { orderKey: 'k' });
      const other = await ready(file('3'), { orderKey: 'other' });
      expect(await claimed()).toEqual([first, other]);
      for (const id of [first, other]) await kit.journal.wait(id, 0, 'no answer');
      await decide({ action: 'release', message: first });
      const claim = async (busy: readonly number[]) =>
        (await kit.journal.claim({ direction: 'inbound', count: 2, due: Date.now(), busy })).map(
          ({ id }) => id,
        );
      const taken = await claim([]);
      expect(taken[0]).toBe(first);
      expect([...taken, ...(await claim(taken))]).toEqual([first, other]);
      await deliver(first);
      expect(await claim([other])).toEqual([behind]);
    });

    it('gives a message without a key to itself', async () => {
      const first = await ready(file('1'));
      const second = await ready(file('2'));
      expect(await claimed()).toEqual([first, second]);
    });

    it('gives what is ours, and in no hand of ours, once more', async () => {
      const [one, other] = [await ready(file('1'), { orderKey: 'k' }), await ready(file('2'))];
      const behind = await ready(file('3'), { orderKey: 'k' });
      const claim = async (busy: readonly number[]) =>
        (await kit.journal.claim({ direction: 'inbound', count: 10, due: Date.now(), busy })).map(
          ({ id }) => id,
        );
      expect(await claim([])).toEqual([one, other]);
      expect(await claim([one, other])).toEqual([]);
      // while there is something in hand, it is looked for once a second
      await expect.poll(() => claim([other])).toEqual([one]);
      expect(await claim([])).toEqual([one, other]);
      await deliver(one);
      expect(await claim([other])).toEqual([behind]);
    });

    it('frees what a dead process owned', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      expect(await claimed()).toEqual([id]);
      await reopen();
      expect(await claimed()).toEqual([id]);
    });
  });

  describe('duplicates and superseded messages', () => {
    it('settles the very same bytes while the copy before is open', async () => {
      await ready(file('same'), { orderKey: 'k' });
      const copy = await ready(file('same'), { orderKey: 'k' });
      expect(await kit.journal.message(copy)).toMatchObject({ state: 'settled', outcome: 'duplicate' });
    });

    it('settles them also while the copy is in hand, where nothing is fetched but files are uploaded', async () => {
      const upload = { orderKey: 'k', gather: { what: 'upload', id: '1' } } as const;
      await ready(file('same'), upload);
      await claimed();
      const copy = await ready(file('same'), upload);
      expect(await kit.journal.message(copy)).toMatchObject({ outcome: 'duplicate' });
    });

    it('takes 10, 12, 10 as three documents', async () => {
      await ready(file('10'), { orderKey: 'k' });
      await ready(file('12'), { orderKey: 'k' });
      const back = await ready(file('10'), { orderKey: 'k' });
      expect(await kit.journal.message(back)).toMatchObject({ state: 'ready' });
    });

    it('supersedes a parked message by one that holds all its lines, each newer', async () => {
      const parked = await ready(event('a'), { orderKey: 'k', lines: { 1: '2026-01-01T00:00:00.000Z' } });
      await claimed();
      await kit.journal.park(parked, 'no date', []);
      await ready(event('b'), { orderKey: 'k', lines: { 2: '2026-01-02T00:00:00.000Z' } });
      expect(await kit.journal.message(parked)).toMatchObject({ state: 'parked' });
      await ready(event('c'), { orderKey: 'k', lines: { 1: '2026-01-01T00:00:00.000Z' } });
      expect(await kit.journal.message(parked)).toMatchObject({ state: 'parked' });
      await ready(event('d'), {
        orderKey: 'k',
        lines: { 1: '2026-01-02T00:00:00.000Z', 2: '2026-01-02T00:00:00.000Z' },
      });
      expect(await kit.journal.message(parked)).toMatchObject({ state: 'settled', outcome: 'superseded' });
    });

    it('supersedes one without lines by no later event, for it tells of something else', async () => {
      const parked = await ready(event('documents'), { orderKey: 'k', lines: {} });
      await claimed();
      await kit.journal.park(parked, 'unreadable', []);
      await ready(event('b'), { orderKey: 'k', lines: { 1: '2026-01-02T00:00:00.000Z' } });
      await ready(event('c'), { orderKey: 'k', lines: {} });
      expect(await kit.journal.message(parked)).toMatchObject({ state: 'parked' });
    });

    it('supersedes it by a notice at once', async () => {
      const parked = await ready(event('a'), { orderKey: 'k', lines: { 1: '2026-01-01T00:00:00.000Z' } });
      await claimed();
      await kit.journal.park(parked, 'no date', []);
      await ready(event('b'), { orderKey: 'k', lines: 'all' });
      expect(await kit.journal.message(parked)).toMatchObject({ outcome: 'superseded' });
    });
  });

  describe('what has to be fetched', () => {
    const notice = (id = 'o-1'): NewMessage => ({
      ...event(id),
      name: id,
      source: { kind: 'notice', what: 'order', id },
    });
    const fetches = { orderKey: 'k', gather: { what: 'order', id: 'o-1' } as const, lines: 'all' as const };
    const outcome = async (id: number) => (await kit.journal.message(id))?.outcome;

    it('merges into what waits before it', async () => {
      const first = await ready(notice(), fetches);
      const second = await ready(notice(), fetches);
      const other = await ready(notice('o-2'), { ...fetches, orderKey: 'k2' });
      expect([await outcome(second), await outcome(other)]).toEqual(['superseded', undefined]);
      expect(await claimed()).toEqual([first, other]);
    });

    it('never into what may have read the order before it changed', async () => {
      const first = await ready(notice(), fetches);
      await claimed();
      const second = await ready(notice(), fetches);
      await kit.journal.startGather(first);
      await kit.journal.endAttempt(first, 1, { status: 503, detail: 'retry', unknown: false });
      await kit.journal.wait(first, 0, 'busy');
      const third = await ready(event('o-1'), fetches);
      expect([await outcome(second), await outcome(third)]).toEqual([undefined, 'duplicate']);
      const same = await ready(event('x'), { ...fetches, orderKey: 'k3' });
      await claimed();
      expect(await outcome(await ready(event('x'), { ...fetches, orderKey: 'k3' }))).toBeUndefined();
      await deliver(same);
    });
  });
}
