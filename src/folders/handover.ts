import type { Log } from '../log.ts';
import { FolderError, reasonOf } from './error.ts';
import { type ClaimedFile, NothingTaken } from './interface.ts';

type Take = (file: ClaimedFile) => Promise<void>;

/** When so many claimed files cannot be handed over, no more are claimed. */
const most = 3;

/** Milliseconds until the next try, doubled each time. */
const firstPause = 500;
const longestPause = 30_000;

/** Hands claimed files over, one at a time, and keeps those that were not taken for later, in order. */
export class Handover {
  private readonly folder: string;
  private readonly log: Log;
  private kept: readonly ClaimedFile[] = [];
  private failures = 0;
  private next = 0;
  private reason = '';
  /** Nothing can be taken: the journal's disk is full, most likely. */
  private nothingTaken = false;

  constructor(folder: string, log: Log) {
    this.folder = folder;
    this.log = log;
  }

  /** Nothing more may be claimed now. */
  isFull(): boolean {
    return this.nothingTaken || this.kept.length >= most;
  }

  trouble(): string | undefined {
    if (this.kept.length === 0) return undefined;
    return `${this.kept.length} claimed file(s) of ${this.folder} cannot be taken into the journal: ${this.reason}`;
  }

  /** Gives files in their order; the rest is kept without a try when nothing can be taken, or after `most` failures. */
  async give(files: readonly ClaimedFile[], take: Take, signal: AbortSignal): Promise<void> {
    const kept: ClaimedFile[] = [];
    for (const file of files) {
      const stop = signal.aborted || this.nothingTaken || kept.length >= most;
      if (stop || !(await this.handed(file, take))) kept.push(file);
    }
    this.kept = [...this.kept, ...kept];
  }

  /** Tries what was kept again, when its time has come. */
  async again(take: Take, signal: AbortSignal): Promise<void> {
    if (this.kept.length === 0 || performance.now() < this.next) return;
    const files = this.kept;
    this.kept = [];
    this.nothingTaken = false;
    this.failures += 1;
    await this.give(files, take, signal);
    if (this.kept.length === 0) this.failures = 0;
  }

  private async handed(file: ClaimedFile, take: Take): Promise<boolean> {
    try {
      await take(file);
      return true;
    } catch (error) {
      return this.isOver(file, error);
    }
  }

  /** A file that went back, or away, is no longer ours to give. */
  private isOver(file: ClaimedFile, error: unknown): boolean {
    this.reason = reasonOf(error);
    this.nothingTaken = error instanceof NothingTaken;
    const fields = { folder: this.folder, file: file.name, claim: file.id };
    if (error instanceof FolderError && error.code !== 'folder-unavailable') {
      this.log.warn({ code: error.code, ...fields }, this.reason);
      return true;
    }
    this.next = performance.now() + Math.min(longestPause, firstPause * 2 ** this.failures);
    this.log.error(
      { code: 'file-not-taken', ...fields, err: error },
      `${file.name} could not be taken; tried again later`,
    );
    return false;
  }
}
