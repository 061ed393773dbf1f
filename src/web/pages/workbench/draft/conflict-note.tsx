import type { PublishedSince } from '../../../../api/model/mapping-model.ts';
import { formatTime } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';
import type { DraftState } from './use-draft.ts';

/** Who has published over a draft, when and why. None: that is not known yet, or the files were edited by hand. */
function PublishedOver({ since }: { readonly since: readonly PublishedSince[] }) {
  const { panes, workbench } = words.value;
  const last = since.at(-1);
  if (!last) return <strong>{workbench.conflict}</strong>;
  const { at, who, reason } = last;
  return (
    <>
      <strong>{panes.conflictBy(who, formatTime(at))}</strong> {reason && `“${reason}”`}{' '}
      {since.length > 1 && panes.conflictBefore(since.length - 1)}
    </>
  );
}

/** Somebody else has published meanwhile: nothing is overwritten unseen. */
export function ConflictNote({
  draft,
  since,
  isShown,
  onShow,
}: {
  readonly draft: DraftState;
  readonly since: readonly PublishedSince[];
  /** The differences stand in the editor. */
  readonly isShown: boolean;
  onShow(isShown: boolean): void;
}) {
  const { panes } = words.value;
  if (!draft.isConflict) return null;
  return (
    <div class="banner" role="alert">
      <PublishedOver since={since} /> {panes.conflictHint}
      <button type="button" class="b s" onClick={() => onShow(!isShown)}>
        {isShown ? panes.showMine : panes.showRunning}
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
          {panes.conflictSeen}
        </button>
      )}
    </div>
  );
}
