import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/**
 * Whether a path lies in a folder, once written out (`..`) and once with all links followed. A path that is not there lies where
 * its folder does. Who may edit one folder is given nothing else of the machine to read.
 */
export function isPathWithin(folder: string, path: string): boolean {
  if (!isBelow(folder, path)) return false;
  const [outer, inner] = [realPath(folder), realPath(path)];
  return outer !== undefined && inner !== undefined && isBelow(outer, inner);
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/**
 * Undefined: something is there, and no path says where it leads. The system is asked: on Windows Node's own walk from link to link
 * takes a junction to `Volume{…}` for a folder, and everybody may make one; of one to a volume without a letter, such as a shadow copy,
 * the system says that it is not there.
 */
function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    if (lstatSync(path, { throwIfNoEntry: false })) return undefined;
    // what is not there yet would come to where its folder leads
    const folder = dirname(path);
    if (folder === path) return path;
    const real = realPath(folder);
    return real === undefined ? undefined : join(real, basename(path));
  }
}
