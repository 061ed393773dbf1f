import { useState } from 'preact/hooks';
import { Icon } from '../../../parts/icons.tsx';
import { textOf } from '../../../parts/problem.tsx';
import { formatSeconds } from '../../../parts/times.ts';
import { isAway } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { useLoaded } from '../../../shell/use-loaded.ts';
import type { DiscardProps } from './discard-dialog.tsx';
import type { DraftState } from './use-draft.ts';

/** Whether what is typed is kept, and the way back to what runs. */
export function DraftWord({
  draft,
  mayDiscard,
}: {
  readonly draft: DraftState;
  readonly mayDiscard: boolean;
}) {
  const { workbench } = words.value;
  const [isAsking, setAsking] = useState(false);
  if (draft.error !== undefined)
    return <span class="bad">{isAway(draft.error) ? workbench.draftNotKept : textOf(draft.error)}</span>;
  if (draft.other) return <span class="warn">{workbench.draftWaits}</span>;
  if (draft.isOpen) return <span class="muted">{workbench.draftKeeping}</span>;
  if (draft.keptAt === undefined) return null;
  return (
    <>
      <span class="wb-kept">
        <Icon name="tick" tone="ok" /> {workbench.draftKept(formatSeconds(draft.keptAt))}
      </span>
      {mayDiscard && (
        <button type="button" class="b s" onClick={() => setAsking(true)}>
          {workbench.discardOpen}
        </button>
      )}
      {isAsking && <OpenDiscard draft={draft} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Loaded by who wants to go back. */
function OpenDiscard(props: DiscardProps) {
  const { module } = useLoaded(() => import('./discard-dialog.tsx'), ['drafts']);
  if (!module) return null;
  const { DiscardDialog } = module;
  return <DiscardDialog {...props} />;
}
