import { describe, expect, it } from 'vitest';
import type { TaskRequest } from '../../types.ts';
import type { Settlement } from '../model/message.ts';
import type { Kit } from './kit.ts';

/** What is asked that no operation of the exchange can say: opened and ended with messages, ended by persons, kept for long. */
export function tasksBehaviour(kit: Kit): void {
  const { reopen, file, event, ready, claimed, decide } = kit;
  const one = { orderKey: 'k', address: 'supplier/a/PO-1', purchaseOrderNumber: 'PO-1' };

  const task = (line: string, code = 'cancel-in-portal', asks = 'all 10'): TaskRequest => ({
    line,
    finding: { code, severity: 'warning', message: `Line ${line}.`, advice: 'Cancel it there.' },
    asks,
  });

  async function settled(settlement: Partial<Settlement>, document = file(`${Math.random()}`)) {
    const id = await ready(document, one);
    await claimed();
    await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], ...settlement });
    return id;
  }

  const open = async () =>
    (await kit.journal.tasks({ open: true, limit: 100 })).map(({ message, line, finding }) => [
      message,
      line,
      finding.code,
    ]);

  describe('tasks', () => {
    it('are opened with the end of their message, and told with what has to be done', async () => {
      const id = await settled({ outcome: 'ignored', tasks: [task('10'), task('20'), task('')] });
      const [first] = await kit.journal.tasks({ message: id, limit: 1 });
      const { asks: _, ...shown } = task('10');
      expect(first).toMatchObject({ message: id, channel: 'orders', ...shown });
      expect(first).toMatchObject({ address: one.address, purchaseOrderNumber: 'PO-1' });
      expect(first).not.toHaveProperty('ended');
      const { tasks } = await kit.journal.summarizeBacklog();
      expect(tasks).toEqual([{ channel: 'orders', count: 3, oldest: first?.opened, newest: [id] }]);
      expect(await kit.journal.tasks({ address: 'supplier/a/PO-2', limit: 9 })).toEqual([]);
    });

    it('are not opened twice while one is open', async () => {
      const first = await settled({ tasks: [task('10')] });
      const second = await settled({ tasks: [task('10'), task('10', 'added-in-portal')] });
      expect(await open()).toEqual([
        [first, '10', 'cancel-in-portal'],
        [second, '10', 'added-in-portal'],
      ]);
    });

    it('stay ended by a person, however often the same is asked again, of each line and code', async () => {
      const first = await settled({ tasks: [task('10'), task('20')] });
      await decide({ action: 'done', message: first });
      await settled({ tasks: [task('10'), task('20')] });
      await reopen();
      await settled({ outcome: 'ignored', tasks: [task('10')] });
      expect(await open()).toEqual([]);
      const other = await settled({ tasks: [task('10', 'added-in-portal'), task('30'), task('20')] });
      expect(await open()).toEqual([
        [other, '10', 'added-in-portal'],
        [other, '30', 'cancel-in-portal'],
      ]);
      const elsewhere = await ready(file('elsewhere'), { ...one, orderKey: 'e', address: 'supplier/a/PO-2' });
      await claimed();
      await kit.journal.settle(elsewhere, {
        ...{ outcome: 'ignored', reason: '', findings: [] },
        tasks: [task('10')],
      });
      expect(await open()).toContainEqual([elsewhere, '10', 'cancel-in-portal']);
    });

    it('open again after a person has ended them where something else is asked', async () => {
      const first = await settled({ tasks: [task('10')] });
      await decide({ action: 'done', message: first });
      const second = await settled({ tasks: [task('10', 'cancel-in-portal', 'all 12')] });
      expect(await open()).toEqual([[second, '10', 'cancel-in-portal']]);
      await decide({ action: 'done', message: second });
      const third = await settled({ tasks: [task('10')] });
      expect(await open()).toEqual([[third, '10', 'cancel-in-portal']]);
    });

    it('open again after a person has ended them where the exchange or the ERP said otherwise in between', async () => {
      const first = await settled({ tasks: [task('10'), task('20'), task('30')] });
      await decide({ action: 'done', message: first });
      await settled({ outcome: 'ignored', endsTasks: ['10'] }, event('e'));
      await settled({ endsTasks: ['20'] });
      const again = await settled({ tasks: [task('10'), task('20'), task('30')] });
      expect(await open()).toEqual([
        [again, '10', 'cancel-in-portal'],
        [again, '20', 'cancel-in-portal'],
      ]);
      const [kept] = await kit.journal.tasks({ message: first, limit: 1 });
      expect(kept?.ended).toMatchObject({ by: 'person' });
    });

    it('open again after the exchange or the ERP has ended them', async () => {
      await settled({ tasks: [task('10'), task('20')] });
      await settled({ outcome: 'ignored', endsTasks: ['10'] }, event('e'));
      await settled({ endsTasks: ['20'] });
      const again = await settled({ tasks: [task('10'), task('20')] });
      expect((await open()).map(([message, line]) => [message, line])).toEqual([
        [again, '10'],
        [again, '20'],
      ]);
    });

    it('that ask something else while they are open are open by the newer message, since the older one', async () => {
      const first = await settled({ tasks: [task('10')] });
      const [{ opened } = { opened: '' }] = await kit.journal.tasks({ message: first, limit: 1 });
      const second = await settled({ tasks: [task('10', 'cancel-in-portal', 'all 12')] });
      expect(await open()).toEqual([[second, '10', 'cancel-in-portal']]);
      expect(await kit.journal.tasks({ open: true, limit: 9 })).toMatchObject([{ opened }]);
      expect(await kit.journal.tasks({ message: first, limit: 9 })).toMatchObject([
        { ended: { by: 'ERP', message: second } },
      ]);
      // who ends what stood in the list before does not end what nobody has read
      expect(await decide({ action: 'done', message: first })).toMatchObject({ refused: true });
    });

    it("end with the exchange's event or the ERP's next word on that line, and with no other's", async () => {
      const id = await settled({ tasks: [task('10'), task('20'), task('30')] });
      const outbound = await settled({ outcome: 'ignored', endsTasks: ['10', '77'] }, event('e'));
      const inbound = await settled({ endsTasks: ['20', '30'], tasks: [task('30')] });
      expect(await open()).toEqual([[id, '30', 'cancel-in-portal']]);
      const ended = await kit.journal.tasks({ message: id, limit: 9 });
      expect(ended.map(({ line, ended: end }) => [line, end?.by, end?.message])).toEqual([
        ['10', 'exchange', outbound],
        ['20', 'ERP', inbound],
        ['30', undefined, undefined],
      ]);
    });

    it('are ended by a person, of a line or all, which is kept with who and why', async () => {
      const id = await settled({ tasks: [task('10'), task('20'), task('30')] });
      const done = { action: 'done', message: id, who: 'anna', reason: 'in the portal' } as const;
      expect(await decide({ ...done, line: '20' })).toEqual({
        result: 'The task of line 20 ended.',
        refused: false,
      });
      expect(await decide({ ...done, line: '20' })).toEqual({
        result: `Message ${id} has no open task of line 20; of 10, 30 it has.`,
        refused: true,
      });
      expect(await decide(done)).toMatchObject({ result: '2 tasks of line 10, 30 ended.' });
      expect(await decide(done)).toEqual({ result: `Message ${id} has no open task.`, refused: true });
      expect(await kit.journal.history(id)).toMatchObject([
        { action: 'done', who: 'anna', reason: 'in the portal', result: 'The task of line 20 ended.' },
        {},
        { action: 'done', result: '2 tasks of line 10, 30 ended.' },
        {},
      ]);
      const [, second] = await kit.journal.tasks({ message: id, limit: 9 });
      expect(second?.ended).toMatchObject({ by: 'person', who: 'anna', reason: 'in the portal' });
      expect((await kit.journal.summarizeBacklog()).tasks).toEqual([]);
    });

    it('outlive their message, and can be ended then', async () => {
      const id = await settled({ tasks: [task('10')] });
      await kit.journal.noteFiled({ id, ends: 1 }, 'archive/1.xml');
      await ready(file('newer'));
      await kit.journal.prune({ messages: new Date(Date.now() + 60_000).toISOString() }, 100);
      expect(await kit.journal.message(id)).toBeUndefined();
      await reopen();
      expect(await open()).toEqual([[id, '10', 'cancel-in-portal']]);
      expect(await decide({ action: 'done', message: id })).toMatchObject({ refused: false });
      expect(await open()).toEqual([]);
    });

    it('hold back nobody', async () => {
      await settled({ tasks: [task('10')] });
      const behind = await ready(file('behind'), one);
      expect(await claimed()).toEqual([behind]);
    });

    it('of a message whose order is not known are of it alone', async () => {
      const id = await ready(file('unknown'));
      await claimed();
      await kit.journal.settle(id, { outcome: 'ignored', reason: '', findings: [], tasks: [task('10')] });
      expect(await kit.journal.tasks({ address: `message:${id}`, limit: 9 })).toMatchObject([
        { message: id },
      ]);
    });
  });
}
