import { join } from 'node:path/posix';
import type { Log } from '../log.ts';
import { explainFolder, FolderError } from './error.ts';
import type { Files } from './files.ts';
import { Filing } from './filing.ts';
import { Handover } from './handover.ts';
import { type FolderJournal, InPlace } from './in-place.ts';
import type { Bytes, ClaimedFile, InboundFolder, Place, ReportFiles } from './interface.ts';
import { localFiles } from './local-files.ts';
import { isTemporary, matcher, temporarySuffixes } from './names.ts';
import { Nudge } from './nudge.ts';
import { batchSize, Pickup } from './pickup.ts';
import { keepSweeping } from './retention.ts';
import type { SettleTimes } from './settling.ts';
import { WorkFolder } from './work.ts';

export type Claim = 'rename' | 'delete' | 'remember';

export interface InboundFolderSettings {
  readonly folder: string;
  /** Patterns with `*` and `?`. */
  readonly files: readonly string[];
  readonly settle: SettleTimes;
  /** Milliseconds between two scans where nothing tells of news; by default the interval of settling. */
  readonly every?: number;
  /** A file counts only when NAME followed by this lies beside it; that is removed after the claim. */
  readonly done?: string;
  /** Endings of names that a writer is still busy with. */
  readonly temporary?: readonly string[];
  /** Sub-folders YYYY/MM/DD in archive/ and error/. */
  readonly byDate?: boolean;
  /** Sub-folders too, but for our own; their files are archived under the same path. */
  readonly recursive?: boolean;
  /** Milliseconds after which archive/YYYY/MM/DD is deleted; never by default. */
  readonly keep?: number;
  /** How files are taken: `rename` by default; see `InPlace` for the others. */
  readonly claim?: Claim;
  /** Folder for claimed files on the same file system; `.gateway` inside the folder by default. */
  readonly work?: string;
  /** Folder of this machine for all reports, instead of beside the files. */
  readonly reports?: string;
  /** What the journal knows the folder by; by default its title. */
  readonly identity?: string;
}

/** A folder that does not answer for this long (milliseconds) is in trouble: a share that hangs. */
const silence = 30_000;

/** Milliseconds between two scans: at least the first, at most the second however large the folder. */
const shortestPause = 50;
const longestPause = 10_000;

type Take = (file: ClaimedFile) => Promise<void>;

/** Opens a folder for picking up. One that is away now is no error here: `trouble` tells. */
export async function openInboundFolder(
  settings: InboundFolderSettings,
  journal: FolderJournal,
  log: Log,
  files: Files = localFiles,
): Promise<InboundFolder> {
  const folder = new WatchedFolder(files, settings, journal, log);
  await folder.open();
  return folder;
}

class WatchedFolder implements InboundFolder {
  readonly identity: string;
  private readonly files: Files;
  private readonly folder: string;
  private readonly title: string;
  private readonly every: number;
  private readonly matches: (name: string) => boolean;
  private readonly claim: Claim;
  private readonly keep: number | undefined;
  private readonly work: WorkFolder;
  private readonly inPlace: InPlace | undefined;
  private readonly pickup: Pickup;
  private readonly handover: Handover;
  private readonly filing: Filing;
  private readonly log: Log;
  private reason: string | undefined;
  private asking: number | undefined;
  /** Milliseconds the last scan took. */
  private took = 0;

  constructor(files: Files, settings: InboundFolderSettings, journal: FolderJournal, log: Log) {
    this.files = files;
    this.folder = settings.folder;
    this.title = files.title(settings.folder);
    this.identity = settings.identity ?? this.title;
    this.claim = settings.claim ?? 'rename';
    this.keep = settings.keep;
    this.work = new WorkFolder(files, settings.folder, journal.id, settings.work);
    this.every = settings.every ?? settings.settle.interval;
    const patterns = settings.files.map(matcher);
    const suffixes = settings.temporary ?? temporarySuffixes;
    this.matches = (name) => !isTemporary(name, suffixes) && patterns.some((fits) => fits(name));
    const { folder, settle, done, claim = 'rename', reports } = settings;
    const { work, identity } = this;
    this.inPlace =
      claim === 'rename' ? undefined : new InPlace(files, journal, { folder, identity, claim, done }, log);
    this.pickup = new Pickup(files, {
      folder,
      settle,
      work,
      log,
      done,
      recursive: settings.recursive === true,
      inPlace: this.inPlace,
    });
    this.handover = new Handover(this.title, log);
    this.filing = new Filing(files, folder, work, { byDate: settings.byDate === true, claim, reports }, log);
    this.log = log;
  }

  async open(): Promise<void> {
    try {
      await this.usable();
      if (this.inPlace === undefined) await this.work.make();
    } catch (error) {
      this.lost(error);
    }
  }

  trouble(): string | undefined {
    const waited = this.asking === undefined ? 0 : performance.now() - this.asking;
    if (waited > silence)
      return `The folder ${this.title} has not answered for ${Math.round(waited / 1000)} seconds. Check the share it lies on.`;
    return this.reason ?? this.pickup.trouble() ?? this.handover.trouble();
  }

