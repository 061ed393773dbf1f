import type { Syncing } from './group-commit.ts';
import { Thread } from './thread.ts';

/**
 * SQLite commits without an fsync (`synchronous = normal`), and this thread does it before anybody hears of the commit: the
 * disk is waited for beside the event loop. The log is one file that only grows until a checkpoint, so an fsync covers all
 * commits before it, and what a power cut takes is always the end of it.
 */
export class SyncThread implements Syncing {
  readonly #thread: Thread;
  #long = false;

  /** `path` of the journal. */
  constructor(path: string) {
    this.#thread = new Thread('sync-worker', path);
  }

  async sync(): Promise<void> {
    this.#long = (await this.#thread.ask('sync')) === 'long';
  }

  async checkpoint(): Promise<void> {
    if (this.#long) await this.#thread.ask('checkpoint');
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
