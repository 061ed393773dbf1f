import { statSync } from 'node:fs';
import { diskFiles, type FileSource } from './file-source.ts';

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

/** Bytes of files that are remembered, and of one that is worth it: a small one could be saved twice in the same tick of the clock. */
const remembered = { most: 64_000_000, least: 250_000 } as const;

/**
 * Each file as it is now, for whoever reads it at every key: a large one that has not changed since it was read last is given as the same
 * bytes.
 */
export class RememberedFiles implements FileSource {
  readonly #files: FileSource;
  readonly #known = new Map<string, { readonly stamp: string; readonly bytes: Uint8Array }>();

  constructor(files: FileSource) {
    this.#files = files;
  }

  read(path: string): Uint8Array | undefined {
    const stamp = readFileStamp(path);
    const known = this.#known.get(path);
    const bytes = known?.stamp === stamp ? known.bytes : this.#files.read(path);
    this.#known.delete(path);
    if (bytes !== undefined && bytes.length >= remembered.least) this.#remember(path, { stamp, bytes });
    return bytes;
  }

  list(folder: string): readonly string[] {
    return this.#files.list(folder);
  }

  #remember(path: string, file: { readonly stamp: string; readonly bytes: Uint8Array }): void {
    this.#known.set(path, file);
    let held = [...this.#known.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
    for (const [oldest, { bytes }] of this.#known) {
      if (held <= remembered.most) return;
      this.#known.delete(oldest);
      held -= bytes.length;
    }
  }
}
