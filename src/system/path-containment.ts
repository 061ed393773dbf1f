import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';

/**
 * Whether a path lies in a folder, once written out (`..`) and once with all links followed. A path that is not there lies where
 * its folder does. Who may edit one folder is given nothing else of the machine to read.
 */
export const isPathWithin = (folder: string, path: string): boolean =>
  isBelow(folder, path) && isBelow(realPath(folder), realPath(path));

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    // what is not there yet would come to where its folder leads
    const folder = dirname(path);
    return folder === path ? path : join(realPath(folder), basename(path));
  }
}
