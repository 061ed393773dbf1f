import { deleteDraft, findDraft, keepDraft } from '../decisions/drafts.ts';
import type { DraftStore } from '../journal.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createDraftStore({ engine }: JournalConnection): DraftStore {
  const { read, write } = bindSteps(engine);
  return { keepDraft: write(keepDraft), findDraft: read(findDraft), deleteDraft: write(deleteDraft) };
}
