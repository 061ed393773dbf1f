import { dirname, join } from 'node:path/posix';
import { localize } from '../../../findings/localized-text.ts';
import { type FileStore, makeInside } from '../../file-store.ts';
import { FolderError, ignoreErrors } from '../../folder-error.ts';
import { possibleNamesOf } from '../../reserved-names.ts';

/** Puts claimed files back into their inbound folder, each with its done-file: without that it would never be picked up again. */
export class FileReturn {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #done: string | undefined;

  /** `done`: ending of the done-file that must lie beside a file. */
  constructor(files: FileStore, folder: string, done: string | undefined) {
    this.#files = files;
    this.#folder = folder;
    this.#done = done;
  }

  /** The file `name` in the folder `from`, under another name when its own is taken. False: it is gone. */
  async returnFile(from: string, name: string, id: string): Promise<boolean> {
    await makeInside(this.#files, this.#folder, dirname(name));
    for (const target of possibleNamesOf(name, id)) {
      const put = await this.#move(join(from, name), join(this.#folder, target));
      if (put !== 'taken') return put;
    }
    throw new FolderError('folder-unavailable', localize('not-put-back', { name, folder: this.#folder }));
  }

  /** The done-file first: after a crash in between the file is found in the work folder. */
  async #move(from: string, to: string): Promise<boolean | 'taken'> {
    if (await this.#isTaken(from, to)) return 'taken';
    const signal = await this.#signal(to);
    const moved = await ignoreErrors(['ENOENT'], () => this.#files.move(from, to));
    if (moved === true) return true;
    if (signal !== undefined) await ignoreErrors(['ENOENT'], () => this.#files.unlink(signal));
    return moved === false ? 'taken' : false;
  }

  /** By another file, whose done-file is its writer's to make. */
  async #isTaken(from: string, to: string): Promise<boolean> {
    if (this.#done === undefined || !(await this.#files.exists(to))) return false;
    return (await ignoreErrors(['ENOENT'], () => this.#files.isSame(from, to))) !== true;
  }

  /** Undefined when it was there. */
  async #signal(path: string): Promise<string | undefined> {
    if (this.#done === undefined) return undefined;
    const signal = path + this.#done;
    return await ignoreErrors(['EEXIST'], async () => {
      await this.#files.create(signal, new Uint8Array());
      return signal;
    });
  }
}
