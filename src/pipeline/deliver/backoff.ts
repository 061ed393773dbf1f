import { longestRetryAfter } from '../../exchange/answer.ts';

/**
 * How long to wait before the next attempt, in milliseconds: 1 s, doubled each time up to 5 minutes, with a quarter of
 * jitter so that messages that failed together do not come back together. What the exchange asks for (Retry-After) wins.
 */
export function backoff(attempts: number, retryAfter?: number, random: () => number = Math.random): number {
  if (retryAfter !== undefined) return Math.min(retryAfter, longestRetryAfter);
  const base = Math.min(1000 * 2 ** Math.max(0, attempts - 1), 300_000);
  return Math.round(base * (0.75 + random() * 0.5));
}
