import type { Attempt } from '../../journal/model/message.ts';
import { longestBackoff } from './backoff.ts';

/** Milliseconds that a message may wait for its turn besides what it was to wait. */
const slack = 60_000;

/**
 * Milliseconds for which an order or account has not been found (404); undefined when it never was so. Added up from attempt to
 * attempt, of each pause no more than it was to last: what is longer is a gateway that was off, or that was started with a clock
 * that was set since. `now` is of the steady clock, as the starts of attempts are.
 */
export function computeNotFoundTime(attempts: readonly Attempt[], now: number): number | undefined {
  const first = attempts.findIndex(({ status }) => status === 404);
  if (first === -1) return undefined;
  const starts = [...attempts.map(({ started }) => Date.parse(started)), now];
  const pauses = attempts.map((_, n) => pauseOf(n + 1, (starts[n + 1] ?? now) - (starts[n] ?? now)));
  return pauses.slice(first).reduce((sum, pause) => sum + pause, 0);
}

/** After so many attempts. */
const pauseOf = (attempts: number, measured: number): number =>
  Math.min(Math.max(0, measured), longestBackoff(attempts) + slack);
