import * as deadline from '../../time/deadline.ts';
import type { SendCall } from './call.ts';
import { DeadlineError } from './no-answer.ts';

/** Runs `work` with a signal that aborts when `outer` does, or with a DeadlineError after so many milliseconds. */
export const abortAtDeadline = <T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => deadline.abortAfter(milliseconds, outer, work, () => new DeadlineError(milliseconds));

/** Every request ends within so many milliseconds, body included. Waiting for its turn is not counted. */
export function withDeadline(send: SendCall, milliseconds: number): SendCall {
  return (call) => abortAtDeadline(milliseconds, call.signal, (signal) => send({ ...call, signal }));
}
