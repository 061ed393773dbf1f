import { describe, expect, it } from 'vitest';
import { dryRunNameOf } from '../../dry-run-names.ts';
import { LeaseLost } from '../model/journal-errors.ts';
import type { Kit } from './kit.ts';
import { sampleRecord } from './sample-record.ts';

const parts = {
  bytes: Buffer.from('{"order":1}'),
  saw: sampleRecord,
  plan: '{"p":1}',
  mapping: 'abc',
  findings: [],
};

/** What prepare made, and tries to send or publish it. */
export function attemptsBehaviour(kit: Kit): void {
  const { reopen, file, event, ready, claimed, decide } = kit;

  describe('attempts', () => {
    it('keeps what was prepared with the start of the attempt', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      expect(await kit.journal.startDelivery(id, parts)).toEqual({ attempt: 1, sequence: 0 });
      await reopen();
      expect(await kit.journal.attempts(id)).toMatchObject([{ n: 1, what: 'deliver', status: 0 }]);
      expect((await kit.journal.attempts(id))[0]).not.toHaveProperty('ended');
      expect(Buffer.from((await kit.journal.part(id, 'prepared')) ?? []).toString()).toBe('{"order":1}');
      expect(Buffer.from((await kit.journal.part(id, 'plan')) ?? []).toString()).toBe('{"p":1}');
      expect(await kit.journal.message(id)).toMatchObject({ mapping: 'abc', generation: 'abc', attempts: 1 });
      await kit.journal.startDelivery(id, { ...parts, mapping: '' });
      expect(await kit.journal.message(id)).not.toHaveProperty('mapping');
    });

    it.each(ofChecked)(
      'does nothing of what comes after a check, $name, while the journal has forgotten it',
      async ({ act }) => {
        const [id = 0] = await kit.receive(file('1'));
        const lost = act(kit, id);
        await expect(lost).rejects.toThrow(LeaseLost);
        await expect(lost).rejects.toThrow('not checked yet');
        expect(await kit.journal.message(id)).toMatchObject({ state: 'received', attempts: 0 });
        expect(await kit.journal.attempts(id)).toEqual([]);
      },
    );

    it('neither ends nor stages what has not begun: the journal has forgotten it, and what was prepared', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      const staged = { temporary: '.1.tmp', name: '1.xml' };
      const settled = { ...end, ended: { ...attemptEnd, attempt: 1 } };
      await expect(kit.journal.endAttempt(id, 1, attemptEnd)).rejects.toThrow(LeaseLost);
      await expect(kit.journal.noteStaged(id, 1, staged)).rejects.toThrow(LeaseLost);
      await expect(kit.journal.settle(id, settled)).rejects.toThrow('has not begun');
      expect(await kit.journal.message(id)).toMatchObject({ state: 'ready', inHand: true });
      await kit.journal.startDelivery(id, parts);
      await kit.journal.settle(id, settled);
      expect(await kit.journal.attempts(id)).toMatchObject([{ n: 1, status: 200 }]);
    });

    it('notes no try of a message that it does not know', async () => {
      await expect(kit.journal.noteTry(4711, 'work', 'no bytes')).rejects.toThrow(LeaseLost);
      expect(await kit.journal.attempts(4711)).toEqual([]);
    });

    it('counts tries that failed, and those that never came back, over restarts, until a person decides', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      expect(await kit.journal.noteTry(id, 'work', 'no')).toEqual({ attempt: 1, tries: 1, ends: 0 });
      expect(await kit.journal.noteTry(id, 'check', 'no')).toEqual({ attempt: 2, tries: 1, ends: 0 });
      await reopen();
      const begun = await kit.journal.noteTry(id, 'work');
      expect(begun).toEqual({ attempt: 3, tries: 1, ends: 1 });
      expect(await kit.journal.attempts(id)).toMatchObject([
        { what: 'work', detail: 'no' },
        { what: 'check', detail: 'no' },
        { what: 'work', detail: '' },
      ]);
      await reopen();
      const again = await kit.journal.noteTry(id, 'work');
      expect(again).toEqual({ attempt: 4, tries: 1, ends: 2 });
      for (const { attempt } of [begun, again]) await kit.journal.noteTryEnded(id, attempt);
      expect(await kit.journal.noteTry(id, 'work', 'no')).toMatchObject({ tries: 2, ends: 0 });
      await kit.journal.park(id, 'enough', []);
      await kit.journal.enqueueCommand({ action: 'retry', message: id, force: false, reason: '' });
      await kit.journal.carryOutCommands();
      expect(await kit.journal.noteTry(id, 'work', 'no')).toMatchObject({ tries: 1 });
    });

    it('says possibly twice after an unknown outcome', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      await kit.journal.startDelivery(id, parts);
      await kit.journal.endAttempt(id, 1, { status: 0, detail: 'reply lost', unknown: true });
      expect(await kit.journal.startRedelivery(id)).toBe(2);
      await kit.journal.endAttempt(id, 2, {
        status: 200,
        detail: 'ok',
        unknown: false,
        answer: Buffer.from('{"ok":true}'),
      });
      expect(await kit.journal.message(id)).toMatchObject({ possiblyTwice: true });
      expect(await kit.journal.attempts(id)).toMatchObject([
        { unknown: true },
        { unknown: false, status: 200 },
      ]);
    });

    it('ends an attempt together with its message, or neither', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'a' });
      await claimed();
      await kit.journal.startDelivery(id, parts);
      const ended = { attempt: 1, status: 200, detail: 'ok', unknown: false };
      const settlement = { outcome: 'delivered', reason: 'taken', findings: [], ended } as const;
      const change = () => {
        throw new Error('no state');
      };
      await expect(kit.journal.settle(id, { ...settlement, change })).rejects.toThrow('no state');
      expect((await kit.journal.attempts(id))[0]?.ended).toBeUndefined();
      await kit.journal.settle(id, settlement);
      expect(await kit.journal.message(id)).toMatchObject({ state: 'settled', outcome: 'delivered' });
      expect(await kit.journal.attempts(id)).toMatchObject([{ status: 200, ended: expect.any(String) }]);
    });

    it('counts sequences per channel and never repeats one; a dry run takes none', async () => {
      const first = await ready(event('1'), { orderKey: 'a' });
      const second = await ready(event('2'), { orderKey: 'b' });
      const other = await ready({ ...event('3'), channel: 'shipments' });
      const inbound = await ready({ ...file('4'), channel: 'responses' });
      expect((await kit.journal.startDelivery(first, parts)).sequence).toBe(1);
      await reopen();
      expect((await kit.journal.startDelivery(inbound, parts)).sequence).toBe(0);
      const dry = await ready({ ...event('5'), lane: dryRunNameOf('responses') });
      expect((await kit.journal.startDelivery(dry, parts)).sequence).toBe(0);
      expect((await kit.journal.startDelivery(second, parts)).sequence).toBe(2);
      expect((await kit.journal.startDelivery(other, parts)).sequence).toBe(1);
    });

    it('says published only of what was said to be, also after a forced retry that then waits', async () => {
      const id = await ready(event('1'), { orderKey: 'k' });
      await claimed();
      await kit.journal.startDelivery(id, parts);
      await kit.journal.noteStaged(id, 1, { temporary: '.a.tmp', name: 'a.xml' });
      await kit.journal.park(id, 'its folder was made anew', []);
      await decide({ action: 'retry', message: id, force: true });
      await kit.journal.storeChecked(id, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([id]);
      const nothing = { status: 0, detail: 'nothing was published', unknown: false };
      await kit.journal.endAttempt(id, 1, nothing);
      await kit.journal.wait(id, 0, 'the exchange is away');
      await reopen();
      expect(await kit.journal.attempts(id)).toMatchObject([{ n: 1, published: false }]);
      expect(await claimed()).toEqual([id]);
      await kit.journal.startDelivery(id, parts);
      await kit.journal.endAttempt(id, 2, { ...nothing, detail: 'published as a.xml', published: true });
      expect(await kit.journal.attempts(id)).toMatchObject([{ published: false }, { published: true }]);
    });

    it('remembers what was staged', async () => {
      const id = await ready(event('1'), { orderKey: 'k' });
      await kit.journal.startDelivery(id, parts);
      await kit.journal.noteStaged(id, 1, { temporary: '.a.tmp', name: 'a.xml' });
      await reopen();
      expect(await kit.journal.attempts(id)).toMatchObject([
        { staged: { temporary: '.a.tmp', name: 'a.xml' } },
      ]);
    });
  });
}

