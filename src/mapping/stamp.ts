import { statSync } from 'node:fs';
import { filesBelow } from './files.ts';

/**
 * What a folder of mappings looks like from outside: names, sizes and times of all its files, fixtures too. Two
 * different answers: something was edited. A folder that is not there is an empty one.
 */
export function stampOf(folder: string): string {
  return filesBelow(folder).map(fileStamp).join('\n');
}

/** Name, size and time of one file; empty when it is not there, such as in the moment in which it is replaced. */
export function fileStamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${path} ${found.size} ${found.mtimeMs}`;
}
