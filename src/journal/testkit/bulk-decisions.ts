import { describe, expect, it } from 'vitest';
import type { NewBulkDecision } from '../journal.ts';
import type { Kit } from './kit.ts';

/** Decisions on many messages, as objects that outlive their gateway. */
export function bulkBehaviour(kit: Kit): void {
  const { ready, file } = kit;

  const park = async (name: string): Promise<number> => {
    const id = await ready(file(name), { orderKey: name });
    await kit.journal.park(id, 'why', []);
    return id;
  };
  const parkMany = async (count: number): Promise<readonly number[]> => {
    const ids = await Promise.all(Array.from({ length: count }, (_, n) => park(`${n}`)));
    return ids.toSorted((a, b) => a - b);
  };
  const about = { action: 'retry', force: false, who: 'anna', reason: 'STK is known', filter: '{}' } as const;
  const decision = (messages: readonly number[]): NewBulkDecision => ({
    ...about,
    ...{ messages, heldBack: 0, behind: 0 },
  });

  describe('a decision that waits for a publication', () => {
    /** Decided on when mappings were published. */
    const publish = async (mappings: string, standing: readonly number[], messages?: readonly number[]) =>
      kit.journal.addPublication(
        { action: 'publish', who: 'anna', reason: '', before: 'f1', after: 'f2', freed: messages ?? [] },
        { mappings, standing, ...(messages ? { decision: decision(messages) } : {}) },
      );
    const last = async () => (await kit.journal.listPublicationDecisions(1))[0];
    const runs = (mappings: string | undefined, gateway = 'east') =>
      kit.journal.troubles.replaceTroubles(gateway, [], mappings);
    const retries = async (message: number) =>
      (await kit.journal.history(message)).filter(({ action }) => action === 'retry').length;

    it('begins once every gateway that runs uses it, is about exactly these messages, and is done once', async () => {
      const ids = await parkMany(3);
      const [a = 0, b = 0, c = 0] = ids;
      const publication = await publish('new', [], [a, b]);
      expect(await last()).toMatchObject({
        ...about,
        publication,
        state: 'deferred',
        mappings: 'new',
        left: 2,
      });
      const advance = () => kit.journal.advanceBulkDecisions();
      // no gateway says anything, then one runs what was there before
      expect(await advance()).toBe(false);
      await runs('old');
      expect([await advance(), (await last())?.state]).toEqual([false, 'deferred']);
      await kit.reopen();
      if (kit.journal.shared) {
        await runs('old', 'west');
        await runs('new');
        expect(await advance()).toBe(false);
        await kit.journal.troubles.stopReporting('west');
      } else await runs('new');
      await Promise.all([advance(), advance(), advance()]);
      await kit.journal.carryOutCommands();
      await kit.reopen();
      while (await advance()) await kit.journal.carryOutCommands();
      expect(await last()).toMatchObject({ state: 'done', done: 2, refused: 0 });
      expect([await retries(a), await retries(b), await retries(c)]).toEqual([1, 1, 0]);
    });

    it('waits for a later publication in which all stands, and is given up by one that changes it again', async () => {
      const [a = 0] = await parkMany(1);
      const first = await publish('one', [], [a]);
      await publish('two', [first]);
      await runs('one');
      expect([await kit.journal.advanceBulkDecisions(), await last()]).toMatchObject([
        false,
        { state: 'deferred', publication: first, mappings: 'two' },
      ]);
      const back = await publish('three', []);
      expect(await last()).toMatchObject({ state: 'stopped', overtaken: back, stoppedBy: 'anna', done: 0 });
      for (const mappings of ['one', 'two', 'three']) {
        await runs(mappings);
        expect(await kit.journal.advanceBulkDecisions()).toBe(false);
      }
      expect(await retries(a)).toBe(0);
    });

    it('is given up where every gateway runs what was edited by hand since, and waits for one that has not looked', async () => {
      const [a = 0] = await parkMany(1);
      await publish('new', [], [a]);
      const report = (mappings: string, published?: string, gateway = 'east') =>
        kit.journal.troubles.replaceTroubles(gateway, [], mappings, published);
      const state = async () => {
        await kit.journal.advanceBulkDecisions();
        return (await last())?.state;
      };
      // not looked; edited before the publication, or copied from elsewhere
      for (const published of [undefined, 'f1']) {
        await report('other', published);
        expect(await state()).toBe('deferred');
      }
      if (kit.journal.shared) {
        await report('old', 'f1', 'west');
        await report('by hand', 'f2');
        expect(await state()).toBe('deferred');
        await report('new', 'f2', 'west');
        expect(await state()).toBe('deferred');
        await report('by hand', 'f2', 'west');
      } else await report('by hand', 'f2');
      expect(await state()).toBe('stopped');
      const given = await last();
      expect([given?.stoppedBy, given?.overtaken, given?.done]).toEqual([undefined, undefined, 0]);
      await runs('new');
      expect([await state(), await retries(a)]).toEqual(['stopped', 0]);
    });

    it('waits on where the same state was published before: who names it may mean that time', async () => {
      const [a = 0] = await parkMany(1);
      await publish('new', []);
      await publish('new', [], [a]);
      // one that has not said what it runs, then one that has
      for (const mappings of [undefined, 'by hand']) {
        await kit.journal.troubles.replaceTroubles('east', [], mappings, 'f2');
        await kit.journal.advanceBulkDecisions();
        expect(await last()).toMatchObject({ state: 'deferred' });
      }
    });

    it('waits for none that only this journal remembers: its machine died, and it was moved', async () => {
      const [a = 0] = await parkMany(1);
      await publish('new', [], [a]);
      await kit.damage("insert into mappings_in_use (gateway, hash, since) values ('gone', 'old', 0)");
      await runs('new');
      expect([await kit.journal.advanceBulkDecisions(), (await last())?.state]).toEqual([true, 'running']);
      const known = await kit.journal.troubles.listTroubles();
      expect(known.map(({ gateway }) => gateway)).toEqual(['east']);
    });

    it('is called off before it begins', async () => {
      const [a = 0] = await parkMany(1);
      await publish('new', [], [a]);
      expect(await kit.journal.stopBulkDecision((await last())?.id ?? 0, 'ben')).toBe(true);
      await runs('new');
      expect(await kit.journal.advanceBulkDecisions()).toBe(true);
      expect(await last()).toMatchObject({ state: 'stopped', stoppedBy: 'ben', done: 0 });
      expect(await retries(a)).toBe(0);
    });
  });

  describe('a decision on many messages', () => {
    it('leaves a command for each, in order, and says what did not go', async () => {
      const ids = [await park('a'), await park('b'), await park('c')];
      await kit.decide({ action: 'discard', message: ids[1] ?? 0 });
      const id = await kit.journal.addBulkDecision(decision(ids));
      expect(await kit.journal.findBulkDecision(id)).toMatchObject({ state: 'running', left: 3, done: 0 });
      expect(await kit.journal.advanceBulkDecisions()).toBe(true);
      expect(await kit.journal.findBulkDecision(id)).toMatchObject({ open: 3, left: 0 });
      const carriedOut = await kit.journal.carryOutCommands();
      expect(carriedOut.map(({ message }) => message)).toEqual(ids);
      await kit.journal.advanceBulkDecisions();
      expect(await kit.journal.advanceBulkDecisions()).toBe(false);
      const ended = await kit.journal.findBulkDecision(id);
      expect(ended).toMatchObject({ state: 'done', total: 3, done: 3, refused: 1, ...about });
      expect(ended?.ended).toBeDefined();
      const [refused] = await kit.journal.listBulkItems({ decision: id, only: 'refused', limit: 10 });
      expect(refused).toMatchObject({ n: 2, message: ids[1], refused: true });
      expect(refused?.result).toContain('discarded');
      const [entry] = await kit.journal.history(ids[0]);
      expect(entry).toMatchObject({ action: 'retry', who: 'anna', reason: 'STK is known' });
    });

    it('says which of them need a person again, and which do not', async () => {
      const ids = [await park('a'), await park('b'), await park('c'), await park('d')];
      const id = await kit.journal.addBulkDecision(decision(ids.slice(0, 3)));
      while (await kit.journal.advanceBulkDecisions()) await kit.journal.carryOutCommands();
      const stuck = async () =>
        (await kit.journal.listBulkItems({ decision: id, only: 'stuck', limit: 10 })).map(
          ({ message }) => message,
        );
      expect(await stuck()).toEqual([]);
      const [a = 0, b = 0] = ids;
      for (const one of [a, b]) await kit.journal.storeChecked(one, { orderKey: `${one}`, findings: [] });
      await kit.journal.park(a, 'why', []);
      await kit.journal.settle(b, { outcome: 'rejected', reason: 'why', findings: [] });
      expect(await stuck()).toEqual([a, b]);
      await kit.decide({ action: 'close', message: b });
      expect(await stuck()).toEqual([a]);
    });

    it('goes on after a restart, and decides on none twice', async () => {
      const ids = await parkMany(205);
      const id = await kit.journal.addBulkDecision(decision(ids));
      await kit.journal.advanceBulkDecisions();
      expect(await kit.journal.findBulkDecision(id)).toMatchObject({ open: 200, left: 5 });
      await kit.reopen();
      while (await kit.journal.advanceBulkDecisions()) await kit.journal.carryOutCommands();
      expect(await kit.journal.findBulkDecision(id)).toMatchObject({ state: 'done', done: 205, refused: 0 });
      expect(await kit.journal.history(ids[0])).toHaveLength(1);
      expect(await kit.journal.history(ids[204])).toHaveLength(1);
    });

    it('ends where somebody stops it: what was left is carried out, the rest stays', async () => {
      const ids = await parkMany(203);
      const id = await kit.journal.addBulkDecision(decision(ids));
      await kit.journal.advanceBulkDecisions();
      expect(await kit.journal.stopBulkDecision(id, 'bert')).toBe(true);
      while (await kit.journal.advanceBulkDecisions()) await kit.journal.carryOutCommands();
      const stopped = await kit.journal.findBulkDecision(id);
      expect(stopped).toMatchObject({ state: 'stopped', stoppedBy: 'bert', done: 200, left: 3 });
      expect((await kit.journal.message(ids[202] ?? 0))?.state).toBe('parked');
      expect(await kit.journal.stopBulkDecision(id, 'bert')).toBe(false);
      expect(await kit.journal.listBulkItems({ decision: id, only: 'left', limit: 10 })).toHaveLength(3);
    });
  });
}
