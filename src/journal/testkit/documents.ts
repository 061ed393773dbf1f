import { describe, expect, it } from 'vitest';
import { limits } from '../../limits.ts';
import { LeaseLost } from '../model/journal-errors.ts';
import { arrivalsPerMessage, type NumberedDocument } from '../model/message.ts';
import type { Kit } from './kit.ts';
import { sampleRecord } from './sample-record.ts';

/** Files of several documents. */
export function documentsBehaviour(kit: Kit): void {
  const { reopen, file, receive, ready, claimed, deliver, decide } = kit;

  const document = (number: number, text = `order ${number}`): NumberedDocument => ({
    number,
    channel: 'orders',
    bytes: Buffer.from(text),
    envelope: Buffer.from('headings'),
    at: { offset: 10 * number, line: number + 1, column: 1, record: number + 1 },
    findings: [],
  });

  const inLane = (text: string) => ({ ...file(text), lane: 'inbound/orders' });

  /** The ids of its documents. */
  async function cut(id: number, count: number): Promise<readonly number[]> {
    const documents = Array.from({ length: count }, (_, n) => document(n + 1));
    await kit.journal.addDocuments(id, documents, 'g');
    return (await kit.journal.documents(id)).map((one) => one.id);
  }

  const split = (id: number, count: number) =>
    kit.journal.split(id, count, `It holds ${count} documents.`, []);

  const reject = (id: number) => kit.journal.settle(id, { outcome: 'rejected', reason: '', findings: [] });

  const unfiled = async () => (await kit.journal.listUnfiled()).map(({ id }) => id);

  const moved = async (id: number, place: string) => {
    const message = await kit.journal.message(id);
    if (message) await kit.journal.noteFiled(message, place);
  };

  describe('files of several documents', () => {
    it('are listed in their order in the file, however many there are', async () => {
      const [id = 0] = await receive(inLane('file'));
      const ids = await cut(id, 501);
      expect(ids).toHaveLength(501);
      const documents = await kit.journal.documents(id);
      expect(documents.map(({ name }) => name.replace(/^.*#/, ''))).toEqual(ids.map((_, n) => `${n + 1}`));
    });

    it('each is a message of its own, with its bytes, envelope and place, at the place of its file', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0, second = 0] = await cut(id, 2);
      await split(id, 2);
      await reopen();
      const told = await kit.journal.message(second);
      expect(told).toMatchObject({
        name: expect.stringMatching(/^\d+\.xml #2$/),
        lane: 'inbound/orders',
        state: 'received',
      });
      expect(told?.arrival).toBe(id * arrivalsPerMessage + 2);
      expect(told?.source).toEqual({
        kind: 'document',
        of: id,
        number: 2,
        at: { offset: 20, line: 3, column: 1, record: 3 },
        envelope: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      for (const [role, text] of [
        ['received', 'order 2'],
        ['envelope', 'headings'],
      ] as const)
        expect(Buffer.from((await kit.journal.part(second, role)) ?? []).toString()).toBe(text);
      expect(await kit.journal.message(id)).toMatchObject({ state: 'settled', outcome: 'split' });
      expect((await kit.journal.documents(id)).map((one) => one.id)).toEqual([first, second]);
      expect(await kit.journal.documents(first)).toEqual([]);
    });

    it('are told apart by their numbers, however long the name of their file is', async () => {
      const [id = 0] = await receive({ ...inLane('file'), name: 'n'.repeat(limits.name) });
      await cut(id, 2);
      const names = (await kit.journal.documents(id)).map(({ name }) => name);
      expect(names).toEqual([expect.stringMatching(/n #1$/), expect.stringMatching(/n #2$/)]);
      const longest = (await kit.journal.message(id))?.name.length;
      for (const name of names) expect(name.length).toBeLessThanOrEqual(longest ?? 0);
    });

    it('are added by and by, each once, and go on while others are still added, the last one when all are there', async () => {
      const [id = 0] = await receive(inLane('file'));
      await kit.journal.addDocuments(id, [document(1), document(2)], 'g');
      await expect(split(id, 3)).rejects.toThrow('Of 3 documents');
      for (const { id: one } of await kit.journal.documents(id))
        await kit.journal.storeChecked(one, { findings: [] });
      const [first, second] = (await kit.journal.documents(id)).map((one) => one.id);
      expect(await claimed()).toEqual([first]);
      await deliver(first ?? 0);
      expect(await claimed()).toEqual([]);
      await reopen();
      await kit.journal.addDocuments(id, [document(1), document(2)], 'g');
      expect(await claimed()).toEqual([]);
      await kit.journal.addDocuments(id, [document(2), document(3)], 'g');
      expect(await kit.journal.documents(id)).toHaveLength(3);
      expect(await claimed()).toEqual([second]);
      await split(id, 3);
      expect((await kit.journal.message(id))?.arrival).toBe(id * arrivalsPerMessage);
    });

    it('nothing that came later in the lane passes them, and they keep their order in the file', async () => {
      const [id = 0] = await receive(inLane('file'));
      const later = await ready(inLane('later'), { orderKey: 'k' });
      const documents = await cut(id, 2);
      for (const one of [...documents].reverse())
        await kit.journal.storeChecked(one, { orderKey: 'k', findings: [] });
      const [first = 0, ...others] = documents;
      expect(await claimed()).toEqual([first]);
      await deliver(first);
      expect(await claimed()).toEqual([]);
      await split(id, 2);
      for (const one of [...others, later]) {
        expect(await claimed()).toEqual([one]);
        await deliver(one);
      }
    });

    it('keep what was found while their file was cut, they and their file', async () => {
      const [id = 0] = await receive(inLane('file'));
      const found = { code: 'rows-apart', severity: 'error', message: 'm', advice: 'a', record: 7 } as const;
      const whole = { code: 'csv-heading-unknown', severity: 'warning', message: 'm', advice: 'a' } as const;
      await kit.journal.addDocuments(id, [{ ...document(1), findings: [found] }, document(2)], 'g');
      await kit.journal.split(id, 2, '', [whole]);
      await reopen();
      const [first, second] = await kit.journal.documents(id);
      expect(first?.source).toMatchObject({ findings: [found] });
      expect(second?.source).not.toHaveProperty('findings');
      expect(await kit.journal.message(id)).toMatchObject({ findings: [whole] });
    });

    it('what another generation cut before a crash goes', async () => {
      const [id = 0] = await receive(inLane('file'));
      const before = await cut(id, 3);
      await kit.journal.addDocuments(id, [document(1, 'cut otherwise')], 'another generation');
      await split(id, 1);
      const [only] = await kit.journal.documents(id);
      expect(Buffer.from((await kit.journal.part(only?.id ?? 0, 'received')) ?? []).toString()).toBe(
        'cut otherwise',
      );
      for (const one of before) if (one !== only?.id) expect(await kit.journal.message(one)).toBeUndefined();
    });

    it('what went on before another generation cuts the file stays, before all that is cut anew', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0, second = 0, third = 0] = await cut(id, 4);
      for (const one of [first, second])
        await kit.journal.storeChecked(one, { orderKey: `k${one}`, findings: [] });
      expect(await claimed()).toEqual([first, second]);
      await deliver(first);
      await kit.journal.startDelivery(second, {
        ...{ bytes: Buffer.from('sent'), mapping: '', findings: [], plan: '{}' },
        saw: sampleRecord,
      });
      // it may have been sent
      await reopen();
      await kit.journal.addDocuments(id, [document(1), document(2)], 'another generation');
      await split(id, 2);
      const anew = await kit.journal.documents(id);
      expect(anew.map(({ name }) => name)).toEqual([
        expect.stringMatching(/ #1$/),
        expect.stringMatching(/ #2$/),
      ]);
      expect(await kit.journal.message(first)).toMatchObject({ outcome: 'delivered' });
      const places = await Promise.all([first, second, id].map((one) => kit.journal.message(one)));
      const arrivals = places.map((one) => one?.arrival ?? 0);
      expect(arrivals).toEqual(arrivals.toSorted((a, b) => a - b));
      expect((await kit.journal.message(third))?.name ?? '').not.toMatch(/ #3$/);
      for (const { id: one } of anew)
        await kit.journal.storeChecked(one, { orderKey: `k${second}`, findings: [] });
      expect(await claimed()).toEqual([second]);
    });

    it('the same bytes in the same envelope are a duplicate, in another one they are not', async () => {
      const [id = 0] = await receive(inLane('file'));
      const same = document(1, 'x');
      const other = { ...document(2, 'x'), envelope: Buffer.from('other headings') };
      const again = [3, 4].map((number) => ({ ...same, number }));
      await kit.journal.addDocuments(id, [same, other, ...again], 'g');
      await split(id, 4);
      for (const one of await kit.journal.documents(id))
        await kit.journal.storeChecked(one.id, { orderKey: 'k', findings: [] });
      expect((await kit.journal.documents(id)).map(({ outcome }) => outcome)).toEqual([
        ...[undefined, undefined, undefined, 'duplicate'],
      ]);
    });

    it('the file is moved each time that none of them is on its way, they never', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0, second = 0, third = 0] = await cut(id, 3);
      await reject(first);
      await split(id, 3);
      await kit.journal.park(second, 'why', []);
      expect(await unfiled()).toEqual([]);
      await kit.journal.storeChecked(third, { findings: [] });
      await kit.journal.wait(third, 0, 'later');
      expect(await unfiled()).toEqual([]);
      await deliver(third);
      expect(await unfiled()).toEqual([id]);
      await moved(id, 'parked/1.xml');
      expect(await unfiled()).toEqual([]);
      await decide({ action: 'retry', message: second });
      expect(await unfiled()).toEqual([]);
      await reject(second);
      expect(await unfiled()).toEqual([id]);
    });

    it('a decision between reading and moving makes it be moved again', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0] = await cut(id, 2);
      for (const one of await kit.journal.documents(id)) await kit.journal.park(one.id, 'why', []);
      await split(id, 2);
      const [read] = await kit.journal.listUnfiled();
      await decide({ action: 'discard', message: first });
      if (read) await kit.journal.noteFiled(read, 'parked/1.xml');
      expect(await unfiled()).toEqual([id]);
    });

    it('two that end last side by side have their file moved', async () => {
      for (let n = 0; n < 5; n += 1) {
        const [id = 0] = await receive(inLane(`file ${n}`));
        const documents = await cut(id, 4);
        await split(id, 4);
        await Promise.all(documents.map(reject));
        expect(await unfiled()).toEqual([id]);
        await moved(id, 'error');
      }
    });

    it('is empty of them while all ended before it was split', async () => {
      const [id = 0] = await receive(inLane('file'));
      for (const one of await cut(id, 2)) await reject(one);
      expect(await unfiled()).toEqual([]);
      await split(id, 2);
      expect(await unfiled()).toEqual([id]);
    });

    it('who decides on the file is told its documents; discarding takes those that are open', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0, second = 0, third = 0] = await cut(id, 3);
      await kit.journal.storeChecked(first, { findings: [] });
      await split(id, 3);
      await claimed();
      await deliver(first);
      await kit.journal.park(second, 'why', []);
      for (const action of ['retry', 'release', 'resend'] as const)
        expect(await decide({ action, message: id })).toMatchObject({
          refused: true,
          result: expect.stringContaining(`(${second}, ${third})`),
        });
      expect(await decide({ action: 'discard', message: id, reason: 'sold' })).toMatchObject({
        refused: false,
      });
      expect((await kit.journal.documents(id)).map(({ outcome, reason }) => [outcome, reason])).toEqual([
        ['delivered', ''],
        ['discarded', 'sold'],
        ['discarded', 'sold'],
      ]);
      expect(await decide({ action: 'discard', message: id })).toMatchObject({ refused: true });
    });

    it('discarded while it is cut: what was cut of it ends too, and no more is added', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0] = await cut(id, 2);
      await kit.journal.storeChecked(first, { findings: [] });
      await decide({ action: 'discard', message: id });
      expect((await kit.journal.documents(id)).map(({ outcome }) => outcome)).toEqual([
        'discarded',
        'discarded',
      ]);
      await expect(kit.journal.addDocuments(id, [document(3)], 'g')).rejects.toThrow(LeaseLost);
      await expect(split(id, 2)).rejects.toThrow(LeaseLost);
      expect(await claimed()).toEqual([]);
    });

    it('discarded while one is being worked on: that one goes on to its end, and while they are cut it is named', async () => {
      const outcomes = async (id: number) => (await kit.journal.documents(id)).map(({ outcome }) => outcome);
      for (const isCut of [false, true]) {
        const [id = 0] = await receive(inLane(`file ${isCut}`));
        const [first = 0] = await cut(id, 2);
        await kit.journal.storeChecked(first, { findings: [] });
        expect(await claimed()).toEqual([first]);
        if (isCut) await split(id, 2);
        const told = await decide({ action: 'discard', message: id });
        expect(told?.result).toEqual(isCut ? undefined : expect.stringContaining(`(${first})`));
        expect(await outcomes(id)).toEqual([undefined, 'discarded']);
        await deliver(first);
        await kit.journal.carryOutCommands();
        expect(await outcomes(id)).toEqual(['delivered', 'discarded']);
      }
    });

    it('expire together, by the youngest', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0, second = 0] = await cut(id, 2);
      await split(id, 2);
      await reject(first);
      await moved(id, 'error');
      const ever = '9999';
      const prune = async (expiry: object) => {
        const counts: number[] = [];
        for (let count = 1; count > 0; counts.push(count)) count = await kit.journal.prune(expiry, 2);
        return counts;
      };
      await receive(file('newest'));
      expect(await prune({ messages: ever, bodies: ever })).toEqual([0]);
      await reject(second);
      await moved(id, 'error');
      expect(await prune({ noNews: ever })).toEqual([0]);
      expect(await prune({ bodies: ever })).toEqual([2, 1, 0]);
      expect(await kit.journal.documents(id)).toHaveLength(2);
      expect(await kit.journal.parts(first)).toEqual([]);
      expect(await prune({ messages: ever })).toEqual([2, 1, 0]);
      expect(await kit.journal.message(id)).toBeUndefined();
      expect(await kit.journal.message(second)).toBeUndefined();
    });

    it('one without its file is found by verify', async () => {
      const [id = 0] = await receive(inLane('file'));
      const [first = 0] = await cut(id, 1);
      await kit.damage(`delete from part where message = ${id}`);
      await kit.damage(`delete from message where id = ${id}`);
      expect(await kit.journal.verify()).toEqual([
        `Message ${first} is a document of message ${id}, which is missing.`,
      ]);
    });
  });
}
