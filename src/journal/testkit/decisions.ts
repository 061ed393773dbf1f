import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../types.ts';
import type { MessageQuery } from '../journal.ts';
import { LeaseLost } from '../model/journal-errors.ts';
import { largeDocumentSize } from '../model/message.ts';
import type { Kit } from './kit.ts';
import { sampleRecord } from './sample-record.ts';

const findingOf = (code: string): Finding => ({
  ...{ code, severity: 'park', value: 'STK', message: 'It is not known.', advice: 'Add it.', path: '/Order' },
});

/** What people decide, find and bind. */
export function decisionsBehaviour(kit: Kit): void {
  const { file, event, receive, ready, claimed, deliver, decide } = kit;
  const anything = { direction: 'inbound', count: 10, due: Date.now() + 60_000, busy: [] } as const;

  describe('one gateway, one exchange', () => {
    it('refuses the state of another exchange', async () => {
      await kit.journal.bind('https://a + company 1');
      await kit.journal.bind('https://a + company 1');
      await expect(kit.journal.bind('https://b + company 1')).rejects.toThrow(
        /holds the orders of https:\/\/a/,
      );
    });

    it('takes another spelling of the same exchange, and a new address when told so', async () => {
      await kit.journal.bind('https://A.example:443/env/, company AB-1');
      await kit.journal.bind('https://a.example/env, company ab-1');
      for (const other of ['https://a.example/ENV2', 'https://a.example:8443/env', 'http://a.example/env'])
        await expect(kit.journal.bind(`${other}, company ab-1`)).rejects.toThrow(/journal rebind --to/);
      await expect(kit.journal.bind('https://a.example/env, company ab-2')).rejects.toThrow(
        /holds the orders/,
      );
      expect(await kit.journal.rebind('https://b.example/', { who: 'anna', reason: 'moved' })).toBe(
        'https://b.example, company AB-1',
      );
      await kit.journal.bind('https://b.example, company ab-1');
      expect(await kit.journal.findBinding()).toBe('https://b.example, company AB-1');
      const result = 'From https://a.example/env, company AB-1 to https://b.example, company AB-1.';
      expect(await kit.journal.history()).toMatchObject([
        { subject: 'exchange', action: 'rebind', who: 'anna', reason: 'moved', result },
      ]);
    });

    it('moves the cursor of a search by hand, which a search under way does not undo', async () => {
      const move = { channel: 'responses', value: '2026-02-01T00:00:00.000Z', noting: false };
      const by = { who: 'anna', reason: 'lost orders' };
      const to = '2026-01-15T00:00:00.000Z';
      expect(await kit.journal.moveCursor({ channel: 'responses', to, ...by })).toBeUndefined();
      await kit.journal.receive([], { cursor: { ...move, from: '2026-01-01T00:00:00.000Z' } });
      const other = { channel: 'shipments', value: '2026-01-02T00:00:00.000Z', noting: false };
      await kit.journal.receive([], { cursor: other });
      expect(await kit.journal.moveCursor({ channel: 'responses', to, ...by })).toBe(move.value);
      await kit.journal.receive([event('a')], {
        cursor: { ...move, value: '2026-02-02T00:00:00.000Z', from: move.value },
      });
      expect(await kit.journal.cursors()).toEqual([
        { channel: 'responses', value: to, noting: false },
        other,
      ]);
      await kit.journal.receive([], { cursor: { ...move, from: to } });
      expect(await kit.journal.findCursor('responses')).toEqual({ value: move.value, noting: false });
      expect(await kit.journal.history()).toMatchObject([
        { subject: 'responses', action: 'cursor', result: `From ${move.value} to ${to}.`, ...by },
      ]);
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

    it('lists messages by a finding, each once, also among those of a name or a state', async () => {
      const park = async (name: string, ...codes: readonly string[]): Promise<void> => {
        const id = await ready({ ...file(name), name: `${name}.xml` });
        await kit.journal.park(id, 'why', codes.map(findingOf));
      };
      await park('export-1', 'table-miss', 'no-date', 'table-miss');
      await park('export-2', 'no-date');
      await park('other-3', 'table-miss-more');
      await park('other-4', 'table-miss');
      const found = async (query: Partial<MessageQuery>): Promise<readonly number[]> =>
        (await kit.journal.list({ limit: 5, finding: 'table-miss', ...query })).map(({ id }) => id);
      expect(await found({})).toEqual([4, 1]);
      expect(await found({ limit: 1 })).toEqual([4]);
      expect(await found({ finding: 'no-date', state: 'parked' })).toEqual([2, 1]);
      expect(await found({ state: 'settled' })).toEqual([]);
      expect(await found({ find: 'export' })).toEqual([1]);
      expect(await found({ finding: 'table' })).toEqual([]);
    });
  });

  describe('numbers by which people know a document', () => {
    const found = async (find: string): Promise<readonly number[]> =>
      (await kit.journal.list({ limit: 5, find })).map(({ id }) => id);
    const orders = Array.from({ length: 400 }, (_, n) => `VM26${100_000 + n}`);

    it('are found each, also 400 orders of one despatch advice', async () => {
      const id = await ready(file('advice'), {
        purchaseOrderNumber: `${orders[0]} and 399 more`,
        keys: [
          { kind: 'advice', value: 'DES-77' },
          ...orders.map((value) => ({ kind: 'purchase order', value }) as const),
        ],
      });
      for (const find of ['VM26100000', 'VM26100399', '6100399', 'des-77'])
        expect(await found(find)).toEqual([id]);
      expect(await found('VM26100400')).toEqual([]);
      expect(await claimed()).toEqual([id]);
    });

    it('become known with what was fetched, too', async () => {
      const id = await ready(event('notice'), { orderKey: 'k' });
      await claimed();
      expect(await found('4500012345')).toEqual([]);
      const keys = [{ kind: 'sales order', value: '4500012345' }] as const;
      for (const again of [1, 2]) await kit.journal.storeGathered(id, Buffer.from(`${again}`), { keys });
      expect(await found('4500012345')).toEqual([id]);
    });

    it('may have any length: no document stops those after it', async () => {
      const long = (text: string): string => `${text}${randomBytes(40_000).toString('hex')}`;
      const keys = [{ kind: 'party', value: long('p') }] as const;
      const one = { orderKey: long('k'), address: long('a'), purchaseOrderNumber: long('VM7'), keys };
      const document = { ...event('x', long('seen')), name: long('name') };
      const id = await ready(document, one);
      const [same] = await kit.journal.receive([document]);
      const behind = await ready(event('y'), { orderKey: one.orderKey });
      expect([await claimed(), same]).toEqual([[id], undefined]);
      const change = () => ({ state: '{"revision":1}', bodies: [], revision: 1 });
      await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], change });
      expect(await kit.journal.orderState(one.address)).toBe('{"revision":1}');
      expect(await kit.journal.orderState(`${one.address}x`)).toBeUndefined();
      expect(await claimed()).toEqual([behind]);
      expect((await kit.journal.list({ limit: 5, find: 'VM7' })).map(({ id }) => id)).toEqual([]);
      expect(JSON.stringify(await kit.journal.list({ limit: 5 })).length).toBeLessThan(5000);
    });
  });

  describe('decisions', () => {
    it('are accepted while a file is being moved, which then leaves the message as it is', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(id, 'decide', []);
      const [seen] = await kit.journal.listUnfiled();
      if (!seen) throw new Error('nothing is to be moved');
      expect(await decide({ action: 'retry', message: id })).toMatchObject({ refused: false });
      await kit.journal.noteFiled(seen, 'parked/1.xml');
      await kit.journal.storeChecked(id, { findings: [], orderKey: 'k' });
      expect((await kit.journal.claim(anything)).map((message) => message.id)).toEqual([id]);
      await kit.journal.noteFiled(seen, 'parked/1.xml');
      expect(await kit.journal.claim({ ...anything, busy: [id] })).toEqual([]);
      await deliver(id);
      await kit.journal.noteFiled(seen, 'parked/1.xml');
      const [again] = await kit.journal.listUnfiled();
      expect(again).toMatchObject({ id, outcome: 'delivered' });
      expect(again).not.toHaveProperty('place');
      await kit.journal.noteFiled({ id, ends: again?.ends ?? 0 }, 'archive/1.xml');
      expect(await kit.journal.listUnfiled()).toEqual([]);
    });

    it('end a message in any open state, and what is settled stays as it is', async () => {
      const [unchecked = 0] = await receive(file('received'));
      expect(await decide({ action: 'discard', message: unchecked })).toEqual({
        result: 'It was discarded.',
        refused: false,
      });
      await expect(kit.journal.storeChecked(unchecked, { findings: [], orderKey: 'k' })).rejects.toThrow(
        LeaseLost,
      );
      await expect(kit.journal.park(unchecked, 'late', [])).rejects.toThrow(LeaseLost);
      const held = await ready(file('ready'), { orderKey: 'k' });
      expect(await decide({ action: 'discard', message: held })).toMatchObject({ refused: false });
      for (const id of [unchecked, held])
        expect(await kit.journal.message(id)).toMatchObject({ state: 'settled', outcome: 'discarded' });
      expect(await claimed()).toEqual([]);
    });

    it('end a message that is in hand when its attempt has ended, before it is tried again', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      const next = await ready(file('2'), { orderKey: 'k' });
      await claimed();
      expect(await decide({ action: 'discard', message: id, reason: 'by phone' })).toBeUndefined();
      expect(await kit.journal.message(id)).toMatchObject({ state: 'ready', inHand: true });
      await kit.journal.wait(id, 0, 'no answer');
      expect(await kit.journal.message(id)).toMatchObject({ outcome: 'discarded', reason: 'by phone' });
      expect(await kit.journal.history(id)).toMatchObject([{ action: 'discard', reason: 'by phone' }]);
      expect(await claimed()).toEqual([next]);
      await deliver(next);
      await kit.journal.carryOutCommands();
    });

    it('send an outdated one all the same, in its place, as long as its document is kept', async () => {
      const ended = async (text: string): Promise<number> => {
        const id = await ready(file(text), { orderKey: 'k' });
        await claimed();
        await kit.journal.settle(id, { outcome: 'outdated', reason: 'newer', findings: [] });
        await kit.journal.noteFiled({ id, ends: 1 }, `archive/${text}`);
        return id;
      };
      const id = await ended('1');
      const refusal = 'It is settled (outdated): retry with --force sends it all the same.';
      const asked = { action: 'retry', message: id } as const;
      expect(await decide(asked)).toEqual({ result: refusal, refused: true });
      const behind = await ready(file('2'), { orderKey: 'k' });
      expect(await decide({ ...asked, force: true })).toMatchObject({ refused: false });
      expect(await kit.journal.message(id)).toMatchObject({ state: 'received', forced: true });
      expect(await kit.journal.message(id)).not.toHaveProperty('settledAt');
      await kit.journal.storeChecked(id, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([id]);
      await deliver(id);
      expect(await kit.journal.message(id)).toMatchObject({ outcome: 'delivered' });
      expect(await kit.journal.listUnfiled()).toMatchObject([{ id }]);
      expect(await claimed()).toEqual([behind]);
      await deliver(behind);

      const old = await ended('3');
      await ready(file('4'));
      await kit.journal.prune({ bodies: new Date(Date.now() + 60_000).toISOString() }, 100);
      expect(await decide({ action: 'retry', message: old, force: true })).toEqual({
        result: 'Its document is no longer kept: export it again.',
        refused: true,
      });
    });

    it('send lines of a delivered order in a message of their own, as long as its document is kept', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      await deliver(id);
      await kit.journal.noteFiled({ id, ends: 1 }, 'archive/1');
      const all = { action: 'retry', message: id, force: true } as const;
      const lines = { ...all, line: '10 20' };
      for (const refused of [false, false]) expect(await decide(lines)).toMatchObject({ refused });
      const sent = { corrects: id, state: 'received', forced: true, forcedLines: ['10', '20'] };
      expect(await kit.journal.list({ limit: 9 })).toMatchObject([sent, sent, { id }]);
      expect(await decide(all)).toMatchObject({ refused: true });
      await kit.journal.prune({ bodies: new Date(Date.now() + 60_000).toISOString() }, 100);
      expect(await decide(lines)).toEqual({
        result: 'Its document is no longer kept: export it again.',
        refused: true,
      });
    });

    it('are refused with a reason: no such message, settled, in hand, on its own way', async () => {
      const id = await ready(file('1'));
      expect(await decide({ action: 'retry', message: 77 })).toEqual({
        result: 'There is no message 77.',
        refused: true,
      });
      expect(await decide({ action: 'retry', message: id })).toEqual({
        result: 'It is ready: it goes on by itself.',
        refused: true,
      });
      const [unchecked = 0] = await receive(file('2'));
      for (const message of [id, unchecked])
        expect(await decide({ action: 'resend', message, bytes: Buffer.from('other') })).toMatchObject({
          result: expect.stringContaining('wait until it has ended, or until it waits'),
          refused: true,
        });
      expect(await decide({ action: 'close', message: id })).toEqual({
        result: 'It was not refused: only a refused document is closed.',
        refused: true,
      });
      await claimed();
      expect(await decide({ action: 'retry', message: id })).toMatchObject({ refused: true });
      await deliver(id);
      expect(await decide({ action: 'release', message: id })).toEqual({
        result: 'It is settled (delivered): nothing to decide.',
        refused: true,
      });
    });

    it('leave alone what is being worked on, also where it waited before', async () => {
      const id = await ready(file('1'));
      await claimed();
      await kit.journal.wait(id, 0, 'no answer');
      expect(await claimed()).toEqual([id]);
      const refused = {
        result: 'It is being worked on at this moment: try again when that has ended.',
        refused: true,
      };
      expect(await decide({ action: 'retry', message: id })).toEqual(refused);
      const bytes = Buffer.from('other');
      expect(await decide({ action: 'resend', message: id, bytes })).toEqual(refused);
      expect(await kit.journal.message(id)).toMatchObject({ state: 'waiting', inHand: true });
      await kit.journal.wait(id, Date.now() + 60_000, 'no answer');
      expect(await decide({ action: 'retry', message: id })).toMatchObject({ refused: false });
    });

    it('are carried out in the order in which they were left, and one that has to wait holds up no other', async () => {
      const held = await ready(file('held'));
      await claimed();
      const parked = await ready(file('parked'));
      await kit.journal.park(parked, 'decide', []);
      const left = [
        ['discard', held],
        ['retry', parked],
        ['discard', parked],
      ] as const;
      for (const [action, message] of left)
        await kit.journal.enqueueCommand({ action, message, force: false, reason: '' });
      expect(await kit.journal.carryOutCommands()).toMatchObject([
        { action: 'retry', message: parked, refused: false },
        { action: 'discard', message: parked, refused: false },
      ]);
      expect(await kit.journal.carryOutCommands()).toEqual([]);
    });

    it('are refused where a correction has no document; lines are kept of what is sent all the same alone', async () => {
      const id = await ready(file('1'));
      await claimed();
      await kit.journal.park(id, 'decide', []);
      expect(await decide({ action: 'resend', message: id })).toEqual({
        result: 'There is no corrected document.',
        refused: true,
      });
      const source = { kind: 'notice', what: 'order', id: 'o-1' } as const;
      const notice = await ready({ ...event('o-1'), source });
      expect(await decide({ action: 'resend', message: notice, bytes: Buffer.from('other') })).toEqual({
        result: 'It is a notice: there is no document to correct.',
        refused: true,
      });
      await decide({ action: 'retry', message: id, line: '10' });
      expect(await kit.journal.message(id)).toMatchObject({ state: 'received', forced: false });
      expect(await kit.journal.message(id)).not.toHaveProperty('forcedLines');
    });

    it('keeps who decided what, and why', async () => {
      const id = await ready(file('1'));
      await kit.journal.park(id, 'decide', []);
      await kit.journal.enqueueCommand({
        action: 'discard',
        message: id,
        force: false,
        reason: 'by phone',
        who: 'anna',
      });
      await kit.journal.carryOutCommands();
      expect(await kit.journal.history(id)).toMatchObject([
        { action: 'discard', who: 'anna', reason: 'by phone', result: 'It was discarded.' },
      ]);
    });

    it('tells the audit of decisions at the command line, and of none twice', async () => {
      const id = await ready(file('1'));
      await kit.journal.park(id, 'decide', []);
      const anna = { who: 'anna', reason: 'by phone' };
      await decide({ action: 'release', message: id, ...anna });
      await decide({ action: 'discard', message: id, ...anna, origin: 'page' });
      await decide({ action: 'retry', message: id, ...anna, origin: 'many' });
      await decide({ action: 'retry', message: id, ...anna });
      const alarm = { code: 'parked', about: 'orders' };
      await kit.journal.troubles.acknowledge({ ...alarm, ...anna, origin: 'page' });
      await kit.journal.troubles.acknowledge({ ...alarm, ...anna });
      const by = { kind: 'system', name: 'anna', address: hostname() };
      expect(await kit.journal.accounts.listAudit({ limit: 9 })).toMatchObject([
        { by, action: 'acknowledge', object: 'alarm parked orders', reason: 'by phone', result: 'done' },
        { by, action: 'retry', object: `${id}`, result: 'refused' },
        { by, action: 'release', object: `${id}`, reason: 'by phone', result: 'done' },
      ]);
      expect((await kit.journal.history(id)).map(({ machine }) => machine)).toEqual([
        ...[hostname(), undefined, hostname(), hostname()],
      ]);
    });

    it('checks a corrected document in the place of a parked one and keeps the original', async () => {
      const id = await ready(file('wrong'), { orderKey: 'k' });
      const later = await ready(file('later'), { orderKey: 'k' });
      await claimed();
      await kit.journal.park(id, 'decide', []);
      const bytes = Buffer.from('right');
      await kit.journal.enqueueCommand({
        action: 'resend',
        message: id,
        force: false,
        reason: 'typo',
        bytes,
      });
      await kit.journal.carryOutCommands();
      const message = await kit.journal.message(id);
      expect(message).toMatchObject({ state: 'received' });
      expect(Buffer.from((await kit.journal.body(message?.hash ?? '')) ?? []).toString()).toBe('right');
      expect(Buffer.from((await kit.journal.part(id, 'received')) ?? []).toString()).toBe('wrong');
      const behind = await ready(file('of another order'), { orderKey: 'another' });
      await kit.journal.storeChecked(id, { findings: [], orderKey: 'another' });
      expect(await claimed()).toEqual([id, later]);
      await kit.journal.wait(id, Date.now() + 60_000, 'no answer');
      expect(await claimed()).toEqual([]);
      await deliver(id);
      expect(await claimed()).toEqual([behind]);
    });

    it('sends nothing again that was made of a document before it was corrected, and goes on at once', async () => {
      const id = await ready(file('wrong'));
      await claimed();
      const made = { bytes: Buffer.from('{}'), mapping: '', findings: [], plan: '{}', saw: sampleRecord };
      await kit.journal.startDelivery(id, made);
      await kit.journal.wait(id, Date.now() + 60_000, 'no answer');
      const bytes = Buffer.from('right');
      expect(await decide({ action: 'resend', message: id, bytes })).toMatchObject({ refused: false });
      // whoever looks for an attempt that is open looks at the last one
      expect((await kit.journal.attempts(id)).at(-1)).toMatchObject({
        detail: 'the document was corrected',
        ended: expect.any(String),
      });
      await kit.journal.storeChecked(id, { findings: [] });
      expect(await claimed()).toEqual([id]);
    });

    it('knows of a document that is checked again what the last check said, and nothing of the one before', async () => {
      const id = await ready(file('dated'), { orderKey: 'k', issued: '2026-03-01T10:00:00.000Z' });
      await claimed();
      await kit.journal.park(id, 'decide', []);
      await decide({ action: 'resend', message: id, bytes: Buffer.from('undated') });
      await kit.journal.storeChecked(id, { findings: [], orderKey: 'k' });
      expect(await kit.journal.message(id)).not.toHaveProperty('issued');
    });

    it('gives a corrected document to the hands that its new size is for', async () => {
      const id = await ready(file('small'));
      await claimed();
      await kit.journal.park(id, 'decide', []);
      await decide({ action: 'resend', message: id, bytes: Buffer.alloc(largeDocumentSize) });
      const query = { count: 1, busy: [] };
      expect(await kit.journal.takeNextToCheck({ ...query, large: false })).toEqual([]);
      expect(await kit.journal.takeNextToCheck({ ...query, large: true })).toMatchObject([{ id }]);
    });

    it('makes a new message of the correction of a settled one', async () => {
      const id = await ready({ ...file('1'), lane: 'inbound/orders' }, { orderKey: 'k' });
      await deliver(id);
      const bytes = Buffer.from('right');
      await kit.journal.enqueueCommand({ action: 'resend', message: id, force: false, reason: '', bytes });
      await kit.journal.carryOutCommands();
      const [newest] = await kit.journal.list({ limit: 1 });
      expect(newest).toMatchObject({
        state: 'received',
        corrects: id,
        lane: 'inbound/orders',
        name: (await kit.journal.message(id))?.name,
      });
      expect(Buffer.from((await kit.journal.part(newest?.id ?? 0, 'received')) ?? []).toString()).toBe(
        'right',
      );
    });
  });
}
