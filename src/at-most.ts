import { setTimeout } from 'node:timers/promises';

/** Resolves when the work has ended, or after so many milliseconds (false): a share that hangs holds up nobody else. */
export async function atMost(milliseconds: number, work: Promise<void>): Promise<boolean> {
  const stop = new AbortController();
  const late = setTimeout(milliseconds, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    stop.abort();
  }
}
