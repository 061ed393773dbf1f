import { buildOwnPhrase, buildPhrase, createFinding } from '../findings/create-finding.ts';
import { explainFailure } from '../findings/localized-error.ts';
import type { Channel } from './channel/channel.ts';
import { isEnvironmentTrouble } from './step-retries.ts';
import { ProcessEnded } from './workers/isolated-process.ts';
import { DeadlineExceeded } from './workers/workers.ts';

/** A document on which a pure step fails or does not end is put aside for a person; it must not stop the others. */
export function buildStepFailure(step: 'check' | 'prepare', error: unknown, { language }: Channel) {
  if (isEnvironmentTrouble(error) || error instanceof ProcessEnded) throw error;
  const values = { step: buildPhrase(`step-${step}`), what: buildOwnPhrase(explainFailure(error)) };
  const found =
    error instanceof DeadlineExceeded
      ? createFinding('deadline-exceeded', { ...values, seconds: error.seconds }, {}, language)
      : createFinding('step-failed', values, {}, language);
  return {
    ...({ verdict: 'parked', kind: 'park', failed: true, made: undefined } as const),
    ...{ reason: found.message, findings: [found], identity: {} },
  };
}

/** What a step says in the place of one that failed. */
export type StepFailure = ReturnType<typeof buildStepFailure>;
