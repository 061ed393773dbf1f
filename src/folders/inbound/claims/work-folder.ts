import { basename, dirname, join } from 'node:path/posix';
import { localize } from '../../../findings/localized-text.ts';
import { crashAt } from '../../../system/crash-point.ts';
import { mapConcurrently } from '../../batches.ts';
import { type FileStore, listNames, makeInside } from '../../file-store.ts';
import { FolderError, ignoreErrors, systemCodeOf } from '../../folder-error.ts';
import type { ClaimedFile, FindKnownClaims } from '../../folder-types.ts';
import { shortHashOf, workFolderName } from '../../reserved-names.ts';
import { readSerial, type SerialNote } from '../../serial-note.ts';
import { claimAgeOf } from '../../unique-id.ts';
import type { PinnedFolder } from '../pinned-folder.ts';
import type { Candidate, FileStat } from '../settling/settling-files.ts';
import { findFile, removeEmpty } from './claim-folder.ts';
import { type ClaimedFiles, claimingSuffix } from './claimed-files.ts';
import { FileReturn } from './return-file.ts';
import { SpareFolders } from './spare-folders.ts';

/** With these a rename says that the writer (or a virus scanner) holds the file: look again later. */
const busyCodes = ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY'];

/** A copy in the making, of a file that was taken in place. */
const copying = '.copy';

/** What is to be known of unfinished files after a restart. */
const notes = 'unfinished.json';

/** What was last noted of the journal (`Journal.serial`); hidden names are no claims. */
const serialNote = '.journal';

/** Milliseconds for which a claim is looked for whose end nobody told: a slow server may still carry it out. */
const longestUnclear = 120_000;

/** Milliseconds for which nothing else is claimed then: what is carried out late mostly is so by now. */
const usuallyLate = 3_000;

export interface WorkFolderSettings {
  readonly folder: string;
  readonly place: PinnedFolder;
  readonly inHand: ClaimedFiles;
  /** A configured folder, which several inbound folders may share. */
  readonly work: string | undefined;
  /** Ending of the done-file that must lie beside a file. */
  readonly done: string | undefined;
}

/**
 * The work folder of one journal in one inbound folder: `.gateway/JOURNAL/CLAIM/NAME`. A claim is two renames: the file
 * into `CLAIM.claiming`, and, once it is seen not to have changed, that folder to `CLAIM`.
 */
export class WorkFolder {
  readonly #files: FileStore;
  readonly #folder: string;
  /** The folder of all work folders here. */
  readonly base: string;
  readonly #root: string;
  /** The folders down to it, as far as they are ours. */
  readonly #ours: readonly string[];
  readonly #place: PinnedFolder;
  readonly #inHand: ClaimedFiles;
  readonly #back: FileReturn;
  readonly #spares: SpareFolders;
  /** Paths of claims that no name of a channel fits, as `listClaimed` found them. */
  readonly #unmatched = new Set<string>();

  constructor(files: FileStore, journalId: string, settings: WorkFolderSettings) {
    const { folder, place, inHand, work, done } = settings;
    this.#files = files;
    this.#folder = folder;
    this.#place = place;
    this.#inHand = inHand;
    this.#back = new FileReturn(files, folder, done);
    this.#spares = new SpareFolders(files);
    this.base = work ?? join(folder, workFolderName);
    const own = join(this.base, journalId);
    this.#root = work === undefined ? own : join(own, shortHashOf(folder));
    this.#ours = [...new Set([this.base, own, this.#root])];
  }

