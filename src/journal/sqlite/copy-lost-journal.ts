import { rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { reasonInDutch } from '../../findings/journal-texts.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { renameOver } from '../../folders/local/durable-files.ts';
import { createPrivateFile } from './database-file.ts';
import { assignFileId, markLost } from './file-mark.ts';

/**
 * A journal whose files went away under us is still open here: all of it is saved to a new file, once. Nobody opens what is
 * left under its name before that, or a backup, is put in its place.
 */
export class JournalRescue {
  /** What happened, and what to do. */
  readonly words: LocalizedText;
  /** Never rejects: where nothing can be saved, the file is not there. */
  readonly finished: Promise<void>;

  constructor(db: DatabaseSync, path: string, reason: string) {
    const target = `${path}.rescued-${formatFileStamp()}`;
    this.words = localize('journal-gone', { why: { en: reason, nl: reasonInDutch(reason) }, target });
    markLost(path, this.words.en);
    this.finished = copyJournal(db, target).catch(() => rmSync(target, { force: true }));
  }
}

/** Copies a journal that is open to a new file: whole, or not there. Throws when that exists. */
export async function copyJournal(db: DatabaseSync, target: string): Promise<void> {
  const half = `${target}.tmp`;
  rmSync(half, { force: true });
  createPrivateFile(half);
  try {
    await backup(db, half);
    finishCopy(half);
    await renameOver(half, target);
  } finally {
    rmSync(half, { force: true });
  }
}

/** On disk, under a number of its own. Throws when it cannot be read. */
function finishCopy(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    // one file that can be read where nothing may be written; a gateway that has it makes a log again
    copy.exec('pragma journal_mode = delete; pragma synchronous = full');
    assignFileId(copy);
    endSessionsIn(copy);
    const found = copy.prepare('pragma quick_check(1)').get()?.quick_check;
    if (found !== 'ok') throw new Error(`The copy ${path} is damaged: ${found}`);
  } finally {
    copy.close();
  }
}

/** Nobody is logged in to a copy, and no link opens it; also their hashes are gone from its pages. */
export function endSessionsIn(db: DatabaseSync): void {
  db.exec('pragma secure_delete = on; delete from login_session; delete from login_link');
}

/** `2026-03-01T10-00-00Z`. */
export const formatFileStamp = (): string => `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
