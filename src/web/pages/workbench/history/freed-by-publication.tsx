import { useEffect, useState } from 'preact/hooks';
import type { HistoryAnswer } from '../../../../api/model/mapping-history-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { ReasonDialog } from '../../../parts/reason-dialog.tsx';
import { formatTime } from '../../../parts/times.ts';
import { words } from '../../../shell/language.ts';
import { mayDecide } from '../../../shell/session.ts';
import { type Publication, retryAfterwards, retryFreed } from './retry-freed.ts';

interface FreedProps extends Pick<HistoryAnswer, 'publications'> {
  /** Every gateway that runs uses the files as they are: what is tried again before would be parked again. */
  readonly isTakenUp: boolean;
  /** A gateway refuses them: what is tried again by itself would be parked there again. */
  readonly isRefused: boolean;
}

/** What was published in this folder, and the parked messages that it freed: exactly those can be tried again. */
export function FreedByPublication({ publications, isTakenUp, isRefused }: FreedProps) {
  const { history: texts, publishing } = words.value;
  const [retrying, setRetrying] = useState<Publication>();
  const { waiting, failed } = useRetryAfterwards(publications, isTakenUp && !isRefused);
  if (publications.length === 0) return null;
  const hasFreed = mayDecide.value && publications.some(({ freed }) => freed.length > 0);
  return (
    <section>
      <h2>{texts.publications}</h2>
      {waiting ? (
        <p role="status">
          {publishing.retriesSoon(waiting.freed.length)}{' '}
          <button type="button" class="b s" onClick={forgetRetry}>
            {publishing.doNotRetry}
          </button>
        </p>
      ) : (
        !isTakenUp && hasFreed && <p class="muted">{texts.retryWaits}</p>
      )}
      <Problem error={failed} />
      <ul class="wb-rows">
        {publications.map((one) => (
          <li key={one.id}>
            <strong>{one.id}</strong>
            <span>
              {formatTime(one.at)} · {one.who} · {texts.actions[one.action] ?? one.action}
            </span>
            <span class="muted">{one.reason}</span>
            {one.freed.length > 0 && mayDecide.value && (
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

const forgetRetry = (): void => {
  retryAfterwards.value = undefined;
};

/** What was asked for as it was published is done once the gateways are ready for it. */
function useRetryAfterwards(publications: readonly Publication[], isReady: boolean) {
  const [failed, setFailed] = useState<unknown>();
  const waiting = publications.find(({ id, freed }) => id === retryAfterwards.value && freed.length > 0);
  useEffect(() => {
    if (!waiting || !isReady) return;
    forgetRetry();
    retryFreed(waiting, waiting.reason || words.value.publishing.freedBy(waiting.id)).catch(setFailed);
  }, [waiting?.id, isReady]);
  // who comes back later is asked anew
  useEffect(() => forgetRetry, []);
  return { waiting, failed };
}

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
