import { describe, expect, it } from 'vitest';
import { sha256 } from '../../text/sha256.ts';

import type { Artifact, ReplayRecord } from '../model/message.ts';
import type { Kit } from './kit.ts';
import { sampleRecord } from './sample-record.ts';

/** What check and prepare saw is kept, whatever the end of the message. */
export function lastStepsBehaviour(kit: Kit): void {
  const { reopen, file, event, ready, claimed } = kit;
  const ever = '2999-01-01T00:00:00.000Z';
  const parts = { bytes: Buffer.from('{}'), plan: '{}', mapping: 'abc', findings: [] };
  const onState = (state: string, more: Partial<ReplayRecord> = {}): ReplayRecord => ({
    ...sampleRecord,
    state,
    ...more,
  });

  describe('what was seen', () => {
    it('is kept with what was delivered, settled, parked and put off', async () => {
      const ids = [];
      for (const name of ['delivered', 'settled', 'parked', 'waiting'])
        ids.push(await ready(file(name), { orderKey: name }));
      const [delivered = 0, settled = 0, parked = 0, waiting = 0] = ids;
      await claimed();
      await kit.journal.startDelivery(delivered, { ...parts, saw: onState('{"d":1}') });
      const unchanged = onState('{"s":1}', { said: 'unchanged', forced: true });
      await kit.journal.settle(settled, { outcome: 'unchanged', reason: '', findings: [], saw: unchanged });
      await kit.journal.park(parked, '', [], { saw: onState('{"p":1}', { said: 'park' }) });
      await kit.journal.wait(waiting, 0, '', { saw: onState('{"w":1}', { said: 'wait' }) });
      await reopen();
      const { at } = sampleRecord;
      expect(await Promise.all(ids.map((id) => kit.journal.findReplayRecord(id)))).toEqual([
        { step: 'prepare', at, said: 'deliver', forced: false, state: '{"d":1}', lost: false },
        { step: 'prepare', at, said: 'unchanged', forced: true, state: '{"s":1}', lost: false },
        { step: 'prepare', at, said: 'park', forced: false, state: '{"p":1}', lost: false },
        { step: 'prepare', at, said: 'wait', forced: false, state: '{"w":1}', lost: false },
      ]);
      expect(await kit.journal.message(settled)).toMatchObject({ generation: 'abc' });
    });

    it('has the paths of values that go nowhere, whatever the end; the last prepare counts', async () => {
      const lost = [{ path: '/Order/cbc:Note', count: 2, class: 'other' }] as const;
      const ids = [];
      for (const name of ['delivered', 'settled', 'parked', 'again'])
        ids.push(await ready(file(name), { orderKey: name }));
      const [delivered = 0, settled = 0, parked = 0, again = 0] = ids;
      await claimed();
      await kit.journal.startDelivery(delivered, { ...parts, saw: { ...sampleRecord, lost } });
      await kit.journal.settle(settled, {
        ...{ outcome: 'unchanged', reason: '', findings: [] },
        saw: { ...sampleRecord, said: 'unchanged', lost },
      });
      await kit.journal.park(parked, '', [], { saw: { ...sampleRecord, said: 'park', lost } });
      await kit.journal.wait(again, 0, '', { saw: { ...sampleRecord, said: 'wait', lost } });
      await kit.journal.wait(again, 0, '', { saw: { ...sampleRecord, said: 'wait' } });
      await reopen();
      for (const id of [delivered, settled, parked])
        expect(await kit.journal.message(id)).toMatchObject({ lost });
      expect(await kit.journal.message(again)).not.toHaveProperty('lost');
    });

    it('knows the first message of each path that a channel lost, where it was told, longer than that message', async () => {
      const one = { path: '/Order/a', count: 2, class: 'commercial', told: true } as const;
      const other = { path: '/Order/b', count: 1, class: 'commercial', told: true } as const;
      const untold = { path: '/Order/c', count: 1, class: 'other' } as const;
      const first = await ready(file('1'), { orderKey: '1', purchaseOrderNumber: 'PO-1' });
      const second = await ready(file('2'), { orderKey: '2' });
      await claimed();
      await kit.journal.startDelivery(first, { ...parts, saw: { ...sampleRecord, lost: [one, untold] } });
      await kit.journal.startDelivery(second, {
        ...parts,
        saw: { ...sampleRecord, lost: [other, { ...one, count: 9 }] },
      });
      await reopen();
      const losses = await kit.journal.troubles.listFirstLosses(10);
      expect(losses).toMatchObject([
        { channel: 'orders', path: '/Order/b', count: 1, message: second },
        { channel: 'orders', path: '/Order/a', count: 2, message: first, purchaseOrderNumber: 'PO-1' },
      ]);
      expect(losses[0]?.id).toBeGreaterThan(losses[1]?.id ?? Number.NaN);
      expect(await kit.journal.troubles.listFirstLosses(1)).toHaveLength(1);
      expect(await kit.journal.message(first)).toMatchObject({ lost: [one, untold] });
    });

    it('is that of the last time: a state that was absent is absent', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      expect(await kit.journal.findReplayRecord(id)).toBeUndefined();
      await kit.journal.wait(id, 0, '', { saw: onState('{"old":1}', { said: 'wait' }) });
      const { generation: _, ...failed } = sampleRecord;
      await kit.journal.wait(id, 0, '', { saw: { ...failed, said: 'failed' } });
      const seen = await kit.journal.findReplayRecord(id);
      expect(seen).toMatchObject({ said: 'failed', lost: false });
      expect(seen).not.toHaveProperty('state');
      expect(await kit.journal.message(id)).not.toHaveProperty('generation');
    });

    it('costs no more each time that a waiting message is prepared on the same state', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      const body = sha256(Buffer.from('1'));
      for (let n = 0; n < 3; n += 1)
        await kit.journal.wait(id, 0, '', { saw: onState('{"same":1}', { said: 'wait', bodies: [body] }) });
      const roles = (await kit.journal.parts(id)).map(({ role }) => role);
      expect(roles).toEqual(['received', 'named']);
    });

    it('keeps the bodies that the state names, as long as its own', async () => {
      const body = sha256(Buffer.from('event'));
      const brought = await ready(event('event'), { orderKey: 'e' });
      await kit.journal.settle(brought, { outcome: 'ignored', reason: '', findings: [] });
      await kit.journal.noteFiled({ id: brought, ends: 1 }, '');
      const id = await ready(file('1'), { orderKey: 'k' });
      const seen = onState('{"named":1}', { bodies: [body, sha256(Buffer.from('never there'))] });
      await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], saw: seen });
      await kit.journal.noteFiled({ id, ends: 1 }, '');
      await kit.receive(file('newest'));
      expect(await kit.journal.prune({ noNews: ever }, 100)).toBe(1);
      expect(await kit.journal.message(brought)).toBeUndefined();
      expect(Buffer.from((await kit.journal.body(body)) ?? []).toString()).toBe('event');
      expect(await kit.journal.prune({ bodies: ever }, 100)).toBe(1);
      expect(await kit.journal.body(body)).toBeUndefined();
      expect(await kit.journal.findReplayRecord(id)).toMatchObject({ lost: true });
    });

    it('keeps a body that the state lets go as its message settles', async () => {
      const body = sha256(Buffer.from('event'));
      const namedBy = (bodies: readonly string[]) => () => ({ state: '{}', bodies, revision: 1 });
      const about = { outcome: 'delivered', reason: '', findings: [] } as const;
      const brought = await ready(event('event'), { orderKey: 'e', address: 'a' });
      await kit.journal.settle(brought, { ...about, change: namedBy([body]) });
      await kit.journal.noteFiled({ id: brought, ends: 1 }, '');
      const id = await ready(file('1'), { orderKey: 'k', address: 'a' });
      expect(await kit.journal.prune({ messages: ever }, 100)).toBe(1);
      const saw = onState('{}', { bodies: [body] });
      await kit.journal.settle(id, { ...about, saw, change: namedBy([]) });
      expect(Buffer.from((await kit.journal.body(body)) ?? []).toString()).toBe('event');
    });

    it('tells which change of the order state a settled message made', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1' });
      const change = () => ({ state: '{}', bodies: [], revision: 7 });
      await kit.journal.settle(id, { outcome: 'delivered', reason: '', findings: [], change });
      expect(await kit.journal.message(id)).toMatchObject({ revision: 7 });
      const other = await ready(file('2'), { orderKey: 'k', address: 'buyer/x/1' });
      await kit.journal.settle(other, { outcome: 'unchanged', reason: '', findings: [] });
      expect(await kit.journal.message(other)).not.toHaveProperty('revision');
    });

    it('is listed by its number, those that nobody has seen left out', async () => {
      const ids = [];
      for (const name of ['a', 'b', 'c'])
        ids.push(await ready(file(name), { orderKey: name, address: `at ${name}` }));
      const [first = 0, unseen = 0, last = 0] = ids;
      for (const id of [first, last])
        await kit.journal.settle(id, { outcome: 'unchanged', reason: '', findings: [], saw: sampleRecord });
      const found = await kit.journal.listReplayCandidates(0, 10);
      expect(found).toMatchObject([
        { id: first, channel: 'orders', address: 'at a', generation: 'abc' },
        { id: last, channel: 'orders', address: 'at c' },
      ]);
      expect(found.some(({ id }) => id === unseen)).toBe(false);
      expect(await kit.journal.listReplayCandidates(0, 1)).toHaveLength(1);
      expect((await kit.journal.listReplayCandidates(first, 10)).map(({ id }) => id)).toEqual([last]);
    });
  });

  describe('what messages are made with', () => {
    const text: Artifact = { hash: 'a1', kind: 'text', text: 'target:\n  order: é'.repeat(100) };

    it('is kept once for each hash, as it was first', async () => {
      await kit.journal.saveArtifacts([text, { hash: 'b2', kind: 'settings', text: '{}' }]);
      await kit.journal.saveArtifacts([{ ...text, text: 'other' }]);
      await reopen();
      expect(await kit.journal.artifact('a1')).toEqual(text);
      expect(await kit.journal.artifact('b2')).toEqual({ hash: 'b2', kind: 'settings', text: '{}' });
      expect(await kit.journal.artifact('c3')).toBeUndefined();
    });

    it('is counted by generation and channel, the first used first', async () => {
      for (const [n, generation] of ['one', 'two', 'two'].entries()) {
        const id = await ready(file(`${n}`), { orderKey: `${n}` });
        await kit.journal.park(id, '', [], { saw: { ...sampleRecord, generation } });
      }
      const uses = await kit.journal.generations();
      expect(uses).toMatchObject([
        { generation: 'one', channel: 'orders', messages: 1 },
        { generation: 'two', channel: 'orders', messages: 2 },
      ]);
      expect(uses[1]?.first.localeCompare(uses[1]?.last ?? '')).toBeLessThanOrEqual(0);
    });

    it('tells when each was used last, which is not when its messages came', async () => {
      const uses = [
        ['one', 'prepare', '2026-03-01T09:00:00.000Z'],
        ['two', 'check', '2026-03-03T09:00:00.000Z'],
        ['two', 'prepare', '2026-03-02T09:00:00.000Z'],
      ] as const;
      for (const [n, [generation, step, at]] of uses.entries()) {
        const id = await ready(file(`${n}`), { orderKey: `${n}` });
        await kit.journal.park(id, '', [], { saw: { ...sampleRecord, generation, step, at } });
      }
      expect((await kit.journal.generations()).map(({ generation, used }) => [generation, used])).toEqual([
        ['one', '2026-03-01T09:00:00.000Z'],
        ['two', '2026-03-03T09:00:00.000Z'],
      ]);
    });
  });

  describe('versions of a mapping', () => {
    const mapping = (name: string, hash: string): Artifact => ({
      ...{ hash, kind: 'mapping' },
      text: JSON.stringify({ name, texts: [] }),
    });
    const numbers = async (name: string) =>
      (await kit.journal.mappingVersions(name)).map(({ number, hash, who }) => [number, hash, who]);

    it('get the next number when they are kept first, and keep it', async () => {
      await kit.journal.saveArtifacts([mapping('orders', 'h1'), mapping('answers', 'a1')]);
      const anna = { who: 'anna', reason: 'PO-1', folder: 'f' };
      await kit.journal.saveArtifacts([mapping('orders', 'h2'), mapping('answers', 'a1')], anna);
      await kit.journal.saveArtifacts([mapping('orders', 'h1')], { who: 'bert', reason: '' });
      await kit.journal.saveArtifacts([mapping('orders', 'h0')]);
      await reopen();
      expect(await numbers('orders')).toEqual([
        [1, 'h1', ''],
        [2, 'h2', 'anna'],
        [3, 'h0', ''],
      ]);
      expect(await numbers('answers')).toEqual([[1, 'a1', '']]);
      expect((await kit.journal.mappingVersions('orders'))[1]).toMatchObject({ reason: 'PO-1', folder: 'f' });
      expect(await numbers('none')).toEqual([]);
    });

    it('are given by several at once, each number once', async () => {
      const hashes = Array.from({ length: 8 }, (_, n) => `h${n}`);
      await Promise.all(hashes.map((hash) => kit.journal.saveArtifacts([mapping('orders', hash)])));
      const found = await kit.journal.mappingVersions('orders');
      expect(found.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      expect(found.map(({ hash }) => hash).sort()).toEqual(hashes);
    });
  });

  describe('what was published', () => {
    it('is kept with who, why, both folders and what it freed', async () => {
      const one = { action: 'publish', who: 'anna', reason: 'PO-1', before: 'f1', after: 'f2' } as const;
      const deferral = { mappings: 'm', standing: [] };
      expect(await kit.journal.addPublication({ ...one, freed: [3, 5] }, deferral)).toBe(1);
      expect(await kit.journal.addPublication({ ...one, action: 'restore', freed: [] }, deferral)).toBe(2);
      await reopen();
      expect(await kit.journal.publications()).toEqual([
        { ...one, id: 1, at: expect.stringMatching(/Z$/), freed: [3, 5] },
        { ...one, id: 2, at: expect.stringMatching(/Z$/), action: 'restore', freed: [] },
      ]);
    });
  });
}
