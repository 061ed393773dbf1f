import { useState } from 'preact/hooks';
import { Dialog } from '../../../parts/dialog.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { words } from '../../../shell/language.ts';
import { toast } from '../../../shell/toasts.tsx';
import type { DraftState } from './use-draft.ts';

export interface DiscardProps {
  readonly draft: DraftState;
  onClose(): void;
}

/** Asks whether the draft is to go: what runs is all that stays. */
export function DiscardDialog({ draft, onClose }: DiscardProps) {
  const { deciding, drafts } = words.value;
  const [error, setError] = useState<unknown>();
  const discard = (): void =>
    void draft.discard().then(() => {
      toast(drafts.discarded);
      onClose();
    }, setError);
  return (
    <Dialog title={drafts.discardTitle} onClose={onClose}>
      <div class="body">
        <p>{drafts.discardHint}</p>
        <Problem error={error} />
      </div>
      <footer>
        <button type="button" class="b" onClick={onClose}>
          {deciding.cancel}
        </button>
        <button type="button" class="b d" onClick={discard}>
          {drafts.discardDraft}
        </button>
      </footer>
    </Dialog>
  );
}
