import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, lstat as lstatWithCallback, openSync, renameSync, type Stats } from 'node:fs';
import { link, lstat, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ignoreErrors, systemCodeOf } from '../folder-error.ts';
import { SharedWork } from './shared-work.ts';

/** Codes with which file systems (network shares above all) say that a folder cannot be fsynced. */
export const cannotSync = ['EINVAL', 'EPERM', 'EACCES', 'EISDIR', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF'];

/** Codes with which file systems say that they have no hard links, or not for this file. */
const cannotLink = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EXDEV'];

const syncs = new SharedWork();

/** Makes renames in a folder survive a power cut, as far as its file system can. Many at once share an fsync. */
export const syncFolder = (folder: string): Promise<void> => syncs.run(folder, () => syncNow(folder));

async function syncNow(folder: string): Promise<void> {
  const handle = await ignoreErrors(cannotSync, () => open(folder, 'r'));
  if (handle === undefined) return;
  try {
    await ignoreErrors(cannotSync, () => handle.sync());
  } finally {
    await handle.close();
  }
}

/** The same where the next step must come right after it. */
export function syncFolderSync(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    if (!cannotSync.includes(systemCodeOf(error))) throw error;
  }
}

/** Writes a new file and fsyncs it; fails with EEXIST when it is there, and leaves nothing when it fails. */
export async function writeNew(
  path: string,
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
  mode?: number,
): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.writeFile(bytes);
    await handle.sync();
  } catch (error) {
    await ignoreErrors(['ENOENT'], () => unlink(path));
    throw error;
  } finally {
    await handle.close();
  }
}

/** Writes to a temporary name, fsyncs, renames over `path`, fsyncs the folder: readers see old or new, never half. */
export async function replaceFile(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const temporary = join(dirname(path), `.${randomBytes(8).toString('hex')}.tmp`);
  await writeNew(temporary, typeof content === 'string' ? Buffer.from(content) : content, mode);
  try {
    await renameOver(temporary, path);
  } catch (error) {
    await ignoreErrors(['ENOENT'], () => unlink(temporary));
    throw error;
  }
  await syncFolder(dirname(path));
}

/** With these Windows says that somebody has the file open whose place is to be taken: a reader, a virus scanner. */
export const heldCodes = ['EPERM', 'EACCES', 'EBUSY'];

/** How often such a rename is tried, and milliseconds between: readers are done soon. */
const [triesOver, pauseOver] = [20, 50];

/** Takes the place of a file; tried again for a second while somebody holds it. */
export async function renameOver(
  from: string,
  to: string,
  once: (from: string, to: string) => Promise<void> = rename,
): Promise<void> {
  for (let n = 1; ; n += 1)
    try {
      return await once(from, to);
    } catch (error) {
      if (n >= triesOver || !heldCodes.includes(systemCodeOf(error))) throw error;
      await setTimeout(pauseOver);
    }
}

/** The same where the next step must come right after it: the thread waits, and does nothing else. */
export function renameOverSync(
  from: string,
  to: string,
  once: (from: string, to: string) => void = renameSync,
): void {
  for (let n = 1; ; n += 1)
    try {
      once(from, to);
      return;
    } catch (error) {
      if (n >= triesOver || !heldCodes.includes(systemCodeOf(error))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseOver);
    }
}

/**
 * Moves a file within one file system and never overwrites: false when `to` is there and is another file. Safe to
 * repeat after a crash in the middle. With hard links nobody can come between; without them (`hardLink` fails) a look
 * and a rename must do.
 */
export async function moveNoReplace(from: string, to: string, hardLink = link): Promise<boolean> {
  try {
    await hardLink(from, to);
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EEXIST') return (await isSameFile(from, to)) ? unlinkFile(from) : false;
    if (cannotLink.includes(code)) return await renameNoReplace(from, to);
    throw error;
  }
  return await unlinkFile(from);
}

/** One atomic rename, after a look that nothing is there: what disappears from `from` has arrived, exactly once. */
export async function renameNoReplace(from: string, to: string): Promise<boolean> {
  if (await exists(to)) return false;
  await rename(from, to);
  return true;
}

export const exists = async (path: string): Promise<boolean> => (await lookAt(path)) !== undefined;

/** Undefined when it is not there. With callbacks that takes half the time of promises, and an error that is none. */
export function lookAt(path: string): Promise<Stats | undefined> {
  return new Promise((resolve, reject) =>
    lstatWithCallback(path, (error, stats) => {
      if (error === null) resolve(stats);
      else if (error.code === 'ENOENT') resolve(undefined);
      else reject(error);
    }),
  );
}

async function unlinkFile(path: string): Promise<true> {
  await unlink(path);
  return true;
}

/** Two names of one file: a move that was cut short between link and unlink. */
export async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, two] = await Promise.all([lstat(a, { bigint: true }), lstat(b, { bigint: true })]);
  return one.ino !== 0n && one.ino === two.ino && one.dev === two.dev;
}
