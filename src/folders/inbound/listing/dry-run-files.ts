import { dryRunNameOf } from '../../../dry-run-names.ts';
import { type LocalizedText, localize } from '../../../findings/localized-text.ts';
import { type FolderJournal, isSameStat } from '../claims/in-place-claims.ts';
import type { FileStat } from '../settling/settling-files.ts';

/** Milliseconds between two looks at the journal: a person may have released some. */
const every = 2_000;

/**
 * Files that a dry run of the folder has seen: they are not taken before somebody releases them. One that changed since is
 * another file.
 */
export class DryRunFiles {
  readonly #journal: FolderJournal;
  readonly #identity: string;
  #known: ReadonlyMap<string, FileStat> = new Map();
  #next = Number.NEGATIVE_INFINITY;

  constructor(journal: FolderJournal, identity: string) {
    this.#journal = journal;
    this.#identity = dryRunNameOf(identity);
  }

  /** Before each scan. Rejects when the journal does not answer. */
  async beginScan(): Promise<void> {
    if (performance.now() < this.#next) return;
    const seen = await this.#journal.listRememberedFiles(this.#identity);
    this.#known = new Map(seen.map(({ name, size, mtime }) => [name, { size, mtime }]));
    // where there are none no more come: a dry run would be another folder of ours
    this.#next = seen.length === 0 ? Number.POSITIVE_INFINITY : performance.now() + every;
  }

  has(name: string, look: FileStat): boolean {
    const known = this.#known.get(name);
    return known !== undefined && isSameStat(known, look);
  }

  /** Why it is not taken, as far as its name says. */
  reason(name: string): LocalizedText | undefined {
    return this.#known.has(name) ? localize('left-dry-run') : undefined;
  }
}
