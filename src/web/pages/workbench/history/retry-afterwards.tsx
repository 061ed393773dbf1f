import { useEffect, useState } from 'preact/hooks';
import { Problem } from '../../../parts/problem.tsx';
import { words } from '../../../shell/language.ts';
import { type Publication, retryAfterwards, retryFreed } from './retry-freed.ts';

interface AfterwardsProps {
  readonly publications: readonly Publication[];
  /** Every gateway that runs uses what was published: before, it would be parked again. */
  readonly isReady: boolean;
}

/** What whoever published has asked for is done once the gateways are ready for it, unless that is taken back meanwhile. */
export function RetryAfterwards({ publications, isReady }: AfterwardsProps) {
  const { publishing } = words.value;
  const [failed, setFailed] = useState<unknown>();
  const waiting = publications.find(({ id, freed }) => id === retryAfterwards.value && freed.length > 0);
  useEffect(() => {
    if (!waiting || !isReady) return;
    forgetRetry();
    retryFreed(waiting, waiting.reason || publishing.freedBy(waiting.id)).catch(setFailed);
  }, [waiting?.id, isReady]);
  // who comes back later is asked anew
  useEffect(() => forgetRetry, []);
  return (
    <>
      {waiting && (
        <p role="status" class="wb-box">
          {publishing.retriesSoon(waiting.freed.length)}{' '}
          <button type="button" class="b s" onClick={forgetRetry}>
            {publishing.doNotRetry}
          </button>
        </p>
      )}
      <Problem error={failed} />
    </>
  );
}

const forgetRetry = (): void => {
  retryAfterwards.value = undefined;
};
