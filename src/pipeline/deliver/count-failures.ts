import type { Answer } from '../../exchange/exchange-client.ts';
import { isAwayStatus } from '../../exchange/transport/answer.ts';
import type { Attempt } from '../../journal/model/message.ts';

/**
 * Attempts that failed as this answer does, for the next pause. What an exchange that was away has cost says nothing of the document: one
 * that has asked for an hour whether it is there would wait minutes after its first 500, and its successors with it.
 */
export const countFailures = (attempts: readonly Attempt[], { status }: Pick<Answer, 'status'>): number =>
  attempts.filter(({ detail, status: other }) => detail !== 'ok' && wasAway(other) === wasAway(status))
    .length;

/** No answer, or none of the exchange's own: a proxy's page and its redirects are below 400. */
const wasAway = (status: number): boolean => status < 400 || isAwayStatus(status);
