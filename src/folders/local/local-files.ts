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
import { unless } from '../error.ts';
import type { Entry, Files } from '../files.ts';
import type { Look } from '../inbound/settling.ts';
import { Slots } from '../slots.ts';
import {
  exists,
  isSameFile,
  moveNoReplace,
  renameNoReplace,
  replaceFile,
  syncFolder,
  writeNew,
} from './durable.ts';
import { localFileSystem } from './file-system.ts';

/** Entries of one batch: `readdir` would hold the event loop for 30 ms with 100,000 names. */
const batchSize = 512;

/**
 * Calls under way at once in one folder. Each takes a thread of Node's pool until it ends, and on a share that hangs none ever
 * does: the pool (src/thread-pool.ts) has room for many such folders.
 */
const callsAtOnce = 8;

/** A folder that its user alone calls, with a limit of its own. */
export function limitedFiles(): Files {
  const slots = new Slots(callsAtOnce);
  const limit =
    <A extends readonly unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> =>
      slots.run(() => call(...args));
  return {
    ...localFiles,
    usable: limit(localFiles.usable),
    realPath: limit(localFiles.realPath),
    look: limit(localFiles.look),
    exists: limit(localFiles.exists),
    read: limit(localFiles.read),
    readPart: limit(localFiles.readPart),
    create: limit(localFiles.create),
    setTime: limit(localFiles.setTime),
    rights: limit(localFiles.rights),
    setRights: limit(localFiles.setRights),
    replace: limit(localFiles.replace),
    rename: limit(localFiles.rename),
    move: limit(localFiles.move),
    publish: limit(localFiles.publish),
    isSame: limit(localFiles.isSame),
    unlink: limit(localFiles.unlink),
    mkdir: limit(localFiles.mkdir),
    rmdir: limit(localFiles.rmdir),
    sync: limit(localFiles.sync),
  };
}

/** Folders of this machine and its network shares. */
export const localFiles: Files = {
  title: (folder) => folder,
  usable: (folder, only) =>
    access(folder, constants.R_OK | constants.X_OK | (only === 'read' ? 0 : constants.W_OK)),
  realPath: (folder) => realpath(folder),
  list,
  look,
  looks,
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
  sync: syncFolder,
  about: localFileSystem,
  listen(folder, ring, broken) {
    const watcher = watch(folder, { persistent: false }, ring);
    watcher.on('error', broken);
    return watcher;
  },
};

async function* list(folder: string): AsyncIterable<readonly Entry[]> {
  const dir = await opendir(folder, { bufferSize: batchSize });
  try {
    for (let batch = await next(dir); batch.length > 0; batch = await next(dir)) yield batch;
  } finally {
    await dir.close();
  }
}

/** With callbacks: with 100,000 names that takes half the time of promises. */
function next(dir: Dir): Promise<readonly Entry[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Entry[]>();
  const batch: Entry[] = [];
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

function kindOf(entry: Dirent): Entry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

async function look(path: string): Promise<Look | undefined> {
  return lookOf(await unless(['ENOENT'], () => lstat(path)));
}

/** With callbacks, as above; rejects when all have answered and one failed. */
function looks(folder: string, names: readonly string[]): Promise<readonly (Look | undefined)[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly (Look | undefined)[]>();
  const answers = new Array<Look | undefined>(names.length);
  let [asked, answered] = [0, 0];
  let failed: Error | undefined;
  const ask = (): void => {
    const n = asked;
    asked += 1;
    lstatWithCallback(join(folder, names[n] ?? ''), (error, stats) => {
      if (error === null) answers[n] = lookOf(stats);
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

function lookOf(stats: Stats | undefined): Look | undefined {
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
