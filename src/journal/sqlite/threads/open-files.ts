import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** The files of an open journal: do their names still lead to them, and has nobody else changed them? Imports nothing but Node. */
export class OpenFiles {
  readonly #path: string;
  readonly #ids: readonly number[];
  readonly #file: number;
  readonly #log: number;
  #size: number;

  /** `ids`: the numbers that the file may have (`file-mark.ts`). Throws when a file is not there. */
  constructor(path: string, ids: readonly number[]) {
    this.#path = path;
    this.#ids = ids;
    this.#file = openSync(path, 'r');
    this.#log = openSync(`${path}-wal`, 'r+');
    this.#size = fstatSync(this.#file).size;
  }

  get log(): number {
    return this.#log;
  }

  get logSize(): number {
    return fstatSync(this.#log).size;
  }

  /** The file has been changed by us. */
  noteWritten(): void {
    this.#size = fstatSync(this.#file).size;
  }

  close(): void {
    closeSync(this.#file);
    closeSync(this.#log);
  }

  /** What is wrong, in words, or undefined. */
  findFault(): string | undefined {
    const log = `${this.#path}-wal`;
    return (
      findMovedFile(this.#path, this.#file) ??
      findMovedFile(log, this.#log) ??
      this.#overwritten() ??
      this.#cut()
    );
  }

  #overwritten(): string | undefined {
    const four = Buffer.alloc(4);
    readSync(this.#file, four, 0, 4, fileIdOffset);
    const isOurs = this.#ids.length === 0 || this.#ids.includes(four.readInt32BE());
    return isOurs ? undefined : `${this.#path} was overwritten`;
  }

  #cut(): string | undefined {
    return fstatSync(this.#file).size < this.#size ? `${this.#path} was cut short` : undefined;
  }
}

/** Bytes 68 to 71 of an SQLite file: its `application_id`. */
export const fileIdOffset = 68;

/** A file system without numbers of files says nothing. */
function findMovedFile(path: string, file: number): string | undefined {
  const there = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (!there) return `${path} was deleted or moved away`;
  const { ino, dev } = fstatSync(file, { bigint: true });
  const isSame = ino === 0n || (there.ino === ino && there.dev === dev);
  return isSame ? undefined : `another file was put in the place of ${path}`;
}
