import { join } from 'node:path/posix';
import { explainFailure } from '../../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../../findings/localized-text.ts';
import type { Journal } from '../../../journal/journal.ts';
import { crashAt } from '../../../system/crash-point.ts';
import type { Log } from '../../../system/log.ts';
import type { FileStore } from '../../file-store.ts';
import { ignoreErrors, systemCodeOf } from '../../folder-error.ts';
import type { ClaimedFile } from '../../folder-types.ts';
import type { Candidate, FileStat } from '../settling/settling-files.ts';
import type { ClaimedFiles } from './claimed-files.ts';

/** What pickup needs of the journal. */
export type FolderJournal = Pick<Journal, 'id' | 'listRememberedFiles' | 'forget'>;

export interface InPlaceSettings {
  readonly folder: string;
  /** What the journal knows the folder by. */
  readonly identity: string;
  /** delete: a file is deleted once it is in the journal. remember: it is never touched. */
  readonly claim: 'delete' | 'remember';
  /** Ending of the done-file, which goes with its file. */
  readonly done: string | undefined;
}

/** A file that is in the journal and, as far as we know, still in the folder. */
interface KnownFile extends FileStat {
  /** Number of the last scan that listed it. */
  listed: number;
  /** The gateway's monotonic clock when a scan missed it first. */
  away: number | undefined;
  /** When to try to delete it again. */
  next: number;
}

/**
 * Milliseconds after which a file that is gone is forgotten. Not at once: the folder may be a share that is not mounted
 * for a while, and comes back with everything in it.
 */
const forgetAfter = 3_600_000;

/** Milliseconds until a file that cannot be deleted is tried again. */
const deleteAgain = 10_000;

/** What the system says of one file. */
const fileCodes = ['EACCES', 'EPERM', 'EBUSY', 'EROFS', 'ETXTBSY', 'EIO', 'ESFTP'];

/**
 * Claims where files may not be renamed. The journal notes a file together with its bytes; what it knows is not taken
 * again unless it changed.
 */
export class InPlaceClaims {
  readonly #files: FileStore;
  readonly #journal: FolderJournal;
  readonly #settings: InPlaceSettings;
  readonly #log: Log;
  readonly #known = new Map<string, KnownFile>();
  readonly #inHand: ClaimedFiles;
  /** Their names count as new, whatever their bytes are. */
  readonly #replaced = new Set<string>();
  #loaded = false;
  #scan = 0;
  #reason: LocalizedText | undefined;

  constructor(
    files: FileStore,
    journal: FolderJournal,
    settings: InPlaceSettings,
    inHand: ClaimedFiles,
    log: Log,
  ) {
    this.#files = files;
    this.#inHand = inHand;
    this.#journal = journal;
    this.#settings = settings;
    this.#log = log;
  }

  /** Why files cannot be deleted. */
  trouble(): LocalizedText | undefined {
    return this.#reason;
  }

  /** Another gateway may have looked after this folder meanwhile. */
  forgetAll(): void {
    this.#loaded = false;
    this.#replaced.clear();
    this.#reason = undefined;
  }

  /** Before each scan. */
  async beginScan(): Promise<void> {
    if (!this.#loaded) await this.#load();
    this.#scan += 1;
  }

  /** Is this what was taken already? Call it for every file that a scan lists. */
  isTaken(name: string, look: FileStat): boolean {
    const known = this.#known.get(name);
    if (known === undefined) return false;
    const isSame = isSameStat(known, look);
    if (!isSame && (known.away !== undefined || this.#settings.claim === 'delete')) this.#replaced.add(name);
    known.listed = this.#scan;
    if (isSame) known.away = undefined;
    return isSame;
  }

  /** After each scan, with how many files it listed: forgets what is long gone, deletes what should be. */
  async endScan(listed: number, now: number): Promise<void> {
    const gone: string[] = [];
    for (const [name, known] of this.#known) {
      if (known.listed === this.#scan) continue;
      known.away ??= now;
      // an empty folder may be the place where a share is not mounted now
      if (listed > 0 && now - known.away >= forgetAfter) gone.push(name);
    }
    await this.#forget(gone);
    if (this.#settings.claim === 'delete') await this.#deleteLeft(now);
  }

  /** All of them or, when the journal does not answer, none. */
  async claim(files: readonly Candidate[]): Promise<readonly ClaimedFile[]> {
    await this.#forget(files.map(({ name }) => name).filter((name) => this.#replaced.has(name)));
    return files.map(({ name, size, mtime }) => {
      return { id: this.#inHand.begin(name), name, size, mtime, inPlace: true };
    });
  }

  /** It is in the journal. */
  async noteTaken({ name, size, mtime }: ClaimedFile): Promise<void> {
    const known = { size, mtime, listed: this.#scan, away: undefined, next: 0 };
    this.#known.set(name, known);
    if (this.#settings.claim === 'delete') await this.#delete(name, known, performance.now());
  }

  async #load(): Promise<void> {
    this.#known.clear();
    for (const { name, size, mtime } of await this.#journal.listRememberedFiles(this.#settings.identity))
      this.#known.set(name, { size, mtime, listed: this.#scan, away: undefined, next: 0 });
    this.#loaded = true;
  }

  /** What a crash, or a lack of rights, left in the folder. */
  async #deleteLeft(now: number): Promise<void> {
    const left = [...this.#known].filter(([, { listed, next }]) => listed === this.#scan && next <= now);
    for (const [name, known] of left) await this.#delete(name, known, now);
  }

  /** Only as it was taken: what was written meanwhile is another document. */
  async #delete(name: string, known: KnownFile, now: number): Promise<void> {
    const path = join(this.#settings.folder, name);
    try {
      const look = await this.#files.stat(path);
      if (look !== undefined && !isSameStat(known, look)) return;
      await ignoreErrors(['ENOENT'], () => this.#files.unlink(path));
      await this.#dropSignal(path);
    } catch (error) {
      if (!fileCodes.includes(systemCodeOf(error))) throw error;
      known.next = now + deleteAgain;
      return this.#cannotDelete(name, error);
    }
    // at once: the next file of this name is another one
    this.#known.delete(name);
    crashAt('file-deleted');
    this.#reason = undefined;
    await this.#forget([name]);
  }

  async #dropSignal(path: string): Promise<void> {
    const { done } = this.#settings;
    if (done !== undefined) await ignoreErrors(['ENOENT'], () => this.#files.unlink(path + done));
  }

  #cannotDelete(name: string, error: unknown): void {
    const title = this.#files.title(this.#settings.folder);
    const reason = localize('files-not-deleted', { folder: title, why: explainFailure(error) });
    if (this.#reason === undefined)
      this.#log.warn({ code: 'file-not-deleted', folder: title, file: name, err: error }, reason.en);
    this.#reason = reason;
  }

  async #forget(names: readonly string[]): Promise<void> {
    if (names.length === 0) return;
    await this.#journal.forget(this.#settings.identity, names);
    for (const name of names) {
      this.#known.delete(name);
      this.#replaced.delete(name);
    }
  }
}

/** Servers count in seconds or milliseconds, databases in binary fractions: within a millisecond is the same. */
export function isSameStat(a: FileStat, b: FileStat): boolean {
  return a.size === b.size && Math.abs(a.mtime - b.mtime) < 1;
}