const attemptEnd = { status: 200, detail: 'ok', unknown: false };
const end = { outcome: 'delivered', reason: '', findings: [] } as const;

interface StepOfChecked {
  readonly name: string;
  act(kit: Kit, id: number): Promise<unknown>;
}

const ofChecked: readonly StepOfChecked[] = [
  { name: 'startDelivery', act: ({ journal }, id) => journal.startDelivery(id, parts) },
  { name: 'startRedelivery', act: ({ journal }, id) => journal.startRedelivery(id) },
  { name: 'startGather', act: ({ journal }, id) => journal.startGather(id) },
  { name: 'storeGathered', act: ({ journal }, id) => journal.storeGathered(id, Buffer.from('{}'), {}) },
  { name: 'changeOrderState', act: ({ journal }, id) => journal.changeOrderState(id, noChange) },
  { name: 'endAttempt', act: ({ journal }, id) => journal.endAttempt(id, 1, attemptEnd) },
  { name: 'wait', act: ({ journal }, id) => journal.wait(id, 0, 'no answer') },
  { name: 'park', act: ({ journal }, id) => journal.park(id, 'no', [], { saw: sampleRecord }) },
  { name: 'settle', act: ({ journal }, id) => journal.settle(id, { ...end, saw: sampleRecord }) },
  {
    name: 'settle with its attempt',
    act: ({ journal }, id) => journal.settle(id, { ...end, ended: { ...attemptEnd, attempt: 1 } }),
  },
];

const noChange = () => ({ state: '{}', revision: 1, bodies: [] });