  async claimed(): Promise<readonly ClaimedFile[]> {
    try {
      await this.usable();
      return await this.work.claimed(this.matches);
    } catch (error) {
      throw new FolderError('folder-unavailable', explainFolder(this.title, error), error);
    }
  }

  async read(file: ClaimedFile): Promise<Uint8Array> {
    const path = file.inPlace ? join(this.folder, file.name) : this.work.path(file);
    await this.assertSame(file, path);
    const bytes = await this.files.read(path);
    await this.assertSame(file, path);
    return bytes;
  }

  async file(file: ClaimedFile, place: Place, report?: ReportFiles, bytes?: Bytes): Promise<string> {
    return await this.filing.file(file, place, report, bytes);
  }

  async watch(given: Take, signal: AbortSignal): Promise<void> {
    const take = this.inPlace === undefined ? given : this.inPlaceTake(given, this.inPlace);
    const nudge = new Nudge(this.files, this.folder, this.log);
    const sweeping = this.sweep(signal);
    while (!signal.aborted) {
      await this.round(take, signal, nudge);
      await nudge.wait(Math.max(shortestPause, 2 * this.took), this.untilNext(), signal);
    }
    nudge.close();
    await sweeping;
  }

  private async sweep(signal: AbortSignal): Promise<void> {
    const { files, folder, keep, log } = this;
    if (keep !== undefined) await keepSweeping(files, folder, keep, log, signal);
  }

  private inPlaceTake(given: Take, inPlace: InPlace): Take {
    return async (file) => {
      await given(file);
      if (file.inPlace) await inPlace.taken(file);
    };
  }

  /** A tenth of the time at most goes into scanning; what settles is looked at when it is due. */
  private untilNext(): number {
    const period = Math.max(this.every, Math.min(10 * this.took, longestPause));
    return this.reason === undefined
      ? Math.min(period, this.pickup.settling.wait(performance.now()))
      : period;
  }

  /** One scan; whatever goes wrong with the folder is kept for `trouble`, and the next round tries again. */
  private async round(take: Take, signal: AbortSignal, nudge: Nudge): Promise<void> {
    try {
      await this.handover.again(take, signal);
      await this.handover.give(await this.asked(() => this.work.recovered()), take, signal);
      nudge.listen();
      await this.timed(() => this.pickup.scan(this.matches));
      await this.takeDue(take, signal);
      this.back();
    } catch (error) {
      this.lost(error);
      this.pickup.settling.clear();
      nudge.close();
    }
  }

  private async takeDue(take: Take, signal: AbortSignal): Promise<void> {
    let made: Promise<void> | undefined;
    for await (const batch of this.pickup.settling.due(performance.now(), batchSize)) {
      if (signal.aborted || this.handover.isFull()) return;
      if (this.inPlace === undefined) made ??= this.work.make();
      await made;
      const files = await this.asked(() => this.pickup.claim(batch));
      await this.handover.give(files, take, signal);
    }
  }

  private async timed(scan: () => Promise<void>): Promise<void> {
    const started = performance.now();
    await this.asked(scan);
    this.took = performance.now() - started;
  }

  /** Notes since when an answer of the file system is awaited. */
  private async asked<T>(run: () => Promise<T>): Promise<T> {
    this.asking = performance.now();
    try {
      return await run();
    } finally {
      this.asking = undefined;
    }
  }

  private async assertSame(file: ClaimedFile, path: string): Promise<void> {
    const look = await this.files.look(path);
    if (look?.size === file.size && Math.abs(look.mtime - file.mtime) < 1) return;
    if (file.inPlace) this.inPlace?.giveBack(file);
    if (look === undefined) throw await this.gone(file, path);
    if (!file.inPlace) await this.work.giveBack(file);
    throw new FolderError('file-changed', `${file.name} was still being written; it settles anew.`);
  }

  /** A file that is not there is missing only where its folder is there, and was there before. */
  private async gone(file: ClaimedFile, path: string): Promise<FolderError> {
    try {
      await this.usable();
      if ((await this.files.look(path)) === undefined) {
        await this.usable();
        return new FolderError(
          'file-missing',
          `${file.name} is gone before it was taken (claim ${file.id}).`,
        );
      }
    } catch (error) {
      return new FolderError('folder-unavailable', explainFolder(this.title, error), error);
    }
    return new FolderError('folder-unavailable', `The folder ${this.title} was away for a moment.`);
  }

  private async usable(): Promise<void> {
    await this.files.usable(this.folder, this.claim === 'remember' ? 'read' : undefined);
  }

  private lost(error: unknown): void {
    const reason = explainFolder(this.title, error);
    if (reason !== this.reason)
      this.log.warn({ code: 'folder-unavailable', folder: this.title, err: error }, reason);
    this.reason = reason;
  }

  private back(): void {
    if (this.reason !== undefined) this.log.info({ folder: this.title }, 'the folder can be used again');
    this.reason = undefined;
  }
}
