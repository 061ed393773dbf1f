import { closeSync, fdatasyncSync, fstatSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { journalPath, logLimit, serve } from './thread-side.ts';

/** Runs in a thread of its own: waits for the disk in place of the event loop. */

/** After so many commits, or with so many bytes, the write-ahead log counts as long. */
const long = { commits: 64, bytes: logLimit };

const path = journalPath();
const db = new DatabaseSync(path, { timeout: 5000 });
/** The log stays one file for as long as the journal is open. */
let log: number | undefined;
let commits = 0;

function sync(): 'short' | 'long' {
  log ??= openSync(`${path}-wal`, 'r+');
  fdatasyncSync(log);
  commits += 1;
  return commits < long.commits && fstatSync(log).size <= long.bytes ? 'short' : 'long';
}

/** What fails here (a full disk) fails again at the next commit, and is told there: the log loses nothing. */
function checkpoint(): void {
  try {
    db.exec('pragma wal_checkpoint(passive)');
    commits = 0;
  } catch (error) {
    if (!(error instanceof Error && 'errcode' in error)) throw error;
  }
}

serve(
  (asked) => (asked === 'sync' ? sync() : checkpoint()),
  () => {
    if (log !== undefined) closeSync(log);
    db.close();
  },
);
