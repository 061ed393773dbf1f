import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';

/**
 * Whether a path lies in a folder, once written out (`..`) and once with all links followed. A path that is not there lies where it
 * is written. Who may edit one folder is given nothing else of the machine to read.
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
    if (code === 'ENOENT' || code === 'ENOTDIR') return path;
    throw error;
  }
}
