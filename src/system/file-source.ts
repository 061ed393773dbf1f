import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPathWithin } from './path-containment.ts';
import { isRegularFile } from './regular-file.ts';

/** Where mappings and tables are read: the disk, or a copy of it as it was at one moment. */
export interface FileSource {
  /** Undefined when there is no such file. */
  read(path: string): Uint8Array | undefined;
  /** Names of the files in a folder; none when there is no such folder. */
  list(folder: string): readonly string[];
}

/** Bytes by path. */
export type FileSnapshot = Readonly<Record<string, Uint8Array>>;

export const diskFiles: FileSource = {
  read: (path) => (isRegularFile(path) ? readFileSync(path) : undefined),
  list: (folder) => entriesOf(folder).map(({ name }) => name),
};

/** The disk within some folders: a path that leads out of all of them, also through a link, is not there. */
export const restrictToFolders = (folders: readonly string[], disk: FileSource = diskFiles): FileSource => ({
  read: (path) => (folders.some((folder) => isPathWithin(folder, path)) ? disk.read(path) : undefined),
  list: (folder) => disk.list(folder),
});

export const buildSnapshotSource = (snapshot: FileSnapshot): FileSource => ({
  read: (path) => snapshot[path],
  list: (folder) =>
    Object.keys(snapshot)
      .filter((path) => dirname(path) === folder)
      .map((path) => basename(path)),
});

/** Each file is read once, and so is each folder: one state of them, however many mappings have the same tables. */
export function readEachOnce(files: FileSource): FileSource {
  const reads = new Map<string, Uint8Array | undefined>();
  const lists = new Map<string, readonly string[]>();
  return {
    read(path) {
      if (!reads.has(path)) reads.set(path, files.read(path));
      return reads.get(path);
    },
    list(folder) {
      const names = lists.get(folder) ?? files.list(folder);
      lists.set(folder, names);
      return names;
    },
  };
}

/** Edits that nobody has saved, over the files beneath. */
export const overlayFiles = (edits: FileSnapshot, beneath: FileSource): FileSource => {
  const above = buildSnapshotSource(edits);
  return {
    read: (path) => above.read(path) ?? beneath.read(path),
    list: (folder) => [...new Set([...beneath.list(folder), ...above.list(folder)])],
  };
};

/** A walk through a folder of files: what it began in, and whether it is in a folder that a link led to. */
export interface FolderWalk {
  readonly whole: string;
  readonly isLinked: boolean;
}

/**
 * What a link in a folder leads to; undefined: it is not followed. That is so where it leads out of the whole folder, to nothing, to itself, or
 * back to a folder that it lies in; and in a linked folder no further link to a folder is followed, so that a few links are not thousands of files.
 */
export function resolveLink(path: string, { whole, isLinked }: FolderWalk): 'file' | 'folder' | undefined {
  if (!isPathWithin(whole, path)) return undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile()) return 'file';
  const isFollowed = found?.isDirectory() && !isLinked && !isAround(path);
  return isFollowed ? 'folder' : undefined;
}

/** Does a link lead to a folder that it lies in? */
const isAround = (link: string): boolean => isPathWithin(realpathSync(link), realpathSync(dirname(link)));

interface FoundPath {
  readonly path: string;
  /** A link that is not followed. */
  readonly isUnread: boolean;
}

/**
 * Every file in a folder and below it; hidden ones, links that are not followed and what is no file with bytes are left out. None when
 * there is no such folder, or when it leads out of `whole` itself.
 */
export const listFilesBelow = (folder: string, whole = folder): string[] =>
  listBelow(folder, whole).flatMap(({ path, isUnread }) => (isUnread ? [] : [path]));

/** Links in a folder that nobody follows: what they lead to is not there. */
export const listUnreadLinks = (folder: string): readonly string[] =>
  listBelow(folder, folder).flatMap(({ path, isUnread }) => (isUnread ? [path] : []));

const listBelow = (folder: string, whole: string): readonly FoundPath[] =>
  isPathWithin(whole, folder) ? walkFolder(folder, { whole, isLinked: false }) : [];

function walkFolder(folder: string, walk: FolderWalk): readonly FoundPath[] {
  return entriesOf(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry): readonly FoundPath[] => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return walkFolder(path, walk);
      if (!entry.isSymbolicLink()) return isRegularFile(path) ? [{ path, isUnread: false }] : [];
      const target = resolveLink(path, walk);
      if (target === 'folder') return walkFolder(path, { ...walk, isLinked: true });
      return [{ path, isUnread: target === undefined }];
    });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
