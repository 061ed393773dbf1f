import { statSync } from 'node:fs';
import { diskFiles, type FileSource } from '../../system/file-source.ts';

/**
 * Name, size and times of one file; empty when it is not there, such as in the moment in which it is replaced. Where another
 * file of the same size and time is renamed into its place, the time of that change tells.
 */
export function readFileStamp(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? '' : `${path} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
}

/** Files as they were just before they were read, those that were looked for and not there, too: so a watch misses no save. */
export class FileStamps {
  /** The disk; what is read is noted. */
  readonly files: FileSource = {
    read: (path) => {
      this.note([path]);
      return diskFiles.read(path);
    },
    list: (folder) => diskFiles.list(folder),
  };
  readonly #noted = new Map<string, string>();

  note(paths: readonly string[]): void {
    for (const path of paths) if (!this.#noted.has(path)) this.#noted.set(path, readFileStamp(path));
  }

  /** Whether any of them is another one now. */
  hasChanged(): boolean {
    return [...this.#noted].some(([path, stamp]) => readFileStamp(path) !== stamp);
  }
}
