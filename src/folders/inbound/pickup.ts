import { join } from 'node:path/posix';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { processOneAhead, settleAll } from '../batches.ts';
import type { FileStore, FolderEntry } from '../file-store.ts';
import { explainFolder, explainUnreadFile, ignoreErrors, systemCodeOf } from '../folder-error.ts';
import type { ClaimedFile } from '../folder-types.ts';
import type { ClaimedFiles } from './claims/claimed-files.ts';
import type { InPlaceClaims } from './claims/in-place-claims.ts';
import type { WorkFolder } from './claims/work-folder.ts';
import type { DryRunFiles } from './listing/dry-run-files.ts';
import { largestFile, listFolder, type SkipReason } from './listing/list-folder.ts';
import { SkippedFilesLog } from './listing/skipped-files.ts';
import type { PinnedFolder } from './pinned-folder.ts';
import { explainUnfinished, type JudgeCompleteness, readFileEnds } from './settling/file-ends.ts';
import { type Candidate, type FileStat, type SettleTimes, SettlingFiles } from './settling/settling-files.ts';
import { UnfinishedFiles } from './settling/unfinished-files.ts';

/** Files claimed and fsynced together. */
export const batchSize = 32;

/** First looks under way at once. */
const looksAtOnce = 256;

/** What the system, or an SFTP server, says of one file, not of the whole folder. */
const fileCodes = ['EACCES', 'EPERM', 'EBUSY', 'ENOENT', 'EIO', 'ETXTBSY', 'ESFTP'];

/** Milliseconds until a file is tried again that its writer holds. */
const busyPause = 1000;
const tooLargePause = 60_000;

/** What the second look at a file shows. */
type State = 'at rest' | 'later' | 'gone';

export interface PickupParts {
  readonly folder: string;
  readonly complete: JudgeCompleteness;
  readonly settle: SettleTimes;
  readonly place: PinnedFolder;
  readonly work: WorkFolder;
  readonly inHand: ClaimedFiles;
  readonly log: Log;
  /** Ending of the done-file that must lie beside a file. */
  readonly done: string | undefined;
  /** Sub-folders too. */
  readonly recursive: boolean;
  /** Where files may not be renamed. */
  readonly inPlace: InPlaceClaims | undefined;
  /** What a dry run has seen; undefined in one. */
  readonly seenDry: DryRunFiles | undefined;
}

/** From names in a listing to claimed files: two looks, the end of the document, the claim. */
export class Pickup {
  readonly settling: SettlingFiles;
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #work: WorkFolder;
  readonly #inHand: ClaimedFiles;
  readonly #log: Log;
  readonly #skipped: SkippedFilesLog;
  readonly #parts: PickupParts;
  readonly #done: string | undefined;
  readonly #inPlace: InPlaceClaims | undefined;
  readonly #unfinished: UnfinishedFiles;
  #rights: LocalizedText | undefined;

  constructor(files: FileStore, parts: PickupParts) {
    const { folder, settle, work, inHand, log, done, inPlace } = parts;
    this.#parts = parts;
    this.#done = done;
    this.#files = files;
    this.#folder = folder;
    this.settling = new SettlingFiles(settle);
    this.#work = work;
    this.#inHand = inHand;
    this.#log = log;
    this.#inPlace = inPlace;
    this.#unfinished = new UnfinishedFiles(folder, work, log);
    this.#skipped = new SkippedFilesLog(folder, log);
  }

  /** Why files that are ready cannot be moved although the folder can be read. */
  trouble(): LocalizedText | undefined {
    return this.#rights ?? this.#inPlace?.trouble();
  }

  /** What was seen so far may be otherwise by now. */
  forget(): void {
    this.settling.clear();
    this.#rights = undefined;
    this.#inPlace?.forgetAll();
  }

  /** Why a file of the folder has not been taken for long. */
  stuckReason(name: string): LocalizedText | undefined {
    return this.settling.stuckReason(name);
  }

