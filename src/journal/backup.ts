import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

/** Copies an embedded journal to a new file, also while its gateway runs. Rejects when the file exists. */
export async function backupJournal(path: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already; name a new file.`);
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(db, target);
  } finally {
    db.close();
  }
  const file = openSync(target, 'r+'); // Windows syncs only what may be written
  fsyncSync(file);
  closeSync(file);
}
