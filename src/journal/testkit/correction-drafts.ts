import { describe, expect, it } from 'vitest';
import type { Kit } from './kit.ts';

/** Documents that somebody edits. */
export function correctionDraftsBehaviour(kit: Kit): void {
  const { file, ready } = kit;

  describe('a draft', () => {
    it('is kept by user and message; the last one counts, until it is deleted', async () => {
      const id = await ready(file('a'));
      await kit.journal.keepCorrectionDraft({ who: 'anna', message: id, text: 'first' });
      const at = await kit.journal.keepCorrectionDraft({ who: 'anna', message: id, text: 'last → ’' });
      await kit.journal.keepCorrectionDraft({ who: 'bert', message: id, text: 'his' });
      expect(await kit.journal.findCorrectionDraft('anna', id)).toEqual({ text: 'last → ’', at });
      await kit.journal.deleteCorrectionDraft('anna', id);
      expect(await kit.journal.findCorrectionDraft('anna', id)).toBeUndefined();
      expect(await kit.journal.findCorrectionDraft('bert', id)).toMatchObject({ text: 'his' });
    });

    it('goes with the document by retention', async () => {
      const id = await ready(file('a'));
      await kit.journal.keepCorrectionDraft({ who: 'anna', message: id, text: 'mine' });
      await kit.journal.settle(id, { outcome: 'discarded', reason: 'Enough.', findings: [] });
      await kit.journal.noteFiled({ id, ends: 1 }, 'archive/a.xml');
      // the newest message always stays
      await kit.receive(file('b'));
      await kit.journal.prune({ bodies: '2999-01-01T00:00:00.000Z' }, 10);
      expect(await kit.journal.part(id, 'received')).toBeUndefined();
      expect(await kit.journal.findCorrectionDraft('anna', id)).toBeUndefined();
    });
  });
}
