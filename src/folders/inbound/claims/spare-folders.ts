import type { FileStore } from '../../file-store.ts';
import { ignoreErrors } from '../../folder-error.ts';
import { claimingSuffix } from './claimed-files.ts';

/** So many are kept at the most: a batch of claims. */
const most = 32;

/** They are kept where so many claims were begun within a second (milliseconds): what comes alone leaves nothing behind. */
const crowd = { claims: 8, within: 1000 };

/**
 * Folders of claims whose file has moved on, for the next claims: to make a folder and to remove it again takes ten times as long as to
 * rename it twice. On disk each is a claim that a crash cut short, before its file came: whoever looks after those removes it.
 */
export class SpareFolders {
  readonly #files: FileStore;
  readonly #spares: string[] = [];
  #claims = 0;
  #since = 0;

  constructor(files: FileStore) {
    this.#files = files;
  }

  /** For a claim that begins: a folder of that path. False: there is none. */
  async take(path: string): Promise<boolean> {
    this.#countClaim();
    const spare = this.#spares.pop();
    if (spare === undefined) return false;
    // it may have been removed meanwhile
    const taken = await ignoreErrors(['ENOENT'], async () => {
      await this.#files.rename(spare, path);
      return true;
    });
    return taken === true;
  }

  /** Keeps the folder of a claim. False: it is not empty, or not needed, or to look would take longer than to make a new one. */
  async keep(path: string): Promise<boolean> {
    if (!this.#isCrowded || this.#spares.length >= most) return false;
    if (!(await this.#files.isEmptyAtOnce?.(path))) return false;
    const spare = path + claimingSuffix;
    await this.#files.rename(path, spare);
    this.#spares.push(spare);
    return true;
  }

  #countClaim(): void {
    if (this.#hasPassed) [this.#since, this.#claims] = [performance.now(), 0];
    this.#claims += 1;
  }

  get #isCrowded(): boolean {
    return this.#claims >= crowd.claims && !this.#hasPassed;
  }

  get #hasPassed(): boolean {
    return performance.now() - this.#since >= crowd.within;
  }
}
