import type { Send } from './call.ts';
import { DeadlineError } from './no-answer.ts';

/** Runs `work` with a signal that aborts when `outer` does or after so many milliseconds, and leaves no timer behind. */
export async function within<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new DeadlineError(milliseconds)), milliseconds);
  try {
    return await work(outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Every request ends within so many milliseconds, body included. Waiting for its turn is not counted. */
export function withDeadline(send: Send, milliseconds: number): Send {
  return (call) => within(milliseconds, call.signal, (signal) => send({ ...call, signal }));
}
