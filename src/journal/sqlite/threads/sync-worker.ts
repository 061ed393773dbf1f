import { fdatasyncSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { JournalThreadData } from './journal-thread.ts';
import { OpenFiles } from './open-files.ts';
import { logLimit, type ServedJournal, serve } from './thread-server.ts';

/** Runs in a thread of its own: waits for the disk in place of the event loop. */

/** After so many commits, or with so many bytes, the write-ahead log counts as long. */
const longLog = { commits: 512, bytes: logLimit };

type SyncStep = 'sync' | 'checkpoint';

class SyncedLog implements ServedJournal<SyncStep> {
  readonly #db: DatabaseSync;
  readonly #files: OpenFiles;
  #commits = 0;

  constructor({ path, ids = [] }: JournalThreadData) {
    this.#db = new DatabaseSync(path, { timeout: 5000 });
    // its log is open from now on, whatever becomes of the name
    this.#db.exec('pragma wal_autocheckpoint = 0');
    this.#db.prepare('select count(*) from sqlite_schema').get();
    this.#files = new OpenFiles(path, ids);
  }

  answer(asked: SyncStep): unknown {
    return asked === 'sync' ? this.#sync() : this.#checkpoint();
  }

  /** Nobody hears of a commit into files that nobody will find again. */
  #sync(): 'short' | 'long' | { readonly gone: string } {
    fdatasyncSync(this.#files.log);
    const gone = this.#files.findFault();
    if (gone !== undefined) return { gone };
    this.#commits += 1;
    const isShort = this.#commits < longLog.commits && this.#files.logSize <= longLog.bytes;
    return isShort ? 'short' : 'long';
  }

  /** What fails here (a full disk) fails again at the next commit, and is told there: the log loses nothing. */
  #checkpoint(): void {
    try {
      this.#db.exec('pragma wal_checkpoint(passive)');
      this.#commits = 0;
    } catch (error) {
      if (!(error instanceof Error && 'errcode' in error)) throw error;
    } finally {
      this.#files.noteWritten();
    }
  }

  close(): void {
    this.#files.close();
    this.#db.close();
  }
}

serve<SyncStep>((data) => new SyncedLog(data));
