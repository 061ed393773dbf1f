import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { reasonOf } from '../../text/reason-of.ts';

import { WakeSignal } from '../../time/wake-up.ts';
import { type JournalDamaged, JournalGone } from '../model/journal-errors.ts';

interface PendingWrite {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** What makes commits durable, where SQLite does not do it itself. */
export interface LogSync {
  /** Before anything is written. Throws JournalGone. */
  begin?(): void;
  /** Resolves when all that was committed before is on disk. */
  sync(): Promise<void>;
  /**
   * Carries a log that has grown long over into the journal; nothing is written meanwhile, else it would never end. Where that
   * fails the log stays as it is, and the next one does it.
   */
  checkpoint(): Promise<void>;
  close(): Promise<void>;
}

/** After this nobody knows what is on disk: the system forgets what it could not write (as PostgreSQL learned in 2018). */
export class DiskFailed extends Error {
  readonly code = 'journal-disk-failed';
}

type Failed = DiskFailed | JournalGone | JournalDamaged;

/**
 * Where so many writes came within so many milliseconds, the next transaction begins so many after the last at the earliest: pages that
 * many of them change are then written once. What one or two orders write never waits, and nobody does once enough wait for a
 * transaction of their own, or something urgent comes.
 */
const crowd = { writes: 24, within: 100, apart: 40, enough: 24 };

/**
 * Collects writes into transactions, one at a time: what comes while the disk is waited for shares the next one. A write that
 * throws is rolled back alone (savepoint); when the commit fails, or a full disk ends the transaction, all of them reject.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  /** Compiled once: they frame every write. */
  readonly #frame: Readonly<Record<'begin' | 'commit' | 'save' | 'release', StatementSync>>;
  readonly #syncing: LogSync | undefined;
  #pending: PendingWrite[] = [];
  #running: Promise<void> | undefined;
  readonly #urgent = new WakeSignal();
  /** The last transactions; monotonic. */
  #recent: readonly { readonly at: number; readonly writes: number }[] = [];
  #failed: Failed | undefined;

  /** Without `syncing` a commit of SQLite is on disk (`synchronous = full`). */
  constructor(db: DatabaseSync, syncing?: LogSync) {
    this.#db = db;
    this.#frame = {
      begin: db.prepare('begin immediate'),
      commit: db.prepare('commit'),
      save: db.prepare('savepoint one'),
      release: db.prepare('release one'),
    };
    this.#syncing = syncing;
  }

  /** Runs `work` in the next transaction; resolves with its answer when that is on disk. */
  write<T>(work: () => T, urgent = false): Promise<T> {
    const written = new Promise<T>((resolve, reject) => {
      let answer: T;
      this.#pending.push({
        run: () => {
          answer = work();
        },
        resolve: () => resolve(answer),
        reject,
      });
    });
    if (urgent || this.#pending.length === crowd.enough) this.#urgent.call();
    this.#running ??= this.#flushAll();
    return written;
  }

  /** Nothing is written any more. */
  end(reason: JournalDamaged): void {
    this.#failed ??= reason;
  }

  /** Resolves when everything asked for so far is on disk or has been rejected. */
  async drained(): Promise<void> {
    await this.#running;
  }

  async #flushAll(): Promise<void> {
    // what the same turn of the event loop asks for shares the transaction
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#pending.length > 0) {
      const batch = this.#pending;
      this.#pending = [];
      const apart = this.#isCrowded(batch.length) ? this.#urgent.wait(crowd.apart) : undefined;
      await this.#flush(batch).catch((error: unknown) => {
        for (const pending of batch) pending.reject(error);
      });
      await apart;
    }
    this.#running = undefined;
  }

  /** Notes a transaction. */
  #isCrowded(writes: number): boolean {
    const at = performance.now();
    this.#recent = [...this.#recent.filter((one) => at - one.at < crowd.within), { at, writes }];
    return this.#recent.reduce((sum, one) => sum + one.writes, 0) >= crowd.writes;
  }

  async #flush(batch: readonly PendingWrite[]): Promise<void> {
    if (this.#failed) throw this.#failed;
    this.#begin();
    const done = this.#commit(batch);
    await this.#sync();
    for (const pending of done) pending.resolve(undefined);
    await this.#syncing?.checkpoint();
  }

  #commit(batch: readonly PendingWrite[]): readonly PendingWrite[] {
    try {
      this.#frame.begin.run();
      const done = batch.filter((pending) => this.#runAlone(pending));
      this.#frame.commit.run();
      return done;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      throw error;
    }
  }

  #runAlone(pending: PendingWrite): boolean {
    this.#frame.save.run();
    try {
      pending.run();
      this.#frame.release.run();
      return true;
    } catch (error) {
      // a full disk may have ended the whole transaction
      if (!this.#db.isTransaction) throw error;
      this.#db.exec('rollback to one; release one');
      pending.reject(error);
      return false;
    }
  }

  #begin(): void {
    try {
      this.#syncing?.begin?.();
    } catch (cause) {
      throw this.#fail(cause);
    }
  }

  async #sync(): Promise<void> {
    try {
      await this.#syncing?.sync();
    } catch (cause) {
      throw this.#fail(cause);
    }
  }

  #fail(cause: unknown): Failed {
    const failed = cause instanceof JournalGone ? cause : new DiskFailed(reasonOf(cause), { cause });
    this.#failed = failed;
    return failed;
  }
}
