import { describe, expect, it } from 'vitest';
import type { Kit } from './kit.ts';

/** What people typed and have not published. */
export function draftsBehaviour(kit: Kit): void {
  const drafts = () => kit.journal.drafts;
  const draft = (content: string, who = 'j.peeters') => ({
    ...{ who, subject: 'mapping orders', base: 'v1', content },
  });

  describe('drafts', () => {
    it('are kept through a restart, one of each person and subject', async () => {
      expect(await drafts().saveDraft(draft('a: 1'), 0)).toMatchObject({ edition: 1, content: 'a: 1' });
      await drafts().saveDraft(draft('b: 1', 'm.janssen'), 0);
      expect(await drafts().saveDraft(draft('a: 2'), 1)).toMatchObject({ edition: 2 });
      await kit.reopen();
      expect(await drafts().findDraft('j.peeters', 'mapping orders')).toMatchObject({
        ...{ content: 'a: 2', base: 'v1', edition: 2, at: expect.stringMatching(/^20\d\d-.*Z$/) },
      });
      const all = await drafts().listDrafts('mapping orders');
      expect(all.map(({ who }) => who)).toEqual(['j.peeters', 'm.janssen']);
      expect(await drafts().findDraft('j.peeters', 'mapping others')).toBeUndefined();
      await drafts().saveDraft({ ...draft('c: 1'), subject: 'mapping others' }, 0);
      expect(await drafts().listDraftSubjects('j.peeters')).toEqual(['mapping orders', 'mapping others']);
      expect(await drafts().listDraftSubjects('nobody')).toEqual([]);
    });

    it('are not overwritten by a window that has not seen the last change', async () => {
      await drafts().saveDraft(draft('first window'), 0);
      expect(await drafts().saveDraft(draft('second window'), 0)).toBeUndefined();
      await drafts().saveDraft(draft('first window, more'), 1);
      expect(await drafts().saveDraft(draft('second window'), 1)).toBeUndefined();
      expect(await drafts().findDraft('j.peeters', 'mapping orders')).toMatchObject({
        content: 'first window, more',
      });
    });

    it('go when they are removed, and only those', async () => {
      await drafts().saveDraft(draft('a: 1'), 0);
      await drafts().saveDraft(draft('b: 1', 'm.janssen'), 0);
      await drafts().removeDraft('j.peeters', 'mapping orders');
      expect(await drafts().listDrafts('mapping orders')).toMatchObject([{ who: 'm.janssen' }]);
    });

    it('stay where another window has changed them since they were seen', async () => {
      await drafts().saveDraft(draft('seen'), 0);
      await drafts().saveDraft(draft('typed elsewhere'), 1);
      expect(await drafts().removeDraft('j.peeters', 'mapping orders', 1)).toBe(false);
      expect(await drafts().findDraft('j.peeters', 'mapping orders')).toMatchObject({ edition: 2 });
      expect(await drafts().removeDraft('j.peeters', 'mapping orders', 2)).toBe(true);
      expect(await drafts().removeDraft('j.peeters', 'mapping orders', 2)).toBe(true);
    });

    it('of a document go with the document by retention', async () => {
      const id = await kit.ready(kit.file('a'));
      const subject = `message ${id}`;
      await drafts().saveDraft({ ...draft('mine'), subject }, 0);
      await kit.journal.settle(id, { outcome: 'discarded', reason: 'Enough.', findings: [] });
      await kit.journal.noteFiled({ id, ends: 1 }, 'archive/a.xml');
      // the newest message always stays
      await kit.receive(kit.file('b'));
      await kit.journal.prune({ bodies: '2999-01-01T00:00:00.000Z' }, 10);
      expect(await kit.journal.part(id, 'received')).toBeUndefined();
      expect(await drafts().findDraft('j.peeters', subject)).toBeUndefined();
    });
  });
}
