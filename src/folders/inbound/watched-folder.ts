import { join } from 'node:path/posix';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { waitAtMost } from '../../time/deadline.ts';
import { PendingCalls } from '../../time/pending-calls.ts';
import { processOneAhead } from '../batches.ts';
import type { FileStore } from '../file-store.ts';
import { explainFolder, FolderError, ignoreErrors } from '../folder-error.ts';
import type {
  ClaimedFile,
  FindKnownClaims,
  InboundFolder,
  Placement,
  ReadSource,
  Receipt,
  ReportFiles,
  TakeFiles,
  UnmatchedFiles,
} from '../folder-types.ts';
import { findHangingTrouble } from '../hanging-folder.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { keepSweeping } from './archive-sweep.ts';
import { type FolderJournal, type InPlaceClaims, isSameStat } from './claims/in-place-claims.ts';
import { Handover } from './handover.ts';
import { buildInboundParts, type InboundFolderSettings, type InboundParts } from './inbound-parts.ts';
import { batchSize } from './pickup.ts';
import { ScanPace } from './scan-pace.ts';
import { WatchTrigger } from './watch-trigger.ts';

/** Milliseconds that are waited for the first look into a folder. */
const firstLook = 2_000;

/** Opens a folder for picking up. One that is away now is no error here: `trouble` tells. */
export async function openInboundFolder(
  settings: InboundFolderSettings,
  journal: FolderJournal,
  log: Log,
  files: FileStore = localFileStore,
): Promise<InboundFolder> {
  const folder = new WatchedFolder(files, settings, journal, log);
  await waitAtMost(firstLook, folder.open());
  return folder;
}

class WatchedFolder implements InboundFolder {
  readonly identity: string;
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #title: string;
  readonly #settings: InboundFolderSettings;
  readonly #parts: InboundParts;
  readonly #handover: Handover;
  readonly #log: Log;
  #reason: LocalizedText | undefined;
  readonly #calls = new PendingCalls();
  readonly #pace = new ScanPace();
  #mayClaim = () => true;

  constructor(files: FileStore, settings: InboundFolderSettings, journal: FolderJournal, log: Log) {
    this.#files = files;
    this.#folder = settings.folder;
    this.#title = files.title(settings.folder);
    this.identity = settings.identity ?? this.#title;
    this.#settings = settings;
    this.#parts = buildInboundParts(files, { ...settings, identity: this.identity }, journal, log);
    this.#handover = new Handover(this.#title, this.#parts.inHand, log, () => this.#isThere());
    this.#log = log;
  }

