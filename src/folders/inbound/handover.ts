import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize, quoteText } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { FolderError } from '../folder-error.ts';
import { type ClaimedFile, NothingTakenError, type TakeFiles, type TakeResult } from '../folder-types.ts';
import type { ClaimedFiles } from './claims/claimed-files.ts';

/** Files handed over together, as many as are claimed together, and their bytes: they share a commit of the journal, and lie in memory. */
const batchLimits = { files: 32, bytes: 4_000_000 };

/** When so many claimed files cannot be handed over, no more are claimed. */
const most = 3;

/**
 * So often a file is tried, with its folder in use before and after, before those behind it may pass: one that is in trouble
 * alone must not stop the others.
 */
const tries = 4;

/** Milliseconds until the next try, doubled each time. */
const firstPause = 500;
const longestPause = 30_000;

/** Hands claimed files over, a few at a time; those that were not taken stay in hand for later, in order. */
export class Handover {
  readonly #folder: string;
  readonly #inHand: ClaimedFiles;
  readonly #log: Log;
  readonly #isThere: () => Promise<boolean>;
  /** How often each kept file failed while its folder was there, by claim. */
  readonly #failed = new Map<string, number>();
  #failures = 0;
  #next = 0;
  #reason: LocalizedText = quoteText('');
  /** Nothing can be taken: the journal's disk is full, most likely. */
  #nothingTaken = false;

  /** `isThere`: can the folder be used now? */
  constructor(folder: string, inHand: ClaimedFiles, log: Log, isThere: () => Promise<boolean>) {
    this.#folder = folder;
    this.#inHand = inHand;
    this.#log = log;
    this.#isThere = isThere;
  }

  /** Nothing more may be claimed now. */
  isFull(): boolean {
    const { kept } = this.#inHand;
    return this.#nothingTaken || kept.length >= most || kept.some((file) => this.#holds(file));
  }

  /** What went wrong before says nothing any more. */
  reset(): void {
    this.#failed.clear();
    this.#failures = 0;
    this.#nothingTaken = false;
  }

  /** Files that were not taken are to be tried again. */
  isWaiting(): boolean {
    return this.#inHand.kept.length > 0;
  }

  trouble(): LocalizedText | undefined {
    const { length } = this.#inHand.kept;
    if (length === 0) return undefined;
    return localize('files-not-taken', { count: length, folder: this.#folder, why: this.#reason });
  }

  /**
   * Gives files in their order. The rest is kept without a try when nothing can be taken, behind a file that may be in
   * trouble for a moment only (a share that comes back: a later version must not pass an earlier one), or after `most`
   * failures.
   */
  async handOver(files: readonly ClaimedFile[], take: TakeFiles, signal: AbortSignal): Promise<void> {
    let left = files;
    while (left.length > 0 && !signal.aborted && !this.isFull()) left = await this.#giveSome(left, take);
    this.#inHand.markKept(left);
  }

  /** Tries what was kept again, when its time has come. */
  async retry(take: TakeFiles, signal: AbortSignal): Promise<void> {
    const files = this.#inHand.kept;
    if (files.length === 0 || performance.now() < this.#next) return;
    this.#inHand.markClaimed(files);
    this.#nothingTaken = false;
    this.#failures += 1;
    await this.handOver(files, take, signal);
    if (this.#inHand.kept.length === 0) this.#failures = 0;
  }

  #holds({ id }: ClaimedFile): boolean {
    const failures = this.#failed.get(id);
    return failures !== undefined && failures < tries;
  }

  /** Answers those that were not tried. */
  async #giveSome(files: readonly ClaimedFile[], take: TakeFiles): Promise<readonly ClaimedFile[]> {
    const some = this.#failures === 0 ? firstOf(files) : files.slice(0, 1);
    const { taken, error } = await take(some).catch(
      (thrown: unknown): TakeResult => ({ taken: 0, error: thrown }),
    );
    for (const file of some.slice(0, taken)) this.#done(file);
    const [next, ...rest] = files.slice(taken);
    if (next === undefined || taken === some.length) return files.slice(taken);
    if (this.#isOver(next, error)) this.#done(next);
    else await this.#keep(next);
    return rest;
  }

  #done({ id }: ClaimedFile): void {
    this.#inHand.drop(id);
    this.#failed.delete(id);
  }

  async #keep(next: ClaimedFile): Promise<void> {
    this.#inHand.markKept([next]);
    const failures = this.#failed.get(next.id) ?? 0;
    this.#failed.set(next.id, failures + ((await this.#isThere()) ? 1 : 0));
  }

  /** A file that went back, or away, is no longer ours to give. */
  #isOver(file: ClaimedFile, error: unknown): boolean {
    this.#reason = explainFailure(error);
    this.#nothingTaken = error instanceof NothingTakenError;
    const fields = { folder: this.#folder, file: file.name, claim: file.id };
    if (error instanceof FolderError && error.code !== 'folder-unavailable') {
      const level = error.code === 'file-missing' ? 'error' : 'warn';
      this.#log[level]({ code: error.code, ...fields }, this.#reason.en);
      return true;
    }
    this.#next = performance.now() + Math.min(longestPause, firstPause * 2 ** this.#failures);
    this.#log.error(
      { code: 'file-not-taken', ...fields, err: error },
      `${file.name} could not be taken; tried again later`,
    );
    return false;
  }
}

/** At least one. */
function firstOf(files: readonly ClaimedFile[]): readonly ClaimedFile[] {
  let bytes = 0;
  const tooMany = files.findIndex(({ size }, n) => {
    bytes += size;
    return n > 0 && (n === batchLimits.files || bytes > batchLimits.bytes);
  });
  return tooMany === -1 ? files : files.slice(0, tooMany);
}
