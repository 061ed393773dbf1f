import type { MappingAnswer, PublishedSince } from '../../../../api/model/mapping-model.ts';
import { formatTime } from '../../../parts/times.ts';
import { useAnswer } from '../../../parts/use-answer.ts';
import { goTo } from '../../../shell/address.ts';
import { words } from '../../../shell/language.ts';
import { pathOfConflict } from '../workbench-bar.tsx';
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

interface NoteProps {
  readonly name: string;
  readonly draft: Pick<DraftState, 'keepNow'>;
}

/** Somebody else has published meanwhile: both are joined on a page of their own, and nothing is overwritten unseen. */
export function ConflictNote({ name, draft }: NoteProps) {
  const { panes } = words.value;
  // it may be newer than what the page was opened with
  const { answer } = useAnswer<MappingAnswer>(`/mappings/${name}`, { follow: true });
  const join = (): void => void draft.keepNow().then(() => goTo(pathOfConflict(name)));
  return (
    <div class="banner" role="alert">
      <PublishedOver since={answer?.since ?? []} /> {panes.conflictHint}
      <button type="button" class="b s" onClick={join}>
        {panes.conflictJoin}
      </button>
    </div>
  );
}