  path(file: ClaimedFile): string {
    return join(this.#root, file.id, file.name);
  }

  async readNotes(): Promise<string | undefined> {
    const bytes = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => this.#files.read(join(this.#root, notes)));
    return bytes && Buffer.from(bytes).toString('utf8');
  }

  async writeNotes(text: string): Promise<void> {
    await this.#files.replace(join(this.#root, notes), text);
  }

  /** Undefined where none was noted, or what was noted says nothing. */
  async readSerial(): Promise<SerialNote | undefined> {
    return await readSerial(this.#files, join(this.#root, serialNote));
  }

  async writeSerial(serial: number): Promise<void> {
    await this.#files.replace(join(this.#root, serialNote), `${serial}`);
  }

  /** Makes the work folder; never the inbound folder itself, which may be a share that is away. */
  async make(): Promise<void> {
    for (const folder of this.#ours) await ignoreErrors(['EEXIST'], () => this.#files.mkdir(folder));
  }

  /** Takes a file: `busy` and `changed` are for later, `gone` was taken by somebody else. */
  async claim(candidate: Candidate): Promise<ClaimedFile | 'busy' | 'changed' | 'gone'> {
    const { name, size, mtime } = candidate;
    const id = this.#inHand.begin(name);
    const failed = await this.#moveAside(candidate, id);
    if (failed === undefined) return { id, name, size, mtime };
    if (failed === 'gone') await this.#assertGone(id, name);
    this.#inHand.drop(id);
    return failed;
  }

  /**
   * After trouble: claims that nobody told of, whole or half, go back and settle anew, since one that failed may have been
   * before them. Answers how many did. All or none: it fails where one is not seen and yet there, or may still come.
   */
  async recover(): Promise<number> {
    const ids = this.#inHand.unclear;
    let returned = 0;
    for (const id of ids) {
      const file =
        (await this.#recover(id + claimingSuffix, () => true)) ?? (await this.#recover(id, () => true));
      if (file !== undefined && file !== 'returned') await this.giveBack(file);
      if (file !== undefined) returned += 1;
      if (file !== undefined || claimAgeOf(id) > longestUnclear) this.#inHand.drop(id);
    }
    await this.#assertUnseen(this.#inHand.unclear);
    return returned;
  }

  /**
   * Makes the claims of one batch survive a power cut. A rename changes two folders in one step of the file system's
   * log: to sync one of the two is enough, so two fsyncs do for a whole batch.
   */
  async sync(files: readonly ClaimedFile[]): Promise<void> {
    if (files.length > 0)
      await Promise.all([this.#root, this.#folder].map((folder) => this.#files.syncFolder(folder)));
  }

  /** What lies here, oldest claim first; claims that a crash cut short go back into the inbound folder. */
  async listClaimed(
    matches: (name: string) => boolean,
    known: FindKnownClaims = async () => new Set(),
  ): Promise<readonly ClaimedFile[]> {
    this.#unmatched.clear();
    const open = await this.#openClaims(known);
    const files = await this.#recoverAll(open ?? [], matches);
    if (files.length === open?.length) return files;
    // where the folder was away for a moment there is more than was seen
    await this.#place.assertUsable('read');
    return await this.#recoverAll((await this.#openClaims(known)) ?? [], matches);
  }

  /** What `listClaimed` left, as far as it still lies here: claims of a time when a channel took files of such names. */
  async listUnmatched(): Promise<readonly { readonly path: string; readonly stat: FileStat }[]> {
    const looks = await Promise.all(
      [...this.#unmatched].map(async (path) => ({ path, stat: await this.#files.stat(path) })),
    );
    return looks.flatMap(({ path, stat }) => (stat === undefined ? [] : [{ path, stat }]));
  }

  /** Ids of those that are not in the journal, in order; undefined when there is no work folder. */
  async #openClaims(known: FindKnownClaims): Promise<readonly string[] | undefined> {
    const names = await ignoreErrors(['ENOENT'], () => listNames(this.#files, this.#root));
    if (names === undefined) return undefined;
    const ids = names.filter((name) => name !== notes && !name.startsWith('.') && !name.endsWith(copying));
    const journalled = await known(ids);
    return ids.filter((id) => !journalled.has(id)).sort();
  }

  async #recoverAll(ids: readonly string[], matches: (name: string) => boolean) {
    const files = await mapConcurrently(ids, 32, (id) => this.#recover(id, matches));
    return files.filter((file) => file !== undefined && file !== 'returned');
  }

  /** Returns a file to the inbound folder, where it settles anew; under another name when its own is taken. */
  async giveBack(file: ClaimedFile): Promise<void> {
    const put = await this.#putBack(join(this.#root, file.id), file.name, file.id);
    if (!put) await this.#assertGone(file.id, file.name);
    await this.#files.syncFolder(this.#folder);
  }

  /** Puts a copy of a file that was taken in place where it would lie had it been moved. */
  async restore(file: ClaimedFile, bytes: Uint8Array): Promise<void> {
    const copy = join(this.#root, file.id + copying);
    await this.make();
    await ignoreErrors(['ENOENT'], () => this.#files.unlink(copy));
    await this.#files.create(copy, bytes);
    await this.#files.setTime(copy, file.mtime);
    await makeInside(this.#files, this.#root, join(file.id, dirname(file.name)));
    await this.#files.rename(copy, this.path(file));
  }

  /** Removes the empty folder of a claim whose file has moved on, or keeps it for another. That it has moved survives a power cut then. */
  async clear(file: ClaimedFile): Promise<void> {
    const folder = join(this.#root, file.id);
    if (!(await this.#spares.keep(folder))) await removeEmpty(this.#files, folder);
    await ignoreErrors(['ENOENT'], () => this.#files.syncFolder(this.#root));
  }

  async #moveAside(candidate: Candidate, id: string): Promise<'busy' | 'changed' | 'gone' | undefined> {
    const { name, size, mtime } = candidate;
    const temporary = join(this.#root, id + claimingSuffix);
    if (!(await this.#spares.take(temporary))) await this.#files.mkdir(temporary);
    await makeInside(this.#files, temporary, dirname(name));
    const failed = await this.#moveIn(name, temporary);
    if (failed !== undefined) return failed;
    const look = await this.#files.stat(join(temporary, name));
    crashAt('file-moved-aside');
    if (look?.size !== size || look.mtime !== mtime) {
      const put = await this.#putBack(temporary, name, id);
      return look === undefined || !put ? 'gone' : 'changed';
    }
    return (await this.#putInPlace(temporary, id)) ? undefined : 'gone';
  }

  async #moveIn(name: string, temporary: string): Promise<'busy' | 'gone' | undefined> {
    try {
      await this.#files.rename(join(this.#folder, name), join(temporary, name));
      return undefined;
    } catch (error) {
      await removeEmpty(this.#files, temporary);
      const code = systemCodeOf(error);
      if (busyCodes.includes(code)) return 'busy';
      if (code === 'ENOENT') return 'gone';
      throw error;
    }
  }

  /** False when another gateway of this journal, just starting, took the claim for one that a crash cut short. */
  async #putInPlace(temporary: string, id: string): Promise<boolean> {
    const done = await ignoreErrors(['ENOENT'], async () => {
      await this.#files.rename(temporary, join(this.#root, id));
      return true;
    });
    return done === true;
  }

  /** Whole or half. */
  async #assertUnseen(ids: readonly string[]): Promise<void> {
    const paths = ids.flatMap((id) => [join(this.#root, id), join(this.#root, id + claimingSuffix)]);
    await this.#place.assertGone(paths);
    if (ids.some((id) => claimAgeOf(id) < usuallyLate))
      throw new FolderError('folder-unavailable', localize('claim-unclear', { folder: this.#folder }));
  }

  /** Neither where it came from nor where it went. */
  async #assertGone(id: string, name: string): Promise<void> {
    const paths = [join(this.#root, id + claimingSuffix, name), join(this.#root, id, name)];
    await this.#place.assertGone([join(this.#folder, name), ...paths]);
  }

  async #putBack(from: string, name: string, id: string): Promise<boolean> {
    const put = await this.#back.returnFile(from, name, id);
    await removeEmpty(this.#files, from);
    return put;
  }

  async #recover(
    id: string,
    matches: (name: string) => boolean,
  ): Promise<ClaimedFile | 'returned' | undefined> {
    const path = join(this.#root, id);
    const name = await ignoreErrors(['ENOENT', 'ENOTDIR'], () => findFile(this.#files, path));
    if (name === undefined) return await removeEmpty(this.#files, path);
    if (!matches(basename(name))) {
      this.#unmatched.add(join(path, name));
      return undefined;
    }
    if (id.endsWith(claimingSuffix)) {
      const put = await this.#putBack(path, name, id.slice(0, -claimingSuffix.length));
      return put ? 'returned' : undefined;
    }
    const look = await this.#files.stat(join(path, name));
    return look === undefined ? undefined : { id, name, ...look };
  }
}
