import { useState } from 'preact/hooks';
import type { HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { ReasonDialog } from '../../../parts/reason-dialog.tsx';
import { formatTime } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';
import { mayDecide } from '../../../shell/session.ts';
import { RetryAfterPublication } from './publication-retry.tsx';
import { type Publication, retryFreed } from './retry-freed.ts';

interface FreedProps extends Pick<HistoryAnswer, 'publications'> {
  /** Every gateway that runs uses the files as they are: what is tried again before would be parked again. */
  readonly isTakenUp: boolean;
  /** What is retried was called off. */
  again(): void;
}

/** What was published in this folder, and the parked messages that it freed: exactly those can be tried again. */
export function FreedByPublication({ publications, isTakenUp, again }: FreedProps) {
  const { history: texts, publishing } = words.value;
  const [retrying, setRetrying] = useState<Publication>();
  if (publications.length === 0) return null;
  const hasFreed = publications.some(isOffered);
  return (
    <section>
      <h2>{texts.publications}</h2>
      {!isTakenUp && hasFreed && <p class="muted">{texts.retryWaits}</p>}
      <ul class="wb-rows">
        {publications.map((one) => (
          <li key={one.id}>
            <strong>{one.id}</strong>
            <span>
              {formatTime(one.at)} · {one.who} · {texts.actions[one.action] ?? one.action}
            </span>
            <span class="muted">{one.reason}</span>
            {one.retry && <RetryAfterPublication retry={one.retry} again={again} />}
            {isOffered(one) && (
              <button type="button" class="b s" disabled={!isTakenUp} onClick={() => setRetrying(one)}>
                {publishing.retry(one.freed.length)}
              </button>
            )}
          </li>
        ))}
      </ul>
      {retrying && <RetryFreed publication={retrying} onClose={() => setRetrying(undefined)} />}
    </section>
  );
}

/** What the gateway retries by itself needs nobody. */
const isOffered = ({ freed, retry }: Publication): boolean =>
  mayDecide.value && freed.length > 0 && (retry === undefined || retry.ended !== undefined);

function RetryFreed({
  publication: { freed },
  onClose,
}: {
  readonly publication: Publication;
  onClose(): void;
}) {
  const { publishing } = words.value;
  return (
    <ReasonDialog
      title={publishing.retryTitle(freed.length)}
      act={publishing.retryAct(freed.length)}
      onAct={(_, reason) => retryFreed({ freed }, reason)}
      onClose={onClose}
    >
      <p>{publishing.retryHint}</p>
    </ReasonDialog>
  );
}
