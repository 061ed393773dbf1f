import type { Log } from '../../../system/log.ts';
import type { SkipReason } from './list-folder.ts';

const advice: Readonly<Record<SkipReason, string>> = {
  'symbolic link': 'Links are not followed; put the file itself there.',
  'not a regular file': 'Only files are picked up.',
  'name is not UTF-8': 'Its name cannot be read; give it another one.',
  'name is none': 'The server lists a name with a slash or a NUL in it; have the file renamed on the server.',
  'folder may not be read': 'Give the account that right, or move the folder elsewhere.',
  'over 1 GB': 'It is too large to be an order document; take it away.',
};

/** Says once of each name why it is left where it is, and again when it comes back after having been away. */
export class SkippedFilesLog {
  readonly #folder: string;
  readonly #log: Log;
  readonly #told = new Map<string, SkipReason>();

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** After each listing: what is left alone because of what it is, and which other files are there. */
  report(leftAlone: ReadonlyMap<string, SkipReason>, isThere: (name: string) => boolean): void {
    for (const name of this.#told.keys()) if (!leftAlone.has(name) && !isThere(name)) this.#told.delete(name);
    for (const [name, reason] of leftAlone) this.reportOnce(name, reason);
  }

  reportOnce(name: string, reason: SkipReason): void {
    if (this.#told.get(name) === reason) return;
    this.#told.set(name, reason);
    this.#log.warn(
      { code: 'file-left-alone', folder: this.#folder, file: name, reason },
      `${JSON.stringify(name)} is left alone: ${reason}. ${advice[reason]}`,
    );
  }
}
