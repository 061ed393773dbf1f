import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What a folder of mappings looks like from outside: names, sizes and times of mapping files and tables, not of
 * fixtures. Two different answers: something was edited. A folder that is not there is an empty one.
 */
export function stampOf(folder: string): string {
  return filesBelow(folder)
    .filter((path) => /\.(yaml|csv)$/.test(path))
    .map(fileStamp)
    .join('\n');
}

/** Name, size and time of one file; empty when it is not there, such as in the moment in which it is replaced. */
export function fileStamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${path} ${found.size} ${found.mtimeMs}`;
}

function filesBelow(folder: string): string[] {
  return entriesOf(folder).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) return [path];
    return entry.name === 'fixtures' || entry.name.startsWith('.') ? [] : filesBelow(path);
  });
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
}
