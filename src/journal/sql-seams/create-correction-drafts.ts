import {
  deleteCorrectionDraft,
  findCorrectionDraft,
  keepCorrectionDraft,
} from '../decisions/correction-draft-rows.ts';
import type { CorrectionDrafts } from '../journal.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createCorrectionDrafts({ engine }: JournalConnection): CorrectionDrafts {
  const { read, write } = bindSteps(engine);
  return {
    keepCorrectionDraft: write(keepCorrectionDraft),
    findCorrectionDraft: read(findCorrectionDraft),
    deleteCorrectionDraft: write(deleteCorrectionDraft),
  };
}
