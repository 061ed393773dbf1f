import { describe, expect, it } from 'vitest';
import { localize } from '../../findings/localized-text.ts';
import type { Kit } from './kit.ts';

const hour = 3_600_000;

/** One question for all hands: is there anything to look for? */
export function lookingBehaviour(kit: Kit): void {
  const { file, event, ready, receive, claimed, deliver, reopen } = kit;

  const look = (due = Date.now()) => kit.journal.lookForWork(due);
  const nothing = { messages: false, commands: false, decisions: false };
  const messages = { ...nothing, messages: true };

  describe('a look for work', () => {
    it('finds nothing where nothing is, and what waits to be checked, or may go, of either direction', async () => {
      expect(await look()).toEqual(nothing);
      const [id = 0] = await receive(event('1'));
      expect(await look()).toEqual(messages);
      await kit.journal.storeChecked(id, { findings: [] });
      expect(await look()).toEqual(messages);
      await claimed();
      await deliver(id);
      expect(await look()).toEqual(nothing);
    });

    it('finds what waits when its time has come, and what was put off by a clock that is put back since', async () => {
      const id = await ready(file('1'));
      await claimed();
      const due = Date.now() + hour;
      await kit.journal.wait(id, due, '');
      expect(await look(due - 1)).toEqual(nothing);
      expect(await look(due)).toEqual(messages);
      expect(await look(due - 3 * hour)).toEqual(messages);
    });

    it('finds what is ours from before a restart, and not what is parked or waits behind that', async () => {
      const [first, second] = [
        await ready(file('1'), { orderKey: 'k' }),
        await ready(file('2'), { orderKey: 'k' }),
      ];
      await claimed();
      await reopen();
      expect(await look()).toEqual(messages);
      expect(await claimed()).toEqual([first]);
      await kit.journal.park(first, '', []);
      expect(await look()).toEqual(nothing);
      await kit.decide({ action: 'release', message: first });
      expect(await look()).toEqual(messages);
      expect(await claimed()).toEqual([second]);
    });

    it('finds decisions on many messages until they have ended', async () => {
      const id = await ready(file('1'));
      await kit.journal.park(id, '', []);
      const about = { action: 'discard', force: false, who: 'anna', reason: '', filter: '{}' } as const;
      await kit.journal.addBulkDecision({ ...about, messages: [id], heldBack: 0, behind: 0 });
      expect(await look()).toEqual({ ...nothing, decisions: true });
      await kit.journal.advanceBulkDecisions();
      expect(await look()).toEqual({ ...nothing, commands: true, decisions: true });
      await kit.journal.carryOutCommands();
      await kit.journal.advanceBulkDecisions();
      expect(await look()).toEqual(nothing);
    });

    it('finds commands, and the probes of an outage before anything is due', async () => {
      const id = await ready(file('1'));
      await claimed();
      await kit.journal.wait(id, Date.now() + hour, '', { away: true });
      await kit.journal.enqueueCommand({ action: 'discard', message: id + 1, force: false, reason: '' });
      expect(await look()).toEqual({ ...nothing, commands: true });
      await kit.journal.carryOutCommands();
      for (const orderKey of ['a', 'b', 'c'])
        await kit.journal.noteUnanswered({
          message: id,
          orderKey,
          at: Date.now(),
          said: localize('net-refused'),
        });
      expect(await look()).toEqual(messages);
    });
  });
}
