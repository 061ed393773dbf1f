import { findDraft, listDraftSubjects, listDrafts, removeDraft, saveDraft } from '../drafts/draft-rows.ts';
import type { DraftStore } from '../seams/draft-store.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createDraftStore({ engine }: Pick<JournalConnection, 'engine'>): DraftStore {
  const { read, write, withDialect } = bindSteps(engine);
  return {
    findDraft: read(findDraft),
    listDrafts: read(listDrafts),
    listDraftSubjects: read(listDraftSubjects),
    saveDraft: write(withDialect(saveDraft)),
    removeDraft: write(removeDraft),
  };
}
