import { setTimeout } from 'node:timers/promises';

/** Resolves when the work has ended, or after so many milliseconds: a share that hangs holds up nobody else. */
export async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const stop = new AbortController();
  const late = setTimeout(milliseconds, undefined, { signal: stop.signal }).catch(() => undefined);
  try {
    await Promise.race([work, late]);
  } finally {
    stop.abort();
  }
}
