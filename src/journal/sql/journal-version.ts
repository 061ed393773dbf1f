import { JournalUnusable } from '../model/journal-errors.ts';
import { migrations } from './migrations.ts';

/** Of an older gateway: the next start brings it to this version. */
export class JournalOlder extends JournalUnusable {}

/** Who reads a journal beside its gateway does not change its tables. Throws JournalUnusable when they are of another version. */
export function assertVersion(name: string, version: number): void {
  if (version > migrations.length) throw new JournalUnusable(newerJournalText);
  if (version < migrations.length)
    throw new JournalOlder(
      `${name} is a journal of version ${version}, and this program reads version ${migrations.length}: the gateway brings it there when it starts.`,
    );
}

export const newerJournalText =
  'This journal was written by a newer gateway. Install that version or a newer one.';
