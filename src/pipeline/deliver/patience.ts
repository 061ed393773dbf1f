import type { Attempt } from '../../journal/message.ts';

/** Milliseconds: attempts follow each other sooner. What is longer is a gateway that was off, or a clock that was set. */
const longestGap = 3_600_000;

/**
 * Milliseconds for which an order or account has not been found (404); undefined when it never was so. Added up from
 * attempt to attempt, so that a clock that was put forward ends no patience and one that was put back prolongs none.
 */
export function notFoundFor(attempts: readonly Attempt[], now: number): number | undefined {
  const first = attempts.findIndex(({ status }) => status === 404);
  if (first === -1) return undefined;
  const times = [...attempts.slice(first).map(({ started }) => Date.parse(started)), now];
  return times.reduce((sum, time, n) => sum + gap(times[n - 1] ?? time, time), 0);
}

const gap = (from: number, to: number): number => Math.min(Math.max(0, to - from), longestGap);
