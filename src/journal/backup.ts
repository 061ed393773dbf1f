import { existsSync } from 'node:fs';
import { save } from './rescue.ts';
import { openToRead } from './sqlite.ts';

/** Copies an embedded journal to a new file, also while its gateway runs. Rejects when the file exists. */
export async function backupJournal(path: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already; name a new file.`);
  const db = openToRead(path);
  try {
    await save(db, target);
  } finally {
    db.close();
  }
}
