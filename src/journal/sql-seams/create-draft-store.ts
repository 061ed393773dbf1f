import { findDraft, listDrafts, removeDraft, saveDraft } from '../drafts/draft-rows.ts';
import type { DraftStore } from '../seams/draft-store.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createDraftStore({ engine }: Pick<JournalConnection, 'engine'>): DraftStore {
  const { read, write, withDialect } = bindSteps(engine);
  return {
    findDraft: read(findDraft),
    listDrafts: read(listDrafts),
    saveDraft: write(withDialect(saveDraft)),
    removeDraft: write(removeDraft),
  };
}
