import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { busyCode, resultCodeOf } from './sqlite-errors.ts';

/** The journal is open in another gateway. */
class JournalInUse extends Error {
  readonly code = 'journal-in-use';
}

/**
 * Keeps a second gateway away from an embedded journal: an exclusive transaction on `PATH.lock`, which the operating
 * system frees when the process ends, also after kill -9.
 */
export function lockJournal(path: string): { release(): void } {
  const lock = new DatabaseSync(`${path}.lock`);
  try {
    // whoever only looks (`isJournalLocked`) is gone in a moment
    lock.exec('pragma busy_timeout = 300; begin exclusive');
  } catch (cause) {
    lock.close();
    if (resultCodeOf(cause) !== busyCode) throw cause;
    throw new JournalInUse(
      `The journal ${path} is open in another gateway. Stop that one first, or give this one its own journal.`,
      { cause },
    );
  }
  return { release: () => lock.close() };
}

/** Does a gateway have the journal open? */
export function isJournalLocked(path: string): boolean {
  if (!existsSync(`${path}.lock`)) return false;
  const lock = new DatabaseSync(`${path}.lock`, { readOnly: true });
  try {
    lock.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    if (resultCodeOf(error) !== busyCode) throw error;
    return true;
  } finally {
    lock.close();
  }
}
