import { mkdir, open, rename, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { moved } from '../kit/move.ts';
import { removeFolder } from '../kit/remove-folder.ts';

/**
 * Ways in which ERPs write files, the bad ones above all. Each resolves when its writer has closed the file. Pauses are
 * milliseconds.
 */

/** Writes in pieces with a pause after each, on one handle. */
export async function writeSlowly(
  path: string,
  bytes: Uint8Array,
  pieces: number,
  wait: number,
): Promise<void> {
  const handle = await open(path, 'w');
  const size = Math.ceil(bytes.length / pieces);
  for (let at = 0; at < bytes.length; at += size) {
    await handle.write(bytes.subarray(at, at + size));
    await pause(wait);
  }
  await handle.close();
}

/** Writes the first `share` (0 to 1), waits, writes the rest. */
export async function writeWithPause(
  path: string,
  bytes: Uint8Array,
  share: number,
  wait: number,
): Promise<void> {
  const handle = await open(path, 'w');
  const cut = Math.floor(bytes.length * share);
  await handle.write(bytes.subarray(0, cut));
  await pause(wait);
  await handle.write(bytes.subarray(cut));
  await handle.close();
}

/** A second version over the first: empties the file, waits, writes. */
export async function truncateAndRewrite(path: string, bytes: Uint8Array, wait: number): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.truncate(0);
  await pause(wait);
  await handle.write(bytes, 0, bytes.length, 0);
  await handle.close();
}

/** Opens the file for writing in place, byte by byte the same length: size never changes. */
export async function overwriteInPlace(path: string, bytes: Uint8Array, wait: number): Promise<void> {
  const handle = await open(path, 'r+');
  const half = bytes.length >> 1;
  await handle.write(bytes, 0, half, 0);
  await pause(wait);
  await handle.write(bytes, half, bytes.length - half, half);
  await handle.close();
}

/** Gives the file its final size in zeros first, then fills it. */
export async function writePreallocated(path: string, bytes: Uint8Array, wait: number): Promise<void> {
  const handle = await open(path, 'w');
  await handle.truncate(bytes.length);
  await pause(wait);
  await handle.write(bytes, 0, bytes.length, 0);
  await handle.close();
}

/** Under another name first, then renamed to the final one. */
export async function renameIntoPlace(path: string, bytes: Uint8Array, suffix: string): Promise<void> {
  await writeFile(path + suffix, bytes);
  await rename(path + suffix, path);
}

/** At once, with an mtime of its own: copied with its times kept, or from a machine with another clock. */
export async function writeWithTime(path: string, bytes: Uint8Array, mtime: Date): Promise<void> {
  await writeFile(path, bytes);
  await utimes(path, mtime, mtime);
}

/** The folder goes away with everything in it (an unmounted share) and is made again after a while. */
export async function vanish(folder: string, wait: number): Promise<void> {
  await moved(folder, `${folder}.away`);
  await pause(wait);
  await removeFolder(folder);
  await moved(`${folder}.away`, folder);
}

/** A folder that is gone for good, and a new, empty one in its place. */
export async function replaceFolder(folder: string): Promise<void> {
  await removeFolder(folder);
  await mkdir(folder, { recursive: true });
}
