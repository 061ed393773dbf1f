import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import { pause } from '../../time/pause.ts';

/** Milliseconds. */
const retryEvery = 1000;

/** Writes to the journal, again and again while it cannot be written (a full disk, say), until `stopping` aborts. */
export async function retryUntilWritten<T>(write: () => Promise<T>, stopping: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof JournalNotWritten) || stopping.aborted) throw error;
      await pause(retryEvery, stopping);
    }
  }
}
