import { join } from 'node:path/posix';
import { ignoreErrors } from './folder-error.ts';
import type { FileStat } from './inbound/settling/settling-files.ts';
import type { FileSystemFacts } from './local/file-system-facts.ts';

/** What a listing says of one name. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Where the listing tells it (SFTP): saves a look. */
  readonly stat?: FileStat;
}

/** Every name in a folder, hidden ones too. */
export async function listNames(files: FileStore, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of files.list(folder)) names.push(...batch.map(({ name }) => name));
  return names;
}

/** Makes the sub-folders of `path` in a folder that is there. Most often they are: one look tells. */
export async function makeInside(files: FileStore, folder: string, path: string): Promise<void> {
  const parts = path.split('/').filter((name) => name !== '.');
  if (parts.length > 0 && (await files.exists(join(folder, ...parts)))) return;
  let at = folder;
  for (const part of parts) {
    at = join(at, part);
    await ignoreErrors(['EEXIST'], () => files.mkdir(at));
  }
}

/**
 * The few things that pickup, filing and publishing need of a file system, local or on an SFTP server. Paths have
 * slashes. Errors have the codes of Node's `fs` (ENOENT, EEXIST, EACCES, EBUSY, ENOTEMPTY, ENOSPC ...), whatever the
 * other side calls them; every call ends, if need be by a deadline.
 */
export interface FileStore {
  /** How people know this folder: its path, or `sftp://host/path`. */
  title(folder: string): string;
  /** Rejects when a folder cannot be read (and written into), as far as that can be told without trying. */
  assertUsable(folder: string, only?: 'read'): Promise<void>;
  /** Where a folder lies, links followed. Some file systems cannot tell. */
  realPath(folder: string): Promise<string>;
  /**
   * Every name in a folder once, hidden ones too, some hundreds at a time. What a server lists and is no name (a slash or a NUL in it,
   * `..`) is never among them, since it would lead elsewhere: it goes to `misnamed`.
   */
  list(folder: string, misnamed?: (entry: FolderEntry) => void): AsyncIterable<readonly FolderEntry[]>;
  /** Size and time of a regular file, links not followed; undefined when it is gone or something else now. */
  stat(path: string): Promise<FileStat | undefined>;
  /** The same of many names in a folder, in their order. */
  statMany(folder: string, names: readonly string[]): Promise<readonly (FileStat | undefined)[]>;
  /** Anything of that name. */
  exists(path: string): Promise<boolean>;
  /** `size`: what it had when it was looked at; no more is read, and less where it has become shorter. */
  read(path: string, size?: number): Promise<Uint8Array>;
  /** At most `length` bytes from offset `from`. */
  readPart(path: string, from: number, length: number): Promise<Uint8Array>;
  /** A new file, fsynced where that can be had, with the rights `mode`. EEXIST when it is there; leaves nothing when it fails. */
  create(path: string, bytes: Uint8Array, mode?: number): Promise<void>;
  /** Gives a file another mtime, in milliseconds since the epoch. */
  setTime(path: string, mtime: number): Promise<void>;
  /** Who may read and write a file or folder, as the nine bits of its mode; undefined where that cannot be told. */
  rights(path: string): Promise<number | undefined>;
  setRights(path: string, mode: number): Promise<void>;
  /** Writes a whole file in the place of another, with the rights `mode`: readers see old or new, never half. */
  replace(path: string, content: string | Uint8Array, mode?: number): Promise<void>;
  /** One atomic rename of a file or folder to a name that is not there. */
  rename(from: string, to: string): Promise<void>;
  /** Moves a file and never overwrites: false when `to` is there and is another file. Safe to repeat. */
  move(from: string, to: string): Promise<boolean>;
  /** One atomic rename after a look: false when `to` is there. What is gone from `from` has arrived, exactly once. */
  publish(from: string, to: string): Promise<boolean>;
  /** Two names of one file: a move that was cut short. */
  isSame(a: string, b: string): Promise<boolean>;
  /** ENOENT when it is not there. */
  unlink(path: string): Promise<void>;
  /** EEXIST when it is there. */
  mkdir(path: string): Promise<void>;
  /** ENOTEMPTY when something is in it. */
  rmdir(path: string): Promise<void>;
  /** Is nothing in that folder? Absent, or undefined: to look would take longer than to remove it. */
  isEmptyAtOnce?(path: string): Promise<boolean | undefined>;
  /** Makes renames in a folder survive a power cut, as far as that can be had. */
  syncFolder(folder: string): Promise<void>;
  /** What can be told of the file system it lies on. */
  readFacts(folder: string): Promise<FileSystemFacts>;
  /** Does `watch` ring for everything that happens in a folder, whoever does it? Absent: no. */
  hasReliableEvents?(folder: string): Promise<boolean>;
  /** Rings when something happens in a folder; undefined where there are no such events. `broken`: there are none any more. */
  watch?(folder: string, ring: () => void, broken: (error: unknown) => void): { close(): void };
}
