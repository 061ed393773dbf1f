import { JournalBeforeRelease, JournalUnusable } from '../model/journal-errors.ts';
import { migrations } from './migrations.ts';

/** Of an older gateway: the next start brings it to this version. */
export class JournalOlder extends JournalUnusable {}

/** Stored is this plus the version. Journals of before the first release stored versions from 1 on, of other tables. */
const base = 1000;

export const storedVersionOf = (version: number): number => base + version;

/** The version of a journal's tables; 0: there are none yet. Throws JournalUnusable, JournalBeforeRelease. */
export function parseVersion(stored: number, newest = migrations.length): number {
  if (stored > 0 && stored <= base) throw new JournalBeforeRelease(beforeReleaseText);
  const version = Math.max(stored - base, 0);
  if (version > newest) throw new JournalUnusable(newerJournalText);
  return version;
}

/** Who reads a journal beside its gateway does not change its tables. Throws when they are of another version. */
export function assertVersion(name: string, stored: number, newest = migrations.length): void {
  const version = parseVersion(stored, newest);
  if (version < newest)
    throw new JournalOlder(
      `${name} is a journal of version ${version}, and this program reads version ${newest}: the gateway brings it there when it starts.`,
    );
}

const newerJournalText = 'This journal was written by a newer gateway. Install that version or a newer one.';

const beforeReleaseText =
  'This journal was written by a gateway of before the first release, and this program does not read it; it stays as it is. Let that gateway finish what is open, then name another file in `journal.sqlite`, or an empty database in `journal.postgres`: a new journal knows nothing of what was sent before.';
