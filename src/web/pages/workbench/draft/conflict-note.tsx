import { words } from '../../../shell/language.ts';
import type { DraftState } from './use-draft.ts';

/** Somebody else has published meanwhile: nothing is overwritten unseen. */
export function ConflictNote({
  draft,
  isShown,
  onShow,
}: {
  readonly draft: DraftState;
  /** The differences stand in the editor. */
  readonly isShown: boolean;
  onShow(isShown: boolean): void;
}) {
  const { workbench } = words.value;
  if (!draft.isConflict) return null;
  return (
    <div class="banner" role="alert">
      <strong>{workbench.conflict}</strong> {workbench.conflictHint}
      <button type="button" class="b s" onClick={() => onShow(!isShown)}>
        {isShown ? workbench.showMine : workbench.showRunning}
      </button>
      {isShown && (
        <button
          type="button"
          class="b s"
          onClick={() => {
            draft.rebase();
            onShow(false);
          }}
        >
          {workbench.conflictSeen}
        </button>
      )}
    </div>
  );
}
