import type { DatabaseSync } from 'node:sqlite';

interface Pending {
  run(): unknown;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Collects writes of one turn of the event loop into one transaction: one fsync for all of them. Between two transactions
 * lies a pause as long as the one before took: the slower the disk, the more of them share an fsync, and the event loop
 * never spends more than half of its time waiting for it. A write that throws is rolled back alone (savepoint); when the
 * commit fails, or a full disk ends the transaction, all of them reject.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  #pending: Pending[] = [];
  #flushed: Promise<void> = Promise.resolve();
  /** When the pause after the last transaction ends; monotonic. */
  #free = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Runs `work` in the next transaction; resolves with its answer when that is on disk. */
  write<T>(work: () => T): Promise<T> {
    if (this.#pending.length === 0) this.#schedule();
    return new Promise<T>((resolve, reject) => {
      let answer: T;
      this.#pending.push({
        run: () => {
          answer = work();
        },
        resolve: () => resolve(answer),
        reject,
      });
    });
  }

  /** Resolves when everything asked for so far is on disk or has been rejected. */
  drained(): Promise<void> {
    return this.#flushed;
  }

  #schedule(): void {
    this.#flushed = new Promise((resolve) => {
      const flush = (): void => {
        const started = performance.now();
        this.#flush();
        const ended = performance.now();
        this.#free = ended + (ended - started);
        resolve();
      };
      const pause = this.#free - performance.now();
      if (pause > 0) setTimeout(flush, pause);
      else setImmediate(flush);
    });
  }

  #flush(): void {
    const batch = this.#pending;
    this.#pending = [];
    try {
      this.#db.exec('begin immediate');
      const done = batch.filter((pending) => this.#runAlone(pending));
      this.#db.exec('commit');
      for (const pending of done) pending.resolve(undefined);
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback');
      for (const pending of batch) pending.reject(error);
    }
  }

  #runAlone(pending: Pending): boolean {
    this.#db.exec('savepoint one');
    try {
      pending.run();
      this.#db.exec('release one');
      return true;
    } catch (error) {
      // a full disk may have ended the whole transaction
      if (!this.#db.isTransaction) throw error;
      this.#db.exec('rollback to one; release one');
      pending.reject(error);
      return false;
    }
  }
}
