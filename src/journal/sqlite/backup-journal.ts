import { existsSync } from 'node:fs';
import { copyJournal } from './copy-lost-journal.ts';
import { openReadOnly } from './open-sqlite.ts';

/** Copies an embedded journal to a new file, also while its gateway runs. Rejects when the file exists. */
export async function backupJournal(path: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already; name a new file.`);
  const db = openReadOnly(path);
  try {
    await copyJournal(db, target);
  } finally {
    db.close();
  }
}
