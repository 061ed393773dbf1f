import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isPathWithin } from '../../system/path-containment.ts';
import { isRegularFile } from '../../system/regular-file.ts';

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

/**
 * Every file in a folder and below it; hidden ones, links that lead out of `whole` and what is no file with bytes are left out. None when
 * there is no such folder, or when it leads out of `whole` itself.
 */
export function listFilesBelow(folder: string, whole = folder): string[] {
  if (!isPathWithin(whole, folder)) return [];
  return entriesOf(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return listFilesBelow(path, whole);
      if (entry.isSymbolicLink() && !isPathWithin(whole, path)) return [];
      return isRegularFile(path) ? [path] : [];
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