  /** Lists the folder once and has a first look at what is new: how many names. Fails when the folder cannot be listed. */
  async scan(matches: (name: string) => boolean): Promise<number> {
    await this.#parts.place.assertSame();
    await this.#inPlace?.beginScan();
    await this.#parts.seenDry?.beginScan();
    await this.#unfinished.load();
    const skipped = new Map<string, SkipReason>();
    const skip = (name: string, reason: SkipReason) => void skipped.set(name, reason);
    this.settling.beginScan();
    const batches = listFolder(this.#files, this.#folder, {
      ...this.#parts,
      work: this.#work.base,
      matches,
      skip,
    });
    let listed = 0;
    let found = 0;
    await processOneAhead(batches, async (batch) => {
      listed += batch.length;
      const fresh = this.settling.listNew(batch);
      found += fresh.length;
      await this.#takeFirstLooks(fresh);
    });
    this.settling.endScan();
    await this.#inPlace?.endScan(listed, performance.now());
    this.#skipped.report(skipped, (name) => this.settling.has(name));
    if (this.settling.isEmpty()) this.#rights = undefined;
    return found;
  }

  /** Claims those of one batch that have come to rest, in order; they survive a power cut. */
  async claim(batch: readonly Candidate[]): Promise<readonly ClaimedFile[]> {
    await this.#parts.place.assertSame();
    const states = await settleAll(batch.map((candidate) => this.#judge(candidate)));
    await this.#assertGone(batch.filter((_, n) => states[n] === 'gone').map(({ name }) => name));
    const now = performance.now();
    const ready = batch.filter(
      ({ name }, n) => states[n] === 'at rest' && !this.settling.isHeldBack(name, now),
    );
    return this.#inPlace === undefined ? await this.#move(ready) : await this.#leave(ready, this.#inPlace);
  }

  /** Files that stay where they are. */
  async #leave(ready: readonly Candidate[], inPlace: InPlaceClaims): Promise<readonly ClaimedFile[]> {
    const files = await inPlace.claim(ready);
    this.#inHand.markClaimed(files);
    for (const { name } of files) this.settling.forget(name);
    return files;
  }

  #isOurs(name: string, look: FileStat): boolean {
    if (this.#parts.seenDry?.has(name, look)) return true;
    return this.#inPlace !== undefined && (this.#inHand.hasFile(name) || this.#inPlace.isTaken(name, look));
  }

  async #move(ready: readonly Candidate[]): Promise<readonly ClaimedFile[]> {
    const claims = await settleAll(ready.map((candidate) => this.#take(candidate)));
    const files = claims.filter((file) => file !== undefined);
    await this.#work.sync(files);
    await this.#dropSignals(files);
    this.#inHand.markClaimed(files);
    return files;
  }

  /** The done-files of claimed files have said what they had to. */
  async #dropSignals(claimed: readonly ClaimedFile[]): Promise<void> {
    const done = this.#done;
    if (done === undefined) return;
    const gone: string[] = [];
    for (const { name } of claimed)
      await ignoreErrors(fileCodes, async () => {
        const there = await ignoreErrors(['ENOENT'], () => this.#unlinkDone(name + done));
        if (there === undefined) gone.push(name + done);
      });
    await this.#assertGone(gone);
  }

  async #unlinkDone(name: string): Promise<true> {
    await this.#files.unlink(join(this.#folder, name));
    return true;
  }

  async #takeFirstLooks(entries: readonly FolderEntry[]): Promise<void> {
    const untold = entries.filter(({ stat: look }) => look === undefined).map(({ name }) => name);
    const looks = new Map<string, FileStat | undefined>();
    for (let at = 0; at < untold.length; at += looksAtOnce) {
      const names = untold.slice(at, at + looksAtOnce);
      const answers = await this.#files.statMany(this.#folder, names);
      for (const [n, name] of names.entries()) looks.set(name, answers[n]);
    }
    const now = performance.now();
    for (const { name, stat: look = looks.get(name) } of entries)
      if (look !== undefined && !this.#isOurs(name, look))
        this.settling.add(name, look, now, this.#unfinished.quietOf(name, look));
    await this.#assertGone(untold.filter((name) => looks.get(name) === undefined));
  }

  async #assertGone(names: readonly string[]): Promise<void> {
    await this.#parts.place.assertGone(names.map((name) => join(this.#folder, name)));
  }

  /** Makes the claim's id before it first waits: ids of a batch sort as the batch does. */
  async #take(candidate: Candidate): Promise<ClaimedFile | undefined> {
    const claim = await this.#work.claim(candidate);
    if (claim === 'busy') return await this.#noteUnmovable(candidate.name);
    this.settling.forget(candidate.name);
    this.#rights = undefined;
    return typeof claim === 'string' ? undefined : claim;
  }

  /** The second look: unchanged since the first, and the root element closed (or patience at its end). */
  async #judge({ name }: Candidate): Promise<State> {
    const path = join(this.#folder, name);
    try {
      const look = await this.#files.stat(path);
      if (look === undefined) return this.#forgetGone(name);
      return await this.#judgeRest(path, { name, ...look });
    } catch (error) {
      if (systemCodeOf(error) === 'ENOENT') return this.#forgetGone(name);
      if (!fileCodes.includes(systemCodeOf(error))) throw error;
      return this.#postpone(name, explainUnreadFile(error));
    }
  }

  async #judgeRest(path: string, { name, ...look }: Candidate): Promise<State> {
    const now = performance.now();
    if (!this.settling.isQuiet(name, look, now)) return 'later';
    if (look.size > largestFile) return this.#skipTooLarge(name, now);
    const ends = await readFileEnds(this.#files, path, look.size);
    const state = this.#parts.complete(name, ends);
    const why = explainUnfinished(state, ends);
    const verdict = this.settling.judge(name, state, now, why);
    if (verdict === 'warn') await this.#tellUnfinished({ name, ...look }, why, now);
    return verdict === 'take' ? 'at rest' : 'later';
  }

  async #tellUnfinished(file: Candidate, why: LocalizedText, now: number): Promise<void> {
    const quiet = this.settling.quietOf(file.name, now);
    await this.#unfinished.warn(file, why, quiet, (name) => this.settling.isStuck(name));
  }

  #forgetGone(name: string): 'gone' {
    this.settling.forget(name);
    return 'gone';
  }

  /** Busy with its writer, or are the rights in the folder missing? */
  async #noteUnmovable(name: string): Promise<undefined> {
    this.#postpone(name, localize('left-held'));
    const before = this.#rights;
    try {
      await this.#parts.place.assertUsable();
      this.#rights = undefined;
    } catch (error) {
      this.#rights = explainFolder(this.#files.title(this.#folder), error);
    }
    if (this.#rights !== undefined && this.#rights.en !== before?.en)
      this.#log.warn({ code: 'folder-unavailable', folder: this.#folder }, this.#rights.en);
  }

  #postpone(name: string, why: LocalizedText): 'later' {
    if (this.settling.postpone(name, busyPause, performance.now(), why) === 'warn')
      this.#log.warn(
        { code: 'file-busy', folder: this.#folder, file: name },
        `${JSON.stringify(name)} stays in the inbound folder: ${why.en}. It is tried again.`,
      );
    return 'later';
  }

  #skipTooLarge(name: string, now: number): 'later' {
    this.#skipped.reportOnce(name, 'over 1 GB');
    this.settling.postpone(name, tooLargePause, now, localize('left-too-large'));
    return 'later';
  }
}
