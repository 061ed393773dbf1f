import { describe, expect, it } from 'vitest';
import type { Kit } from './kit.ts';

/** What people decide, find and bind. */
export function decisionsBehaviour(kit: Kit): void {
  const { file, ready, claimed, deliver } = kit;

  describe('one gateway, one exchange', () => {
    it('refuses the state of another exchange', async () => {
      await kit.journal.bind('https://a + company 1');
      await kit.journal.bind('https://a + company 1');
      await expect(kit.journal.bind('https://b + company 1')).rejects.toThrow(
        /holds the orders of https:\/\/a/,
      );
    });

    it('finds messages by part of name or order number', async () => {
      await ready({ ...file('1'), name: 'export_100%.xml' }, { purchaseOrderNumber: 'VM2400381' });
      await ready({ ...file('2'), name: 'export-2400381.xml' });
      await kit.journal.receive([{ ...file('3'), name: 'not checked yet 2400381' }]);
      await ready(file('4'), { purchaseOrderNumber: 'XX1400381/7' });
      const found = async (find: string): Promise<readonly number[]> =>
        (await kit.journal.list({ limit: 5, find })).map(({ id }) => id);
      const expected: Readonly<Record<string, readonly number[]>> = {
        VM2400381: [1],
        vm2400381: [1],
        2400381: [3, 2, 1],
        '400381': [4, 3, 2, 1],
        '14003': [4],
        '1400381/7': [4],
        ZZ2400381: [],
        '24': [3, 2, 1],
        export_: [1],
        '100%': [1],
        'export-2400381.xml': [2],
        "o'clock": [],
        nothing: [],
      };
      for (const [find, ids] of Object.entries(expected)) expect(await found(find), find).toEqual(ids);
      expect(await kit.journal.list({ limit: 5, find: '2400381', state: 'received' })).toHaveLength(1);
      expect(await kit.journal.list({ limit: 5, find: '2400381', channel: 'nobody' })).toHaveLength(0);
      expect(await kit.journal.list({ limit: 5, state: 'parked' })).toHaveLength(0);
    });
  });

  describe('decisions', () => {
    it('keeps who decided what, and why', async () => {
      const id = await ready(file('1'));
      await kit.journal.park(id, 'decide', []);
      await kit.journal.command({
        action: 'discard',
        message: id,
        force: false,
        reason: 'by phone',
        who: 'anna',
      });
      await kit.journal.takeCommands();
      expect(await kit.journal.history(id)).toMatchObject([
        { action: 'discard', who: 'anna', reason: 'by phone', result: 'It was discarded.' },
      ]);
    });

    it('checks a corrected document in the place of a parked one and keeps the original', async () => {
      const id = await ready(file('wrong'), { orderKey: 'k' });
      const later = await ready(file('later'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(id, 'decide', []);
      const bytes = Buffer.from('right');
      await kit.journal.command({ action: 'resend', message: id, force: false, reason: 'typo', bytes });
      await kit.journal.takeCommands();
      const message = await kit.journal.message(id);
      expect(message).toMatchObject({ state: 'received' });
      expect(Buffer.from((await kit.journal.body(message?.hash ?? '')) ?? []).toString()).toBe('right');
      expect(Buffer.from((await kit.journal.part(id, 'received')) ?? []).toString()).toBe('wrong');
      await kit.journal.checked(id, { findings: [], orderKey: 'another' });
      expect(await claimed()).toEqual([id, later]);
    });

    it('makes a new message of the correction of a settled one', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await deliver(id);
      const bytes = Buffer.from('right');
      await kit.journal.command({ action: 'resend', message: id, force: false, reason: '', bytes });
      await kit.journal.takeCommands();
      const [newest] = await kit.journal.list({ limit: 1 });
      expect(newest).toMatchObject({
        state: 'received',
        corrects: id,
        name: (await kit.journal.message(id))?.name,
      });
      expect(Buffer.from((await kit.journal.part(newest?.id ?? 0, 'received')) ?? []).toString()).toBe(
        'right',
      );
    });
  });
}
