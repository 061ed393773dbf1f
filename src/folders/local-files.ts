import { type Dirent, watch } from 'node:fs';
import {
  access,
  constants,
  lstat,
  mkdir,
  open,
  opendir,
  readFile,
  rename,
  rmdir,
  unlink,
} from 'node:fs/promises';
import {
  exists,
  isSameFile,
  moveNoReplace,
  renameNoReplace,
  replaceFile,
  syncFolder,
  writeNew,
} from './durable.ts';
import { unless } from './error.ts';
import type { Entry, Files } from './files.ts';
import type { Look } from './settling.ts';

/** Entries fetched at once: with 100,000 names the event loop is held for 3 ms, by `readdir` for 30. */
const bufferSize = 1_000;

/** Folders of this machine and its network shares. */
export const localFiles: Files = {
  title: (folder) => folder,
  usable: (folder) => access(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  list,
  look,
  exists,
  read: (path) => readFile(path),
  readPart,
  create: writeNew,
  replace: replaceFile,
  rename: (from, to) => rename(from, to),
  move: (from, to) => moveNoReplace(from, to),
  publish: renameNoReplace,
  isSame: isSameFile,
  unlink: (path) => unlink(path),
  mkdir: (path) => mkdir(path),
  rmdir: (path) => rmdir(path),
  sync: syncFolder,
  listen(folder, ring, broken) {
    const watcher = watch(folder, { persistent: false }, ring);
    watcher.on('error', broken);
    return watcher;
  },
};

async function* list(folder: string): AsyncIterable<Entry> {
  for await (const entry of await opendir(folder, { bufferSize }))
    yield { name: entry.name, kind: kindOf(entry) };
}

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

async function look(path: string): Promise<Look | undefined> {
  const stats = await unless(['ENOENT'], () => lstat(path));
  return stats?.isFile() === true ? { size: stats.size, mtime: stats.mtimeMs } : undefined;
}

async function readPart(path: string, from: number, length: number): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
