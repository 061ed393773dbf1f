import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { reasonOf } from '../../text/reason-of.ts';
import type { Language } from '../../types.ts';
import { JournalUnusable } from '../model/journal-errors.ts';
import { parseVersion } from '../sql/journal-version.ts';
import { endSessionsIn } from '../sqlite/copy-lost-journal.ts';
import { createPrivateFile, resolveJournalFile } from '../sqlite/database-file.ts';
import { factsOf, type JournalFacts } from '../sqlite/file-mark.ts';
import { lockJournal } from '../sqlite/journal-lock.ts';
import { bringTo, runMigrations } from '../sqlite/migrate-sqlite.ts';
import { buildJournal } from '../sqlite/open-sqlite.ts';
import { putInPlace, type RestoreResult, readExtent, skipAll } from '../sqlite/restore-journal.ts';
import { mend } from './mend.ts';
import { PageFile } from './page-file.ts';
import { salvage } from './salvage.ts';
import type { TableLoss } from './salvaged-rows.ts';

export interface Rescued extends RestoreResult {
  /** What could not be read, and what that means; a sentence each. */
  readonly lost: readonly string[];
}

/**
 * Makes a new journal of all that can be read of a damaged one, and puts it in its place; the damaged one is kept beside it with its
 * log. Rejects, and changes nothing, while a gateway has it open, and when nothing of it can be read. Cut short by a crash it leaves
 * everything as it was, or `PATH.restoring`: then that is to be restored.
 */
export async function rescueJournal(given: string, language: Language = 'en'): Promise<Rescued> {
  const path = resolveJournalFile(given);
  const { release } = lockJournal(path);
  const half = `${path}.restore.tmp`;
  try {
    rmSync(half, { force: true });
    createPrivateFile(half);
    const found = await rescueInto(path, half, language);
    return { ...found, kept: await putInPlace(path, half) };
  } catch (error) {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(half + end, { force: true });
    throw error;
  } finally {
    release();
  }
}

async function rescueInto(path: string, half: string, language: Language): Promise<Omit<Rescued, 'kept'>> {
  const { db, losses, journal } = fillNewJournal(path, half);
  try {
    const lost = await mend(journal, db, losses, language);
    const wrong = await journal.verify();
    if (wrong.length > 0)
      throw new JournalUnusable(
        `What could be read of ${path} does not agree; nothing was changed. Put a backup in its place with \`gateway journal restore FILE\`. ${wrong.slice(0, 10).join(' ')}`,
      );
    return { ...(await readExtent(journal)), lost };
  } finally {
    await journal.close();
  }
}

/** A journal at `half` with every row that can be read. Where it fails it is closed: Windows removes no file that is open. */
function fillNewJournal(path: string, half: string) {
  const db = new DatabaseSync(half);
  try {
    db.exec('pragma page_size = 2048; pragma auto_vacuum = incremental; pragma synchronous = full');
    const losses = fillFrom(path, db, factsOf(path));
    endSessionsIn(db);
    skipAll(db);
    return { db, losses, journal: buildJournal(half, db) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** With every row that can be read, of this version. */
function fillFrom(path: string, db: DatabaseSync, facts: JournalFacts | undefined): readonly TableLoss[] {
  const file = openDamaged(path, facts);
  try {
    bringTo(db, parseVersion(file.version));
    db.exec('delete from meta');
    const losses = salvage(file, db, facts);
    const id = facts?.id ?? randomUUID();
    db.prepare("insert or ignore into meta (key, value) values ('id', ?)").run(id);
    runMigrations(db);
    return losses;
  } finally {
    file.close();
  }
}

function openDamaged(path: string, facts: JournalFacts | undefined): PageFile {
  try {
    return new PageFile(path, facts);
  } catch (cause) {
    const why = reasonOf(cause);
    throw new JournalUnusable(
      `Nothing of the journal ${path} can be read: ${why} Put a backup in its place with \`gateway journal restore FILE\`.`,
      { cause },
    );
  }
}
