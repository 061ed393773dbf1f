import { useState } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Problem, textOf } from '../../parts/problem.tsx';
import { formatSeconds } from '../../parts/times.ts';
import { words } from '../../shell/language.ts';
import { toast } from '../../shell/toasts.tsx';
import type { DraftState } from './use-draft.ts';

/** Whether what is typed is kept, and the way back to what runs. */
export function DraftWord({ draft }: { readonly draft: DraftState }) {
  const { workbench } = words.value;
  const [isAsking, setAsking] = useState(false);
  if (draft.error !== undefined) return <span class="bad">{textOf(draft.error)}</span>;
  if (draft.isOpen) return <span class="muted">{workbench.draftKeeping}</span>;
  if (draft.keptAt === undefined) return null;
  return (
    <>
      <span>
        <Icon name="tick" tone="ok" /> {workbench.draftKept(formatSeconds(draft.keptAt))}
      </span>
      <button type="button" class="b s" onClick={() => setAsking(true)}>
        {workbench.discardDraft}
      </button>
      {isAsking && <DiscardDialog draft={draft} onClose={() => setAsking(false)} />}
    </>
  );
}

function DiscardDialog({ draft, onClose }: { readonly draft: DraftState; onClose(): void }) {
  const { deciding, workbench } = words.value;
  const [error, setError] = useState<unknown>();
  const discard = (): void =>
    void draft.discard().then(() => {
      toast(workbench.discarded);
      onClose();
    }, setError);
  return (
    <Dialog title={workbench.discardTitle} onClose={onClose}>
      <div class="body">
        <p>{workbench.discardHint}</p>
        <Problem error={error} />
      </div>
      <footer>
        <button type="button" class="b" onClick={onClose}>
          {deciding.cancel}
        </button>
        <button type="button" class="b d" onClick={discard}>
          {workbench.discardDraft}
        </button>
      </footer>
    </Dialog>
  );
}

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