  async open(): Promise<void> {
    try {
      await this.#calls.track(() => this.#usable());
      if (this.#parts.inPlace === undefined) await this.#calls.track(() => this.#parts.work.make());
    } catch (error) {
      this.#noteLost(error);
    }
  }

  trouble(): LocalizedText | undefined {
    const hanging = findHangingTrouble(this.#title, this.#calls);
    return hanging ?? this.#reason ?? this.#parts.pickup.trouble() ?? this.#handover.trouble();
  }

  /** The higher one of its work folder and of `archive/`. */
  async readJournalSerial(
    journal: string,
  ): Promise<{ readonly serial: number; readonly place: string } | undefined> {
    const { inPlace, work, filing } = this.#parts;
    if (inPlace !== undefined) return undefined;
    const own = await this.#calls.track(() => work.readSerial());
    const filed = await this.#calls.track(() => filing.readSerial(journal));
    const [found] = [own, filed]
      .filter((one) => one !== undefined)
      .sort((one, other) => other.serial - one.serial);
    return found && { serial: found.serial, place: this.#files.title(found.path) };
  }

  async writeJournalSerial(journal: string, serial: number): Promise<void> {
    const { inPlace, work, filing } = this.#parts;
    if (inPlace !== undefined) return;
    await this.#calls.track(() => work.writeSerial(serial));
    await this.#calls.track(() => filing.writeSerial(journal, serial));
  }

  async countUnmatched(): Promise<UnmatchedFiles> {
    return await this.#parts.unmatched.count();
  }

  async listClaimed(known?: FindKnownClaims, longestInHand?: number): Promise<readonly ClaimedFile[]> {
    const notOurs = known && this.#withoutInHand(known, longestInHand);
    try {
      await this.#calls.track(() => this.#usable());
      return await this.#calls.track(() => this.#parts.work.listClaimed(this.#parts.matches, notOurs));
    } catch (error) {
      // before the first round of `watch`, nobody else would notice
      this.#noteLost(error);
      throw new FolderError('folder-unavailable', explainFolder(this.#title, error), error);
    }
  }

  async giveBack(file: ClaimedFile): Promise<void> {
    await this.#parts.work.giveBack(file);
  }

  async read(file: ClaimedFile): Promise<Uint8Array> {
    const path = file.inPlace ? join(this.#folder, file.name) : this.#parts.work.path(file);
    // what stays where it is may be anything by now
    if (file.inPlace) await this.#assertSame(file, path);
    const bytes = await ignoreErrors(['ENOENT', 'EISDIR'], () => this.#files.read(path, file.size));
    if (bytes === undefined) throw await this.#explainMissing(file, path);
    await this.#assertSame(file, path);
    return bytes;
  }

  async putInPlacement(
    file: ClaimedFile,
    place: Placement,
    report?: ReportFiles | Receipt,
    bytes?: ReadSource,
  ): Promise<string> {
    return await this.#parts.filing.putInPlacement(file, place, report, bytes);
  }

  async watch(given: TakeFiles, signal: AbortSignal, mayClaim = () => true): Promise<void> {
    this.#forget();
    this.#mayClaim = mayClaim;
    const take = this.#parts.inPlace === undefined ? given : this.#inPlaceTake(given, this.#parts.inPlace);
    const nudge = new WatchTrigger(this.#files, this.#folder, this.#log);
    const sweeping = this.#sweep(signal);
    while (!signal.aborted) {
      await this.#round(take, signal, nudge);
      const isQuiet = nudge.isReliable && !this.#settings.recursive && !this.#handover.isWaiting();
      await nudge.wait(this.#pace.leastPause, this.#untilNext(isQuiet), signal);
    }
    nudge.close();
    await sweeping;
  }

  async lookWithoutTurn(): Promise<void> {
    this.#forget();
    try {
      await this.#calls.track(() => this.#usable());
      this.#back();
    } catch (error) {
      this.#noteLost(error);
    }
  }

  /** What was in our hands may be in another gateway's now. */
  #forget(): void {
    this.#handover.reset();
    this.#parts.inHand.clear();
    this.#parts.pickup.forget();
  }

  /** Those too that somebody is at work on. */
  #withoutInHand(known: FindKnownClaims, longest?: number): FindKnownClaims {
    const { inHand } = this.#parts;
    if (longest === undefined) return known;
    return async (ids) =>
      new Set([...(await known(ids)), ...ids.filter((id) => inHand.isClaimedBySomebody(id, longest))]);
  }

  async #sweep(signal: AbortSignal): Promise<void> {
    const { keep } = this.#settings;
    const swept = { files: this.#files, folder: this.#folder, place: this.#parts.place };
    if (keep !== undefined) await keepSweeping(swept, keep, this.#log, signal);
  }

  #inPlaceTake(given: TakeFiles, inPlace: InPlaceClaims): TakeFiles {
    return async (files) => {
      const taken = await given(files);
      for (const file of files.slice(0, taken.taken)) if (file.inPlace) await inPlace.noteTaken(file);
      return taken;
    };
  }

  /** What settles is looked at when it is due. */
  #untilNext(isQuiet: boolean): number {
    const { settle, every: usual = settle.interval, eventful = usual } = this.#settings;
    const every = isQuiet ? eventful : usual;
    const period = this.#pace.computePeriod(every);
    return this.#reason === undefined
      ? Math.min(period, this.#parts.pickup.settling.wait(performance.now()))
      : period;
  }

  /** One scan; whatever goes wrong with the folder is kept for `trouble`, and the next round tries again. */
  async #round(take: TakeFiles, signal: AbortSignal, nudge: WatchTrigger): Promise<void> {
    try {
      await this.#handover.retry(take, signal);
      await this.#recover();
      // to listen is a call that the event loop waits for: not into a share that hangs
      if (!nudge.isListening) await this.#calls.track(() => this.#usable());
      await this.#calls.track(() => nudge.listen());
      nudge.noteFound(await this.#scan());
      // in a large folder files have come to rest while it was listed: another look at once, and they may be taken
      if (this.#parts.pickup.settling.wantsScan(performance.now())) await this.#scan();
      await this.#takeDue(take, signal);
      this.#back();
    } catch (error) {
      this.#noteLost(error);
      this.#parts.pickup.settling.clear();
      nudge.close();
    }
  }

  /** Claims that nobody told of. Whatever goes back comes before those that were seen meanwhile: all settle anew. */
  async #recover(): Promise<void> {
    const returned = await this.#calls.track(() => this.#parts.work.recover());
    if (returned > 0) this.#parts.pickup.settling.clear();
  }

  /** The next are claimed while those before them go into the journal; they are handed over in their order. */
  async #takeDue(take: TakeFiles, signal: AbortSignal): Promise<void> {
    await processOneAhead(this.#claimDue(signal), (files) => this.#handover.handOver(files, take, signal));
  }

  async *#claimDue(signal: AbortSignal): AsyncIterable<readonly ClaimedFile[]> {
    let made: Promise<void> | undefined;
    for await (const batch of this.#parts.pickup.settling.takeDue(performance.now(), batchSize)) {
      if (signal.aborted || !this.#mayClaim() || this.#handover.isFull()) return;
      if (this.#parts.inPlace === undefined) made ??= this.#parts.work.make();
      await made;
      yield await this.#calls.track(() => this.#parts.pickup.claim(batch));
    }
  }

  async #scan(): Promise<number> {
    const started = performance.now();
    const found = await this.#calls.track(() => this.#parts.pickup.scan(this.#parts.matches));
    this.#pace.note(performance.now() - started);
    return found;
  }

  async #assertSame(file: ClaimedFile, path: string): Promise<void> {
    const look = await this.#files.stat(path);
    if (look === undefined) throw await this.#explainMissing(file, path);
    if (isSameStat(look, file)) return;
    if (!file.inPlace) await this.#parts.work.giveBack(file);
    throw new FolderError('file-changed', localize('file-still-written', { name: file.name }));
  }

  /** A file that is not there is missing only where its folder is there, and was there before. */
  async #explainMissing(file: ClaimedFile, path: string): Promise<FolderError> {
    try {
      await this.#usable();
      if ((await this.#files.stat(path)) === undefined) {
        await this.#usable();
        return new FolderError('file-missing', localize('file-gone', { name: file.name, claim: file.id }));
      }
    } catch (error) {
      return new FolderError('folder-unavailable', explainFolder(this.#title, error), error);
    }
    return new FolderError('folder-unavailable', localize('folder-was-away', { folder: this.#title }));
  }

  scanTime(): number {
    return this.#pace.last;
  }

  #isThere(): Promise<boolean> {
    return this.#calls
      .track(() => this.#usable())
      .then(
        () => true,
        () => false,
      );
  }

  async #usable(): Promise<void> {
    await this.#parts.place.assertUsable(this.#settings.claim === 'remember' ? 'read' : undefined);
  }

  #noteLost(error: unknown): void {
    const reason = explainFolder(this.#title, error);
    if (reason.en !== this.#reason?.en)
      this.#log.warn({ code: 'folder-unavailable', folder: this.#title, err: error }, reason.en);
    this.#reason = reason;
  }

  #back(): void {
    if (this.#reason !== undefined) this.#log.info({ folder: this.#title }, 'the folder can be used again');
    this.#reason = undefined;
  }
}
