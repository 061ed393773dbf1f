import { describe, expect, it } from 'vitest';
import type { StoredTrouble } from '../trouble-store.ts';
import type { Kit } from './kit.ts';

const trouble = (code: string, more: Partial<StoredTrouble> = {}): StoredTrouble => ({
  code,
  about: 'orders',
  level: 'red',
  what: `${code} is so`,
  since: '2026-03-02T08:00:00.000Z',
  mark: '',
  ...more,
});

const alarm = (code: string, state: string, target = 'mail') => ({ target, code, about: 'orders', state });

/** What gateways see, and what people were told. */
export function watchingBehaviour(kit: Kit): void {
  const watching = () => kit.journal.troubles;

  describe('watching', () => {
    it('keeps what each gateway sees now, and nothing that it saw before', async () => {
      await watching().replaceTroubles('one', [trouble('folder'), trouble('disk', { about: '' })]);
      await watching().replaceTroubles('two', [trouble('folder', { mark: '7' })]);
      await watching().replaceTroubles('one', [trouble('folder', { what: 'still so' })]);
      const seen = await watching().listTroubles();
      expect(seen.map(({ gateway, troubles }) => [gateway, troubles])).toEqual([
        ['one', [trouble('folder', { what: 'still so' })]],
        ['two', [trouble('folder', { mark: '7' })]],
      ]);
    });

    it('keeps it through a restart, also of one that left', async () => {
      await watching().replaceTroubles('one', [trouble('folder')]);
      await watching().stopReporting('one');
      await kit.reopen();
      expect(await watching().listTroubles()).toMatchObject([
        {
          gateway: 'one',
          silent: undefined,
          troubles: [{ code: 'folder', since: '2026-03-02T08:00:00.000Z' }],
        },
      ]);
    });

    it('tells how long a gateway has been silent, where several share the journal', async () => {
      await watching().replaceTroubles('one', []);
      const [one] = await watching().listTroubles();
      if (!kit.journal.shared) return expect(one).toBeUndefined();
      expect(one?.silent).toBeLessThan(10_000);
      await kit.damage('update sign_of_life set at = at - 60000');
      expect((await watching().listTroubles())[0]?.silent).toBeGreaterThanOrEqual(60_000);
      await kit.damage('update sign_of_life set at = at - 86400000');
      await watching().replaceTroubles('two', []);
      expect((await watching().listTroubles()).map(({ gateway }) => gateway)).toEqual(['two']);
    });

    it('keeps which mappings each gateway runs, and since when, until it stops', async () => {
      await watching().replaceTroubles('old name', [], 'a');
      await watching().replaceTroubles('one', [], 'a');
      const inUse = async () =>
        (await watching().listTroubles()).map(({ gateway, mappings }) => [gateway, mappings?.hash]);
      const others = kit.journal.shared ? [['old name', 'a']] : [];
      expect(await inUse()).toEqual([...others, ['one', 'a']]);
      const [before] = (await watching().listTroubles()).slice(-1);
      await watching().replaceTroubles('one', [trouble('folder')], 'a');
      const [after] = (await watching().listTroubles()).slice(-1);
      expect(after?.mappings).toEqual(before?.mappings);
      expect(after?.mappings?.since).toMatch(/^20.*Z$/);
      await kit.reopen();
      await watching().replaceTroubles('one', [], 'b');
      expect(await inUse()).toEqual([...others, ['one', 'b']]);
      await watching().stopReporting('one');
      expect((await inUse()).filter(([, hash]) => hash !== undefined)).toEqual(others);
    });

    it('keeps what was told, by target, kind and channel', async () => {
      await watching().storeAlarms(
        [alarm('folder', '1'), alarm('folder', '2', 'webhook'), alarm('disk', '3')],
        [],
      );
      await watching().storeAlarms(
        [alarm('folder', '4')],
        [{ target: 'mail', code: 'disk', about: 'orders' }],
      );
      await kit.reopen();
      expect(await watching().listAlarms()).toEqual([alarm('folder', '4'), alarm('folder', '2', 'webhook')]);
    });

    it('is silent until a time, with a reason that stays', async () => {
      const until = '2026-03-02T10:00:00.000Z';
      const silence = { code: 'folder', about: 'orders', until, who: 'anna', reason: 'moving the share' };
      const id = await watching().addSilence(silence);
      expect(await watching().listSilences('2026-03-02T09:59:59.000Z')).toEqual([{ id, ...silence }]);
      expect(await watching().listSilences(until)).toEqual([]);
      expect(await watching().endSilence(id, { who: 'ben', reason: 'moved' })).toBe(true);
      expect(await watching().endSilence(id, { who: 'ben', reason: 'moved' })).toBe(false);
      expect(await watching().listSilences('2026-03-02T09:00:00.000Z')).toEqual([]);
      expect(await kit.journal.history()).toMatchObject([
        { subject: 'alarm folder orders', action: 'silence', who: 'anna', reason: 'moving the share' },
        { subject: 'alarm folder orders', action: 'end-silence', who: 'ben', reason: 'moved' },
      ]);
    });

    it('knows when a channel last received something, or since when that is waited for', async () => {
      const first = await watching().findLastReceived(['orders']);
      await kit.reopen();
      expect(await watching().findLastReceived(['orders'])).toEqual(first);
      const [id = 0] = await kit.receive(kit.file('1'));
      const received = (await kit.journal.message(id))?.receivedAt;
      expect(await watching().findLastReceived(['orders', 'none'])).toEqual(
        new Map([
          ['orders', received],
          ['none', expect.any(String)],
        ]),
      );
    });
  });
}
