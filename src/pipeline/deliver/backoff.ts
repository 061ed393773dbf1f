import { longestRetryAfter } from '../../exchange/transport/answer.ts';
import type { Message } from '../../journal/model/message.ts';

/** Milliseconds; the first pause, and the longest. */
const pauses = { first: 1000, longest: 300_000 };

/** By how much of itself a pause may be shorter or longer. */
const jitter = 0.25;

const planPause = (attempts: number): number =>
  Math.min(pauses.first * 2 ** Math.max(0, attempts - 1), pauses.longest);

/** The longest that `backoff` says after so many attempts, where the exchange asks for nothing. */
export const longestBackoff = (attempts: number): number => planPause(attempts) * (1 + jitter);

/**
 * How long to wait before the next attempt, in milliseconds: 1 s, doubled each time up to 5 minutes, with a quarter of
 * jitter so that messages that failed together do not come back together. What the exchange asks for (Retry-After) wins, but for less
 * than a second: `Retry-After: 0` would have it asked without a pause.
 */
export function backoff(attempts: number, retryAfter?: number, random: () => number = Math.random): number {
  if (retryAfter !== undefined) return Math.max(pauses.first, Math.min(retryAfter, longestRetryAfter));
  return Math.round(planPause(attempts) * (1 - jitter + random() * 2 * jitter));
}

/** Milliseconds. What we could not do ourselves (a full disk, a share that is away, a mapping that does not work) is tried again soon. */
const longestWait = 30_000;

export const computeSoon = ({ attempts }: Pick<Message, 'attempts'>): number =>
  Math.min(backoff(attempts + 3), longestWait);
