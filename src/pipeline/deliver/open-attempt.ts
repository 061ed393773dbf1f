import type { AnswerKind } from '../../exchange/exchange-client.ts';
import { type Attempt, hasSucceeded } from '../../journal/model/message.ts';

/**
 * Answers that say that it was not taken now: of an attempt before that got none they say nothing. None that a message is parked for:
 * what is tried again then is prepared anew, with a mapping that was mended or a document that was corrected.
 */
const notTakenNow: readonly string[] = ['retry', 'down'] satisfies AnswerKind[];

/** The attempt to deliver that has to be finished before anything else: the last one, but for those that were not taken. */
export function findOpenAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  const last = attempts.findLast(
    ({ what, ended, unknown, detail }) =>
      what === 'deliver' && (ended === undefined || unknown || !notTakenNow.includes(detail)),
  );
  return last && (last.ended === undefined || last.unknown || hasSucceeded(last)) ? last : undefined;
}
