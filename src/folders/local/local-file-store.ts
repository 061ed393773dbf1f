import { type Dir, type Dirent, lstat as lstatWithCallback, type Stats, watch } from 'node:fs';
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  open,
  opendir,
  readFile,
  realpath,
  rename,
  rmdir,
  unlink,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path/posix';
import type { FileStore, FolderEntry } from '../file-store.ts';
import { ignoreErrors } from '../folder-error.ts';
import type { FileStat } from '../inbound/settling/settling-files.ts';
import { Slots } from '../slots.ts';
import {
  exists,
  isSameFile,
  moveNoReplace,
  renameNoReplace,
  replaceFile,
  syncFolder,
  writeNew,
} from './durable-files.ts';
import { hasReliableEvents, readLocalFileSystem } from './file-system-facts.ts';

/** Entries of one batch: `readdir` would hold the event loop for 30 ms with 100,000 names. */
const batchSize = 512;

/**
 * Calls under way at once in one folder. Each takes a thread of Node's pool until it ends, and on a share that hangs none ever
 * does: the pool (src/thread-pool.ts) has room for many such folders.
 */
const callsAtOnce = 8;

/** The same calls with their own limit of concurrent ones: one instance for each folder. */
export function openLimitedFileStore(): FileStore {
  const slots = new Slots(callsAtOnce);
  const limit =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      slots.run(() => call(...args));
  return {
    ...localFileStore,
    assertUsable: limit(localFileStore.assertUsable),
    realPath: limit(localFileStore.realPath),
    stat: limit(localFileStore.stat),
    exists: limit(localFileStore.exists),
    read: limit(localFileStore.read),
    readPart: limit(localFileStore.readPart),
    create: limit(localFileStore.create),
    setTime: limit(localFileStore.setTime),
    rights: limit(localFileStore.rights),
    setRights: limit(localFileStore.setRights),
    replace: limit(localFileStore.replace),
    rename: limit(localFileStore.rename),
    move: limit(localFileStore.move),
    publish: limit(localFileStore.publish),
    isSame: limit(localFileStore.isSame),
    unlink: limit(localFileStore.unlink),
    mkdir: limit(localFileStore.mkdir),
    rmdir: limit(localFileStore.rmdir),
    syncFolder: limit(localFileStore.syncFolder),
    hasReliableEvents: limit(tellsEverything),
  };
}

const tellsEverything = async (folder: string): Promise<boolean> => hasReliableEvents(await realpath(folder));

/** Folders of this machine and its network shares. */
export const localFileStore: FileStore = {
  title: (folder) => folder,
  assertUsable: (folder, only) =>
    access(folder, constants.R_OK | constants.X_OK | (only === 'read' ? 0 : constants.W_OK)),
  realPath: (folder) => realpath(folder),
  list,
  stat: statFile,
  statMany: statFiles,
  exists,
  read: (path) => readFile(path),
  readPart,
  create: writeNew,
  setTime: (path, mtime) => utimes(path, mtime / 1000, mtime / 1000),
  rights: async (path) => (await lstat(path)).mode & 0o777,
  setRights: (path, mode) => chmod(path, mode),
  replace: replaceFile,
  rename: (from, to) => rename(from, to),
  move: (from, to) => moveNoReplace(from, to),
  publish: renameNoReplace,
  isSame: isSameFile,
  unlink: (path) => unlink(path),
  mkdir: (path) => mkdir(path),
  rmdir: (path) => rmdir(path),
  syncFolder: syncFolder,
  readFacts: readLocalFileSystem,
  hasReliableEvents: tellsEverything,
  watch(folder, ring, broken) {
    const watcher = watch(folder, { persistent: false }, ring);
    watcher.on('error', broken);
    return watcher;
  },
};

async function* list(folder: string): AsyncIterable<readonly FolderEntry[]> {
  const dir = await opendir(folder, { bufferSize: batchSize });
  try {
    for (let batch = await readBatch(dir); batch.length > 0; batch = await readBatch(dir))
      yield await recogniseFiles(folder, batch);
  } finally {
    await dir.close();
  }
}

/**
 * Windows lists every reparse point as a link: a junction, but a file too that its volume keeps deduplicated or in a cloud. What lstat
 * takes for a file is one; whatever else it says, a link stays a link, so that no junction is followed.
 */
async function recogniseFiles(
  folder: string,
  batch: readonly FolderEntry[],
): Promise<readonly FolderEntry[]> {
  if (!batch.some(({ kind }) => kind === 'link')) return batch;
  const entries: FolderEntry[] = [];
  for (const entry of batch)
    entries.push(
      entry.kind === 'link' && (await isFile(join(folder, entry.name))) ? { ...entry, kind: 'file' } : entry,
    );
  return entries;
}

const isFile = (path: string): Promise<boolean> =>
  statFile(path).then(
    (stats) => stats !== undefined,
    () => false,
  );

/** With callbacks: with 100,000 names that takes half the time of promises. */
function readBatch(dir: Dir): Promise<readonly FolderEntry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly FolderEntry[]>();
  const batch: FolderEntry[] = [];
  const read = () =>
    dir.read((error, entry) => {
      if (error) return reject(error);
      if (entry === null) return resolve(batch);
      batch.push({ name: entry.name, kind: kindOf(entry) });
      if (batch.length === batchSize) resolve(batch);
      else read();
    });
  read();
  return promise;
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

async function statFile(path: string): Promise<FileStat | undefined> {
  return fileStatOf(await ignoreErrors(['ENOENT'], () => lstat(path)));
}

/** With callbacks, as above; rejects when all have answered and one failed. */
function statFiles(folder: string, names: readonly string[]): Promise<readonly (FileStat | undefined)[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly (FileStat | undefined)[]>();
  const answers = new Array<FileStat | undefined>(names.length);
  let [asked, answered] = [0, 0];
  let failed: Error | undefined;
  const ask = (): void => {
    const n = asked;
    asked += 1;
    lstatWithCallback(join(folder, names[n] ?? ''), (error, stats) => {
      if (error === null) answers[n] = fileStatOf(stats);
      else if (error.code !== 'ENOENT') failed = error;
      answered += 1;
      if (asked < names.length) ask();
      else if (answered === names.length) failed === undefined ? resolve(answers) : reject(failed);
    });
  };
  while (asked < Math.min(callsAtOnce, names.length)) ask();
  if (names.length === 0) resolve([]);
  return promise;
}

function fileStatOf(stats: Stats | undefined): FileStat | undefined {
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
