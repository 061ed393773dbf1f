import { useState } from 'preact/hooks';
import type { PublicationRetry } from '../../../../api/model/mapping-model.ts';
import { Problem } from '../../../parts/problem.tsx';
import { formatTime } from '../../../parts/times.ts';
import { linkTo } from '../../../shell/address.ts';
import { call } from '../../../shell/call-api.ts';
import { words } from '../../../shell/language.ts';
import { mayDecide } from '../../../shell/session.ts';

interface RetryProps {
  readonly retry: PublicationRetry;
  /** It was called off. */
  again(): void;
}

/** How far the gateway is with what it was asked to retry after a publication; before it begins, it can be called off. */
export function RetryAfterPublication({ retry, again }: RetryProps) {
  const { retries } = words.value.publishing;
  const [failed, setFailed] = useState<unknown>();
  const callOff = (): void =>
    void call(`/decisions/${retry.decision}/stop`, { method: 'POST', body: {} }).then(again, setFailed);
  return (
    <>
      <a href={linkTo(`/decisions/${retry.decision}`)}>{describe(retry)}</a>{' '}
      {retry.state === 'deferred' && mayDecide.value && (
        <button type="button" class="b s" onClick={callOff}>
          {retries.callOff}
        </button>
      )}
      <Problem error={failed} />
    </>
  );
}

function describe({ state, total, done, refused, ended, waitsFor, ...by }: PublicationRetry): string {
  const { retries } = words.value.publishing;
  const { who, stoppedBy, overtaken, publication } = by;
  if (state === 'deferred') return retries.waits(total, publication, waitsFor);
  if (ended === undefined) return retries.runs(done, total);
  if (overtaken !== undefined) return retries.overtaken(overtaken, stoppedBy ?? '');
  if (state === 'stopped')
    return stoppedBy === undefined ? retries.byHand : retries.stopped(done, total, stoppedBy);
  const rest = refused > 0 ? retries.unchanged(refused) : '';
  return retries.done(done - refused, who, formatTime(ended)) + rest;
}
