import { setTimeout } from 'node:timers/promises';

/** Resolves after so many milliseconds, and at once when the signal aborts: a loop looks at the signal then. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
