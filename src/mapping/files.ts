import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where mappings and tables are read: the disk, or a copy of it as it was at one moment. */
export interface Files {
  /** Undefined when there is no such file. */
  read(path: string): Uint8Array | undefined;
}

/** Bytes by path. */
export type Snapshot = Readonly<Record<string, Uint8Array>>;

export const onDisk: Files = {
  read: (path) => (existsSync(path) ? readFileSync(path) : undefined),
};

export const filesIn = (snapshot: Snapshot): Files => ({ read: (path) => snapshot[path] });

/** Every file in a folder and below it, hidden ones left out; none when there is no such folder. */
export function filesBelow(folder: string): string[] {
  return entriesOf(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesBelow(path) : [path];
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
