import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/**
 * Whether a path lies in a folder, once written out (`..`) and once with all links followed. A path that is not there lies where
 * its folder does. Who may edit one folder is given nothing else of the machine to read.
 */
export function isPathWithin(folder: string, path: string): boolean {
  if (!isBelow(folder, path)) return false;
  const [outer, inner] = [realPath(folder), realPathOfLink(path)];
  return outer !== undefined && inner !== undefined && isBelow(outer, inner);
}

/** Undefined too: a link that leads to itself is in no folder. */
function realPathOfLink(path: string): string | undefined {
  try {
    return realPath(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ELOOP') throw error;
    return undefined;
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Undefined: something is there, and no path says where it leads. Of a junction to a volume without a letter, such as a shadow copy,
 * Windows says that it is not there.
 */
function realPath(path: string): string | undefined {
  try {
    return followLinks(path);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error))) throw error;
    if (lstatSync(path, { throwIfNoEntry: false })) return undefined;
    // what is not there yet would come to where its folder leads
    const folder = dirname(path);
    if (folder === path) return path;
    const real = realPath(folder);
    return real === undefined ? undefined : join(real, basename(path));
  }
}

/**
 * The system is asked: on Windows Node's own walk from link to link takes a junction to `Volume{…}` for a folder, and everybody may make
 * one. Where the file system cannot say it (some RAM disks; a path that is long for Wine), Node walks.
 */
function followLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (!['UNKNOWN', 'EISDIR', 'EINVAL', 'ENOSYS', 'ENOTSUP'].includes(systemCodeOf(error))) throw error;
    return realpathSync(path);
  }
}

function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
