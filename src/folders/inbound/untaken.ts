import { basename } from 'node:path/posix';
import { inTime } from '../../deadline.ts';
import { type Told, type TroubleName, told } from '../../findings/troubles.ts';
import { explainFolder, FolderError } from '../error.ts';
import type { Files } from '../files.ts';
import type { Untaken } from '../interface.ts';
import { type LeftAlone, listFolder } from './listing.ts';
import type { Look } from './settling.ts';

/** Milliseconds for which an answer is repeated. */
const goodFor = 60_000;

/** Milliseconds that one listing may take. */
const longestCount = 10_000;

/** Milliseconds between a file's time and now, whichever way: a younger one may be its writer's still. */
const youngest = 60_000;

/** More are counted without a look at their times. */
const mostLooks = 1_000;

export interface UntakenSettings {
  readonly folder: string;
  readonly matches: (name: string) => boolean;
  readonly done: string | undefined;
  readonly recursive: boolean;
  readonly work: string | undefined;
  /** Why a file that matches is not taken, as far as the watch knows. */
  readonly stuck: (name: string) => Told | undefined;
}

interface Left {
  readonly name: string;
  readonly reason: Told;
  readonly look: Look | undefined;
  /** Nothing may be asked of it. */
  readonly isNone?: boolean;
}

/** Counts the files of an inbound folder that nobody takes: what an administrator does not see otherwise. */
export class UntakenFiles {
  readonly #files: Files;
  readonly #settings: UntakenSettings;
  #answer: Promise<Untaken> | undefined;
  #until = 0;

  constructor(files: Files, settings: UntakenSettings) {
    this.#files = files;
    this.#settings = settings;
  }

  /** By one listing, a minute old at the most. FolderError `folder-unavailable` when it cannot be told in time. */
  async count(): Promise<Untaken> {
    const title = this.#files.title(this.#settings.folder);
    const late = () =>
      new FolderError('folder-unavailable', `The folder ${title} could not be listed in time.`);
    try {
      return await inTime(longestCount, this.#fresh(), late);
    } catch (error) {
      throw new FolderError('folder-unavailable', explainFolder(title, error), error);
    }
  }

  /** One listing at a time: on a share that hangs each would take a thread for ever. */
  async #fresh(): Promise<Untaken> {
    if (this.#answer === undefined || performance.now() >= this.#until) {
      this.#until = Number.POSITIVE_INFINITY;
      this.#answer = this.#counted();
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

  async #counted(): Promise<Untaken> {
    const left = (await this.#left()).filter(({ look }) => look === undefined || !isYoung(look));
    const known = left.flatMap(({ name, reason, look }) =>
      look === undefined ? [] : [{ name, reason, mtime: look.mtime }],
    );
    const [oldest] = known.sort((a, b) => a.mtime - b.mtime);
    return { count: left.length, ...(oldest === undefined ? {} : { oldest }) };
  }

  async #left(): Promise<readonly Left[]> {
    const there = new Map<string, Look | undefined>();
    const left: Left[] = [];
    const leaveAlone = (name: string, reason: LeftAlone, look?: Look) =>
      void left.push({ name, reason: told(kinds[reason]), look, isNone: reason === 'name is none' });
    const matches = (name: string) => !name.startsWith('.');
    const options = { ...this.#settings, matches, leaveAlone, done: undefined };
    for await (const batch of listFolder(this.#files, this.#settings.folder, options))
      for (const { name, look } of batch) there.set(name, look);
    for (const [name, look] of there) {
      const reason = this.#reasonAgainst(name, (other) => there.has(other));
      if (reason !== undefined) left.push({ name, reason, look });
    }
    return await this.#looked(left);
  }

  #reasonAgainst(name: string, isThere: (name: string) => boolean): Told | undefined {
    const { matches, done, stuck } = this.#settings;
    if (done !== undefined && name.endsWith(done)) {
      const file = name.slice(0, -done.length);
      if (matches(basename(file))) return isThere(file) ? undefined : told('left-no-file');
    }
    if (!matches(basename(name))) return told('left-no-channel');
    if (done !== undefined && !isThere(name + done)) return told('left-no-done', { done });
    return stuck(name);
  }

  async #looked(left: readonly Left[]): Promise<readonly Left[]> {
    const untold = left.filter(({ look, isNone }) => look === undefined && !isNone).slice(0, mostLooks);
    const looks = await this.#files.looks(
      this.#settings.folder,
      untold.map(({ name }) => name),
    );
    const found = new Map(untold.map(({ name }, n) => [name, looks[n]]));
    return left.map((one) => ({ ...one, look: one.look ?? found.get(one.name) }));
  }
}

const isYoung = ({ mtime }: Look): boolean => Math.abs(Date.now() - mtime) < youngest;

const kinds: Readonly<Record<LeftAlone, TroubleName>> = {
  'symbolic link': 'left-link',
  'not a regular file': 'left-not-regular',
  'name is not UTF-8': 'left-not-utf8',
  'name is none': 'left-name',
  'over 1 GB': 'left-too-large',
  'folder may not be read': 'left-unread',
};
