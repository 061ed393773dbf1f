import {
  close,
  type Dir,
  type Dirent,
  lstat,
  mkdirSync,
  open,
  read,
  renameSync,
  rmdirSync,
  type Stats,
  unlinkSync,
  watch,
} from 'node:fs';
import {
  access,
  chmod,
  constants,
  mkdir,
  opendir,
  readFile,
  realpath,
  rename,
  rmdir,
  unlink,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path/posix';
import { promisify } from 'node:util';
import { mapInSlices } from '../../time/map-in-slices.ts';
import type { FileStore, FolderEntry } from '../file-store.ts';
import { ignoreErrors } from '../folder-error.ts';
import type { FileStat } from '../inbound/settling/settling-files.ts';
import { Slots } from '../slots.ts';
import { isEmptyFolder, lookAtOnce, moveAtOnce, readAtOnce } from './calls-at-once.ts';
import {
  exists,
  isSameFile,
  lookAt,
  moveNoReplace,
  renameNoReplace,
  replaceFile,
  syncFolder,
  writeNew,
} from './durable-files.ts';
import { hasReliableEvents, readLocalFileSystem } from './file-system-facts.ts';
import { NearFolders } from './near-folders.ts';

/** Entries of one batch: `readdir` would hold the event loop for 30 ms with 100,000 names. */
const batchSize = 512;

/**
 * Calls under way at once in one folder. Each takes a thread of Node's pool until it ends, and on a share that hangs none ever
 * does: the pool (src/thread-pool.ts) has room for many such folders.
 */
const callsAtOnce = 8;

/** Bytes of a file that are read at once; more of them holds up the event loop for too long. */
const mostAtOnce = 256_000;

/** The same calls with their own limit of concurrent ones: one instance for each folder. What is near needs no thread of the pool. */
export function openLimitedFileStore(near = new NearFolders(), pooled = localFileStore): FileStore {
  const limited = limitCalls(pooled);
  const fitsAtOnce = (path: string, size: number) =>
    size <= mostAtOnce && !near.reads.areSlow && near.hasAll(path);
  return {
    ...limited,
    stat: async (path) =>
      (await near.hasAll(path)) ? fileStatOf(lookAtOnce(path)) : await limited.stat(path),
    statMany: async (folder, names) =>
      (await near.hasAll(join(folder, '.')))
        ? await mapInSlices(names, (name) => fileStatOf(lookAtOnce(join(folder, name))))
        : await limited.statMany(folder, names),
    exists: async (path) =>
      (await near.hasAll(path)) ? lookAtOnce(path) !== undefined : await limited.exists(path),
    read: async (path, size) =>
      size !== undefined && (await fitsAtOnce(path, size))
        ? near.reads.time(() => readAtOnce(path, Buffer.allocUnsafeSlow(size), 0))
        : await limited.read(path, size),
    readPart: async (path, from, length) =>
      (await fitsAtOnce(path, length))
        ? near.reads.time(() => readAtOnce(path, Buffer.allocUnsafe(length), from))
        : await limited.readPart(path, from, length),
    rename: async (from, to) => {
      if (!(await near.hasAll(from, to))) return await limited.rename(from, to);
      renameSync(from, to);
      near.noteMoved(from, to);
    },
    move: async (from, to) =>
      ((await near.hasAll(from, to)) && moveAtOnce(from, to)) || (await limited.move(from, to)),
    unlink: async (path) => ((await near.hasAll(path)) ? unlinkSync(path) : await limited.unlink(path)),
    mkdir: async (path) => {
      if (!(await near.hasAll(path))) return await limited.mkdir(path);
      mkdirSync(path);
      near.noteMade(path);
    },
    rmdir: async (path) => {
      near.noteGone(path);
      return (await near.hasAll(path)) ? rmdirSync(path) : await limited.rmdir(path);
    },
    isEmptyAtOnce: async (path) => ((await near.hasAll(join(path, '.'))) ? isEmptyFolder(path) : undefined),
  };
}

function limitCalls(files: FileStore): FileStore {
  const slots = new Slots(callsAtOnce);
  const limit =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      slots.run(() => call(...args));
  return {
    ...files,
    assertUsable: limit(files.assertUsable),
    realPath: limit(files.realPath),
    stat: limit(files.stat),
    exists: limit(files.exists),
    read: limit(files.read),
    readPart: limit(files.readPart),
    create: limit(files.create),
    setTime: limit(files.setTime),
    rights: limit(files.rights),
    setRights: limit(files.setRights),
    replace: limit(files.replace),
    rename: limit(files.rename),
    move: limit(files.move),
    publish: limit(files.publish),
    isSame: limit(files.isSame),
    unlink: limit(files.unlink),
    mkdir: limit(files.mkdir),
    rmdir: limit(files.rmdir),
    syncFolder: limit(files.syncFolder),
    hasReliableEvents: limit(tellsEverything),
  };
}

/** Where the system cannot say where a folder lies (some RAM disks, folders of a redirector), its events are not relied on. */
async function tellsEverything(folder: string): Promise<boolean> {
  const where = await ignoreErrors(noRealPath, () => realpath(folder));
  return where !== undefined && (await hasReliableEvents(where));
}

/** Codes with which Windows says that it knows no path of what is open. */
const noRealPath = ['UNKNOWN', 'EISDIR', 'EINVAL', 'ENOSYS', 'ENOTSUP'];

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
  read: (path, size) =>
    size === undefined ? readFile(path) : readInto(path, Buffer.allocUnsafeSlow(size), 0),
  readPart,
  create: writeNew,
  setTime: (path, mtime) => utimes(path, mtime / 1000, mtime / 1000),
  rights: async (path) => (await lookOrFail(path)).mode & 0o777,
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
  return fileStatOf(await lookAt(path));
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
    lstat(join(folder, names[n] ?? ''), (error, stats) => {
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

// those of `node:fs/promises` make an object of each open file, and take twice the time
const [openFile, readFromFile, closeFile] = [promisify(open), promisify(read), promisify(close)];
const lookOrFail = promisify(lstat);

function readPart(path: string, from: number, length: number): Promise<Uint8Array> {
  return readInto(path, Buffer.allocUnsafe(length), from);
}

/** The part of `buffer` that was filled: the file may end sooner. */
async function readInto(path: string, buffer: Buffer, from: number): Promise<Uint8Array> {
  const file = await openFile(path, 'r');
  try {
    let filled = 0;
    for (let count = -1; filled < buffer.length && count !== 0; filled += count)
      count = (await readFromFile(file, buffer, filled, buffer.length - filled, from + filled)).bytesRead;
    return buffer.subarray(0, filled);
  } finally {
    await closeFile(file);
  }
}
