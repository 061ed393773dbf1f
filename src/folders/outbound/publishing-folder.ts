import { createHash } from 'node:crypto';
import { basename, join } from 'node:path/posix';
import { localizeError } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { waitAtMost } from '../../time/deadline.ts';
import { PendingCalls } from '../../time/pending-calls.ts';
import { cutToBytes, nameWithId, toSafeName } from '../file-name.ts';
import { type FileStore, listNames } from '../file-store.ts';
import { explainFolder, ignoreErrors } from '../folder-error.ts';
import type { Leftover, MarkedFile, OutboundFolder, ReportFiles, StagedFile } from '../folder-types.ts';
import { findHangingTrouble } from '../hanging-folder.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { runOneAtATime } from '../one-at-a-time.ts';
import { removeReport, writeReport } from '../reports/report-files.ts';
import { createId } from '../unique-id.ts';
import { FolderMark } from './folder-mark.ts';

export interface OutboundFolderSettings {
  readonly folder: string;
  /**
   * Whose temporary files are whose, where several channels or gateways publish into one folder: `sweep` touches its
   * own only, and without an owner none. Stable over restarts, such as journal id and channel name.
   */
  readonly owner?: string;
  /** Rights of published files. */
  readonly mode?: number;
  /** Ending of an empty file that follows each file. */
  readonly done?: string;
}

/** Milliseconds that are waited for the first look into a folder. */
const firstLook = 2_000;

interface PublishedListing<T> {
  readonly there: readonly T[];
  readonly gone: readonly T[];
}

/** Opens a folder for publishing. One that is away now is no error here: `trouble` tells. */
export async function openOutboundFolder(
  settings: OutboundFolderSettings,
  log: Log,
  files: FileStore = localFileStore,
): Promise<OutboundFolder> {
  const folder = new PublishingFolder(files, settings, log);
  await waitAtMost(firstLook, folder.look());
  return folder;
}

class PublishingFolder implements OutboundFolder {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #tag: string;
  readonly #owned: boolean;
  readonly #mode: number | undefined;
  readonly #done: string | undefined;
  readonly #log: Log;
  #reason: LocalizedText | undefined;
  readonly #calls = new PendingCalls();
  readonly #identity: FolderMark;

  constructor(files: FileStore, settings: OutboundFolderSettings, log: Log) {
    this.#files = files;
    this.#folder = settings.folder;
    this.#tag = createHash('sha256')
      .update(settings.owner ?? '')
      .digest('hex')
      .slice(0, 8);
    this.#owned = settings.owner !== undefined;
    this.#mode = settings.mode;
    this.#done = settings.done;
    this.#log = log;
    this.#identity = new FolderMark(files, settings.folder, log);
  }

  trouble(): LocalizedText | undefined {
    return findHangingTrouble(this.#files.title(this.#folder), this.#calls) ?? this.#reason;
  }

  async look(): Promise<void> {
    try {
      await this.#watched(() => this.#files.assertUsable(this.#folder));
    } catch {
      // `watched` keeps the reason, for `trouble`; who publishes meets the error itself.
    }
  }

  async exists(name: string): Promise<boolean> {
    return await this.#read(() => this.#files.exists(join(this.#folder, name)));
  }

  async stage(name: string, bytes: Uint8Array, attempt: string): Promise<StagedFile> {
    if (basename(name) !== name || name.startsWith('.')) throw new TypeError(`Not a file name: ${name}`);
    return await this.#watched(async () => {
      const folder = await this.#identity.mark();
      const id = createId();
      const temporary = this.#temporaryName(name, attempt, id);
      await this.#files.create(join(this.#folder, temporary), bytes, this.#mode);
      await this.#files.syncFolder(this.#folder);
      return {
        temporary,
        name: (await this.#files.exists(join(this.#folder, name))) ? nameWithId(name, id) : name,
        ...(folder === undefined ? {} : { folder }),
      };
    });
  }

  /**
   * The rename is the publishing: what is gone from the temporary name was published, so it happens exactly once. (Link
   * and unlink would leave a moment in which a crash and a quick ERP make it twice.) The look before it keeps what is
   * there; within this process nobody comes between.
   */
  async publish(staged: StagedFile): Promise<string> {
    const names = [staged.name, nameWithId(staged.name, idOf(staged.temporary))];
    const temporary = join(this.#folder, staged.temporary);
    return await runOneAtATime(join(this.#folder, staged.name), () =>
      this.#watched(async () => {
        // in a folder that is away, a missing temporary file says nothing
        await this.#files.assertUsable(this.#folder);
        const isNew = await this.#files.exists(temporary);
        if (!isNew) await this.#identity.assertMark(staged.folder);
        const name = isNew ? await this.#renamed(temporary, names) : await this.#published(names);
        await this.#signal(name);
        await this.#files.syncFolder(this.#folder);
        return name;
      }),
    );
  }

