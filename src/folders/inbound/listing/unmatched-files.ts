import { basename } from 'node:path/posix';
import { type LocalizedText, localize, type TroubleName } from '../../../findings/localized-text.ts';
import { rejectAfter } from '../../../time/deadline.ts';
import type { FileStore } from '../../file-store.ts';
import { explainFolder, FolderError } from '../../folder-error.ts';
import type { UnmatchedFiles } from '../../folder-types.ts';
import type { FileStat } from '../settling/settling-files.ts';
import { listFolder, type SkipReason } from './list-folder.ts';

/** Milliseconds for which an answer is repeated. */
const goodFor = 60_000;

/** Milliseconds that one listing may take. */
const longestCount = 10_000;

/** A file whose time is closer to now than this (either way) may still be in its writer's hands. */
const youngest = 60_000;

/** More are counted without a look at their times. */
const mostLooks = 1_000;

export interface UnmatchedFilesSettings {
  readonly folder: string;
  readonly matches: (name: string) => boolean;
  /** Would be taken, did its name not begin with a dot. */
  readonly isHidden: (name: string) => boolean;
  readonly done: string | undefined;
  readonly recursive: boolean;
  readonly work: string | undefined;
  /** Why a file that matches is not taken, as far as the watch knows. */
  readonly stuckReason: (name: string) => LocalizedText | undefined | Promise<LocalizedText | undefined>;
  /** Claims that no channel takes on. */
  listClaims?(): Promise<readonly { readonly path: string; readonly stat: FileStat }[]>;
}

interface UnmatchedFile {
  readonly name: string;
  readonly reason: LocalizedText;
  readonly look: FileStat | undefined;
  /** Nothing may be asked of it. */
  readonly isNone?: boolean;
}

/** Counts the files of an inbound folder that nobody takes: what an administrator does not see otherwise. */
export class UnmatchedFilesCounter {
  readonly #files: FileStore;
  readonly #settings: UnmatchedFilesSettings;
  #answer: Promise<UnmatchedFiles> | undefined;
  #until = 0;

  constructor(files: FileStore, settings: UnmatchedFilesSettings) {
    this.#files = files;
    this.#settings = settings;
  }

  /** By one listing, a minute old at the most. FolderError `folder-unavailable` when it cannot be told in time. */
  async count(): Promise<UnmatchedFiles> {
    const title = this.#files.title(this.#settings.folder);
    const late = () =>
      new FolderError('folder-unavailable', localize('folder-not-listed', { folder: title }));
    try {
      return await rejectAfter(longestCount, this.#fresh(), late);
    } catch (error) {
      throw new FolderError('folder-unavailable', explainFolder(title, error), error);
    }
  }

  /** One listing at a time: on a share that hangs each would take a thread for ever. */
  async #fresh(): Promise<UnmatchedFiles> {
    if (this.#answer === undefined || performance.now() >= this.#until) {
      this.#until = Number.POSITIVE_INFINITY;
      this.#answer = this.#count();
      this.#answer.then(
        () => {
          this.#until = performance.now() + goodFor;
        },
        () => {
          this.#until = 0;
        },
      );
    }
    return await this.#answer;
  }

  async #count(): Promise<UnmatchedFiles> {
    const left = (await this.#left()).filter(({ look }) => look === undefined || !isYoung(look));
    const known = left.flatMap(({ name, reason, look }) =>
      look === undefined ? [] : [{ name, reason, mtime: look.mtime }],
    );
    const [oldest] = known.sort((a, b) => a.mtime - b.mtime);
    return { count: left.length, ...(oldest === undefined ? {} : { oldest }) };
  }

  async #left(): Promise<readonly UnmatchedFile[]> {
    const there = new Map<string, FileStat | undefined>();
    const left: UnmatchedFile[] = [];
    const skip = (name: string, reason: SkipReason, look?: FileStat) =>
      void left.push({ name, reason: localize(kinds[reason]), look, isNone: reason === 'name is none' });
    const matches = (name: string) => !name.startsWith('.') || this.#settings.isHidden(name);
    const options = { ...this.#settings, matches, skip, done: undefined };
    for await (const batch of listFolder(this.#files, this.#settings.folder, options))
      for (const { name, stat: look } of batch) there.set(name, look);
    for (const [name, look] of there) {
      const reason = await this.#reasonAgainst(name, (other) => there.has(other));
      if (reason !== undefined) left.push({ name, reason, look });
    }
    return [...(await this.#fillLooks(left)), ...(await this.#claims())];
  }

  async #claims(): Promise<readonly UnmatchedFile[]> {
    const { folder, listClaims } = this.#settings;
    const claims = (await listClaims?.()) ?? [];
    return claims.map(({ path, stat: look }) => {
      const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
      return { name, reason: localize('left-claimed'), look };
    });
  }

  async #reasonAgainst(name: string, isThere: (name: string) => boolean): Promise<LocalizedText | undefined> {
    const { matches, isHidden, done, stuckReason } = this.#settings;
    if (done !== undefined && name.endsWith(done)) {
      const file = name.slice(0, -done.length);
      if (matches(basename(file))) return isThere(file) ? undefined : localize('left-no-file');
    }
    if (isHidden(basename(name))) return localize('left-hidden');
    if (!matches(basename(name))) return localize('left-no-channel');
    if (done !== undefined && !isThere(name + done)) return localize('left-no-done', { done });
    return await stuckReason(name);
  }

  async #fillLooks(left: readonly UnmatchedFile[]): Promise<readonly UnmatchedFile[]> {
    const untold = left.filter(({ look, isNone }) => look === undefined && !isNone).slice(0, mostLooks);
    const looks = await this.#files.statMany(
      this.#settings.folder,
      untold.map(({ name }) => name),
    );
    const found = new Map(untold.map(({ name }, n) => [name, looks[n]]));
    return left.map((one) => ({ ...one, look: one.look ?? found.get(one.name) }));
  }
}

const isYoung = ({ mtime }: FileStat): boolean => Math.abs(Date.now() - mtime) < youngest;

const kinds: Readonly<Record<SkipReason, TroubleName>> = {
  'symbolic link': 'left-link',
  'not a regular file': 'left-not-regular',
  'name is not UTF-8': 'left-not-utf8',
  'name is none': 'left-name',
  'over 1 GB': 'left-too-large',
  'folder may not be read': 'left-unread',
};
