import { setTimeout } from 'node:timers/promises';
import { JournalNotWritten } from '../journal/errors.ts';

/** Milliseconds. */
const pause = 1000;

/** Writes to the journal, again and again while it cannot be written (a full disk, say), until `stopping` aborts. */
export async function insist<T>(write: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof JournalNotWritten) || stopping.aborted) throw error;
      await setTimeout(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
