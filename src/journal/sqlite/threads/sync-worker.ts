import { fdatasyncSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { OpenFiles } from './open-files.ts';
import { journalIds, journalPath, logLimit, serve } from './thread-server.ts';

/** Runs in a thread of its own: waits for the disk in place of the event loop. */

/** After so many commits, or with so many bytes, the write-ahead log counts as long. */
const longLog = { commits: 512, bytes: logLimit };

const path = journalPath();
const db = new DatabaseSync(path, { timeout: 5000 });
// its log is open from now on, whatever becomes of the name
db.exec('pragma wal_autocheckpoint = 0');
db.prepare('select count(*) from sqlite_schema').get();
const files = new OpenFiles(path, journalIds());
let commits = 0;

/** Nobody hears of a commit into files that nobody will find again. */
function sync(): 'short' | 'long' | { readonly gone: string } {
  fdatasyncSync(files.log);
  const gone = files.findFault();
  if (gone !== undefined) return { gone };
  commits += 1;
  return commits < longLog.commits && files.logSize <= longLog.bytes ? 'short' : 'long';
}

/** What fails here (a full disk) fails again at the next commit, and is told there: the log loses nothing. */
function checkpoint(): void {
  try {
    db.exec('pragma wal_checkpoint(passive)');
    commits = 0;
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
  } finally {
    files.noteWritten();
  }
}

serve(
  (asked) => (asked === 'sync' ? sync() : checkpoint()),
  () => {
    files.close();
    db.close();
  },
);