  async readJournalSerial(
    journal: string,
  ): Promise<{ readonly serial: number; readonly place: string } | undefined> {
    const found = await this.#calls.track(() => this.#identity.readSerial(journal));
    return found && { serial: found.serial, place: this.#files.title(found.path) };
  }

  /** Each minute: by this a folder that is away is told also where nothing is published. */
  async writeJournalSerial(journal: string, serial: number): Promise<void> {
    await this.look();
    await this.#calls.track(() => this.#identity.writeSerial(journal, serial));
  }

  async mark(): Promise<string | undefined> {
    return await this.#watched(() => this.#identity.mark());
  }

  /** What a listing leaves out while others write into the folder is looked for by its name. */
  async findPublished<T extends MarkedFile>(files: readonly T[]): Promise<PublishedListing<T>> {
    const listed = new Set(await this.#read(() => listNames(this.#files, this.#folder)));
    const there: T[] = [];
    const gone: T[] = [];
    for (const file of files.filter(({ folder }) => listed.has(folder))) {
      const isThere = listed.has(file.name) || (await this.exists(file.name));
      (isThere ? there : gone).push(file);
    }
    // all that is gone with its folder was collected by nobody
    return gone.length === 0 || (await this.exists(gone[0]?.folder ?? ''))
      ? { there, gone }
      : { there, gone: [] };
  }

  /** Also after a crash between the two; what was collected meanwhile needs no signal any more. */
  async #signal(name: string): Promise<void> {
    const path = join(this.#folder, name);
    if (this.#done === undefined || !(await this.#files.exists(path))) return;
    await ignoreErrors(['EEXIST'], () => this.#files.create(path + this.#done, new Uint8Array(), this.#mode));
  }

  async report(name: string, report: ReportFiles | undefined): Promise<void> {
    const parked = join(this.#folder, 'parked');
    if (report === undefined) return await removeReport(this.#files, parked, toSafeName(name));
    await ignoreErrors(['EEXIST'], () => this.#files.mkdir(parked));
    await writeReport(this.#files, parked, toSafeName(name), report, this.#mode);
  }

  /** A folder that is away keeps its leftovers until the next start: they are hidden and harm nobody. */
  async sweep(isDead: (left: Leftover) => Promise<boolean> | boolean): Promise<void> {
    const names = this.#owned ? await this.#listed() : [];
    const ours = new RegExp(`^\\..*-${this.#tag}-(\\d+\\.\\d+)-[0-9a-z]{16}\\.tmp$`, 's');
    for (const name of names) {
      const attempt = ours.exec(name)?.[1];
      if (attempt === undefined || !(await isDead({ temporary: name, attempt }))) continue;
      await ignoreErrors(['ENOENT'], () => this.#files.unlink(join(this.#folder, name)));
      this.#log.info({ folder: this.#folder, file: name }, 'removed a temporary file that a crash left');
    }
  }

  async #listed(): Promise<readonly string[]> {
    try {
      return await this.#read(() => listNames(this.#files, this.#folder));
    } catch (error) {
      this.#log.warn(
        { code: 'folder-unavailable', folder: this.#folder, err: error },
        this.#reason?.en ?? 'folder away',
      );
      return [];
    }
  }

  #temporaryName(name: string, attempt: string, id: string): string {
    const end = `-${this.#tag}-${attempt}-${id}.tmp`;
    return `.${cutToBytes(name, 254 - end.length)}${end}`;
  }

  async #renamed(temporary: string, names: readonly string[]): Promise<string> {
    for (const name of names) if (await this.#files.publish(temporary, join(this.#folder, name))) return name;
    throw localizeError('no-free-name', { name: names[0] ?? '', folder: this.#folder });
  }

  async #published(names: readonly string[]): Promise<string> {
    const [first = '', other = ''] = names;
    return (await this.#files.exists(join(this.#folder, other))) ? other : first;
  }

  /** As `#watched`; but who may read a folder may not write into it yet. */
  async #read<T>(run: () => Promise<T>): Promise<T> {
    if (this.#reason === undefined) return await this.#watched(run);
    const answer = await this.#calls.track(run);
    await this.look();
    return answer;
  }

  /** Remembers why the folder cannot be used, until it can. */
  async #watched<T>(run: () => Promise<T>): Promise<T> {
    try {
      const answer = await this.#calls.track(run);
      this.#back();
      return answer;
    } catch (error) {
      this.#lost(error);
      throw error;
    }
  }

  #lost(error: unknown): void {
    const folder = this.#files.title(this.#folder);
    const reason = explainFolder(folder, error);
    if (reason.en !== this.#reason?.en)
      this.#log.warn({ code: 'folder-unavailable', folder, err: error }, reason.en);
    this.#reason = reason;
  }

  #back(): void {
    const folder = this.#files.title(this.#folder);
    if (this.#reason !== undefined) this.#log.info({ folder }, 'the folder can be used again');
    this.#reason = undefined;
  }
}

/** The id in `.NAME-TAG-ATTEMPT-ID.tmp`. */
function idOf(temporary: string): string {
  return temporary.slice(-20, -4);
}
