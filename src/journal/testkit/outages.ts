import { describe, expect, it } from 'vitest';
import { localize } from '../../findings/localized-text.ts';
import type { UnansweredAttempt } from '../journal.ts';
import { largeDocumentSize } from '../model/message.ts';
import type { Kit } from './kit.ts';

const said = localize('net-refused');
const start = Date.now();
const minute = 60_000;

/** An exchange that takes nothing now: probes alone, and all at once when it answers. */
export function outagesBehaviour(kit: Kit): void {
  const { file, event, ready, receive, claimed, deliver, reopen, decide } = kit;

  const fail = (message: number, more: Partial<UnansweredAttempt> = {}) =>
    kit.journal.noteUnanswered({ message, orderKey: `key of ${message}`, at: start, said, ...more });
  const wait = (id: number, due: number) => kit.journal.wait(id, due, 'no answer', { away: true });

  /** In hand, tried and put back, as an attempt without an answer ends. */
  async function failInTurn(...ids: number[]) {
    for (const id of ids) {
      await fail(id);
      await wait(id, start + 10 * minute);
    }
  }

  /** An outage that three orders have opened, with others that wait. */
  async function openOutage(more: number): Promise<readonly number[]> {
    const ids: number[] = [];
    for (let n = 0; n < 3 + more; n += 1) ids.push(await ready(file(`${n}`), { orderKey: `k${n}` }));
    for (const id of ids) expect(await kit.journal.message(id)).toMatchObject({ state: 'ready' });
    const inHand = await kit.journal.claim({ direction: 'inbound', count: 3, due: start, busy: [] });
    await failInTurn(...inHand.map(({ id }) => id));
    return ids;
  }

  describe('an outage of the exchange', () => {
    it('opens after three orders in a row, never after one that fails again and again', async () => {
      const id = await ready(file('1'));
      for (let n = 0; n < 5; n += 1) expect(await fail(id)).toBeUndefined();
      expect(await fail(id + 1)).toBeUndefined();
      expect(await kit.journal.findOutage()).toBeUndefined();
      const opened = { since: start, asked: start, next: start + 1000, said };
      expect(await fail(id + 2)).toEqual(opened);
      expect(await kit.journal.findOutage()).toEqual({ ...opened, waiting: 1 });
    });

    it('does not open when one was answered in between', async () => {
      for (const id of [1, 2]) await fail(id);
      expect(await kit.journal.noteAnswered()).toBeUndefined();
      for (const id of [3, 4]) expect(await fail(id)).toBeUndefined();
      expect(await fail(5)).toBeDefined();
    });

    it('is not opened by what could not even be sent', async () => {
      for (const message of [1, 2, 3, 4])
        expect(await kit.journal.noteUnanswered({ message, at: start, said })).toBeUndefined();
      expect(await kit.journal.findOutage()).toBeUndefined();
    });

    it('lets one message at a time through, after pauses that grow to half a minute', async () => {
      await openOutage(30);
      let time = start;
      const pauses = [1, 2, 4, 8, 16, 30, 30, 30];
      for (const seconds of pauses) {
        expect(await claimed(time + seconds * 1000 - 1)).toEqual([]);
        time += seconds * 1000;
        const [probe = 0, ...others] = await claimed(time);
        expect([probe > 0, others]).toEqual([true, []]);
        // it is under way
        expect(await claimed(time + minute)).toEqual([]);
        await fail(probe, { at: time });
        await wait(probe, time + 10 * minute);
      }
    });

    it('asks with the first in line, and with another one while that has a longer pause', async () => {
      const [, , , fourth, fifth] = await openOutage(2);
      expect(await claimed(start + minute)).toEqual([fourth]);
      await fail(fourth ?? 0, { at: start + minute });
      await wait(fourth ?? 0, start + 20 * minute);
      expect(await claimed(start + 2 * minute)).toEqual([fifth]);
    });

    it('asks with the one that is due first where none is due', async () => {
      const [first = 0, second = 0, third = 0] = await openOutage(0);
      await wait(first, start + 30 * minute);
      await wait(third, start + 20 * minute);
      expect(await claimed(start + minute)).toEqual([second]);
    });

    it('is asked about by nothing while an earlier document of the lane is not checked', async () => {
      await openOutage(0);
      await kit.journal.noteAnswered();
      for (const id of [11, 12, 13]) await fail(id);
      const [unchecked = 0] = await receive(file('large'));
      const later = await ready(file('small'), { orderKey: 'small' });
      await decide({ action: 'discard', message: 1 });
      await decide({ action: 'discard', message: 2 });
      await decide({ action: 'discard', message: 3 });
      expect(await claimed(start + minute)).toEqual([]);
      await wait(later, start + 5 * minute);
      expect(await claimed(start + minute)).toEqual([]);
      await kit.journal.storeChecked(unchecked, { findings: [], orderKey: 'large' });
      expect(await claimed(start + minute)).toEqual([unchecked]);
    });

    it('asks with a small document where there is one, however much of its lane is in hand', async () => {
      await openOutage(0);
      const large = { ...file('large'), bytes: Buffer.alloc(largeDocumentSize) };
      await ready(large, { orderKey: 'large' });
      const small = await ready(file('small'), { orderKey: 'small' });
      const held = new Map([['orders', 99]]);
      const query = { direction: 'inbound', count: 4, due: start + minute, busy: [], held } as const;
      expect(await kit.journal.claim({ ...query, large: true })).toEqual([]);
      expect(await kit.journal.claim({ ...query, large: false })).toMatchObject([{ id: small }]);
    });

    it('asks with a large document where there is none but that', async () => {
      for (const id of [1, 2, 3]) await fail(id);
      const large = { ...file('large'), bytes: Buffer.alloc(largeDocumentSize) };
      const id = await ready(large, { orderKey: 'large' });
      const query = { direction: 'inbound', count: 4, due: start + minute, busy: [] } as const;
      expect(await kit.journal.claim({ ...query, large: true })).toMatchObject([{ id }]);
    });

    it('waits as long as the exchange says, whoever hears it', async () => {
      const [, , , fourth = 0] = await openOutage(1);
      // was under way when it opened
      await fail(99, { retryAfter: 3 * minute });
      expect(await claimed(start + 3 * minute - 1)).toEqual([]);
      expect(await claimed(start + 3 * minute)).toEqual([fourth]);
      await fail(fourth, { at: start + 3 * minute, retryAfter: 5 * minute });
      await wait(fourth, start + 20 * minute);
      expect(await kit.journal.findOutage()).toMatchObject({ next: start + 8 * minute });
    });

    it('asks at once where the way to the exchange has changed', async () => {
      const [, , , fourth] = await openOutage(1);
      expect(await claimed(start)).toEqual([]);
      await kit.journal.askSoon();
      expect(await claimed(start)).toEqual([fourth]);
    });

    it('asks at once where the clock was put back by hours since', async () => {
      const [first] = await openOutage(1);
      expect(await claimed(start - 60 * minute)).toEqual([]);
      expect(await claimed(start - 180 * minute)).toEqual([first]);
    });

    it('asks with the next one when a probe ended without a question', async () => {
      const [, , , fourth = 0, fifth] = await openOutage(2);
      expect(await claimed(start + minute)).toEqual([fourth]);
      await kit.journal.settle(fourth, { outcome: 'unchanged', reason: '', findings: [] });
      expect(await claimed(start + minute)).toEqual([fifth]);
    });

    it('asks with a probe that died once more', async () => {
      const [, , , fourth] = await openOutage(2);
      expect(await claimed(start + minute)).toEqual([fourth]);
      await reopen();
      expect(await claimed(start + minute)).toEqual([fourth]);
    });

    it('lasts over a restart', async () => {
      await openOutage(1);
      await reopen();
      expect(await kit.journal.findOutage()).toEqual({
        since: start,
        asked: start,
        next: start + 1000,
        said,
        waiting: 4,
      });
      expect(await claimed(start + 999)).toEqual([]);
    });

    it('keeps nothing from the ERP', async () => {
      await openOutage(1);
      const outbound = await ready(event('e'), { orderKey: 'o' });
      expect(await claimed(start)).toEqual([outbound]);
    });

    it('ends with any answer, and then all go at once that waited for it, in order per key', async () => {
      const [first = 0, second, third, fourth = 0] = await openOutage(1);
      const behind = await ready(file('behind'), { orderKey: 'k0' });
      const late = await ready(file('late'), { orderKey: 'late' });
      expect(await claimed(start + minute)).toEqual([fourth]);
      await kit.journal.wait(late, start + 30 * minute, 'the exchange does not know the order');
      await deliver(fourth);
      expect(await kit.journal.noteAnswered()).toMatchObject({ since: start });
      expect(await kit.journal.findOutage()).toBeUndefined();
      expect(await claimed(start + minute)).toEqual([first, second, third]);
      await deliver(first);
      expect(await claimed(start + minute)).toEqual([behind]);
      expect(await claimed(start + 30 * minute)).toEqual([late]);
    });

    it('counts what waits for it, which does not stand still', async () => {
      await openOutage(35);
      const outbound = await ready(event('e'), { orderKey: 'o' });
      const summary = await kit.journal.summarizeBacklog();
      expect(summary.outage).toEqual({ since: start, asked: start, next: start + 1000, said, waiting: 38 });
      expect(summary.due).toMatchObject([{ id: outbound }]);
      await kit.journal.noteAnswered();
      const after = await kit.journal.summarizeBacklog();
      expect(after.outage).toBeUndefined();
      expect(after.due).toMatchObject([{ id: 1 }, { id: outbound }]);
    });
  });
}
