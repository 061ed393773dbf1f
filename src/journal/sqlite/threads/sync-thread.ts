import { statSync } from 'node:fs';
import { z } from 'zod';
import { threadProgram } from '../../../package.ts';
import { JournalGone } from '../../model/journal-errors.ts';
import type { LogSync } from '../group-commit.ts';
import { JournalThread } from './journal-thread.ts';
import { logLimit } from './thread-server.ts';

const answerSchema = z.union([z.enum(['short', 'long']), z.object({ gone: z.string() })]);

/**
 * SQLite commits without an fsync (`synchronous = normal`), and this thread does it before anybody hears of the commit: the
 * disk is waited for beside the event loop. The log is one file that only grows until a checkpoint, so an fsync covers all
 * commits before it, and what a power cut takes is always the end of it.
 */
export class SyncThread implements LogSync {
  readonly #thread: JournalThread;
  readonly #log: string;
  #long = false;
  /** Bytes of the log after the last commit. */
  #size = 0;

  /** `path` of the journal; `ids`: the numbers that its file may have. */
  constructor(path: string, ids: readonly number[]) {
    this.#log = `${path}-wal`;
    this.#thread = new JournalThread(threadProgram('journal-sync'), { path, ids }, { stays: true });
  }

  /** A log that was cut is as long as before once something is written at its old end. */
  begin(): void {
    const size = statSync(this.#log, { throwIfNoEntry: false })?.size;
    // SQLite itself cuts a log that has grown beyond its limit, to that
    if (size !== undefined && size < Math.min(this.#size, logLimit))
      throw new JournalGone(`${this.#log} was cut short`);
  }

  async sync(): Promise<void> {
    const answer = answerSchema.parse(await this.#thread.ask('sync'));
    if (typeof answer !== 'string') throw new JournalGone(answer.gone);
    this.#long = answer === 'long';
    this.#size = statSync(this.#log, { throwIfNoEntry: false })?.size ?? 0;
  }

  async checkpoint(): Promise<void> {
    if (this.#long) await this.#thread.ask('checkpoint');
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
