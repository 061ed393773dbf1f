import { useEffect } from 'preact/hooks';
import type { MappingAnswer } from '../../../../api/model/mapping-model.ts';
import { type DraftFile, keptDraftOf } from './draft-file.ts';
import { type DraftState, describeDraft, useDraftKeeper, useMappingNow } from './use-draft.ts';

/** The mapping's text of one's own with its draft. A text in which nobody has typed follows the file that runs. */
export function useMappingDraft(mapping: MappingAnswer, mayEdit: boolean): DraftState {
  const { answer: now, again } = useMappingNow(mapping.name);
  const start = draftFileOf(now ?? mapping);
  const keeper = useDraftKeeper(start, mayEdit);
  const { kept, isOpen } = keeper;
  const isUntouched = kept.edition === 0 && !isOpen;
  useEffect(() => {
    if (isUntouched && now && !now.draft && now.base !== kept.base) keeper.restart(keptDraftOf(start));
  }, [now, isUntouched]);
  const draft = describeDraft(start, keeper, now);
  return { ...draft, discard: () => draft.discard().then(again) };
}

const draftFileOf = ({ name, draft, own, base }: MappingAnswer): DraftFile => ({
  ...{ name, file: `${name}.yaml`, files: draft?.files ?? {}, saved: own },
  ...{ base: draft?.base ?? base, running: base, edition: draft?.edition ?? 0, keptAt: draft?.at },
});
