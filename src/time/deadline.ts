/** Everything that is waited for has a deadline: here they are. None of them leaves a timer behind. */

/** Milliseconds that a stop waits for each of two things: threads that still load, and work under way. */
export const stopPatience = 60_000;

/** What a service manager has to wait before it ends the gateway by force: more than that. */
export const serviceStopSeconds = (2 * stopPatience) / 1000 + 10;

/**
 * Settles as the work does, or rejects with `late()` after so many milliseconds; the work goes on by
 * itself.
 */
export async function rejectAfter<T>(milliseconds: number, work: Promise<T>, late: () => Error): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), milliseconds);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves when the work has ended, or after so many milliseconds (false): a share that hangs holds up nobody else. */
export async function waitAtMost(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), milliseconds);
  try {
    return await Promise.race([work.then(() => true), promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs work with a signal that aborts with what `late` says after so many milliseconds, or when `outer` does. */
export async function abortAfter<T>(
  milliseconds: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
  late: () => Error,
): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(late()), milliseconds);
  try {
    return await work(outer ? AbortSignal.any([outer, deadline.signal]) : deadline.signal);
  } finally {
    clearTimeout(timer);
  }
}
