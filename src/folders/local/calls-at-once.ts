import {
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readSync,
  type Stats,
  unlinkSync,
} from 'node:fs';

/**
 * The calls of a file store that the event loop does itself, where it waits for that disk anyway (near-folders.ts). Through the pool of
 * threads each takes ten times the time of the processors that the system needs for it: two threads are woken.
 */

/** Undefined: it is not there. */
export const lookAtOnce = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** What became a pipe since it was looked at is not waited for. */
const readOnly = constants.O_RDONLY | constants.O_NONBLOCK;

/** The part of `buffer` that was filled: the file may end sooner. */
export function readAtOnce(path: string, buffer: Buffer, from: number): Uint8Array {
  const file = openSync(path, readOnly);
  try {
    let filled = 0;
    for (let count = -1; filled < buffer.length && count !== 0; filled += count)
      count = readSync(file, buffer, filled, buffer.length - filled, from + filled);
    return buffer.subarray(0, filled);
  } finally {
    closeSync(file);
  }
}

/** To a name that is free, by hard link. False: it did not go this way; what else can be done, or is wrong, `moveNoReplace` knows. */
export function moveAtOnce(from: string, to: string): boolean {
  try {
    linkSync(from, to);
  } catch {
    return false;
  }
  unlinkSync(from);
  return true;
}

/** False too where it is not there. */
export function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
