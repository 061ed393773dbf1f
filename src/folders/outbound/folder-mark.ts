import { join } from 'node:path/posix';
import { localize } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import type { FileStore } from '../file-store.ts';
import { FolderError, forbiddenCodes, systemCodeOf } from '../folder-error.ts';
import { runOneAtATime } from '../one-at-a-time.ts';
import { readSerial, type SerialNote, serialNoteOf } from '../serial-note.ts';
import { createId } from '../unique-id.ts';

/** Milliseconds after which one that may have no mark is tried again: its rights may have been mended. */
const tryAgainAfter = 600_000;

const isMark = (name: string): boolean => /^\.gateway-[0-9a-z]{16}$/.test(name);

/**
 * By what an outbound folder is known again: a hidden sub-folder with an id of its own, in which journals note how far they were. A mount
 * point whose share is not there, and a new folder of the same path, do not have it.
 */
export class FolderMark {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #log: Log;
  #known: string | undefined;
  /** No mark is made before; monotonic. */
  #refusedUntil = Number.NEGATIVE_INFINITY;
  #isRefusalTold = false;

  constructor(files: FileStore, folder: string, log: Log) {
    this.#files = files;
    this.#folder = folder;
    this.#log = log;
  }

  /** The mark, made where there is none; undefined where we may not list the folder or make folders in it. */
  async mark(): Promise<string | undefined> {
    if (performance.now() < this.#refusedUntil) return undefined;
    if (this.#known !== undefined && (await this.#isThere(this.#known))) return this.#known;
    return await runOneAtATime(`mark ${this.#title()}`, async () => await this.#findOrMake());
  }

  /** What a journal noted last; undefined where it noted nothing that can be read. */
  async readSerial(journal: string): Promise<SerialNote | undefined> {
    const mark = await this.#find();
    if (mark === undefined) return undefined;
    return await readSerial(this.#files, join(this.#folder, mark, serialNoteOf(journal)));
  }

  /** Nothing is made for that. */
  async writeSerial(journal: string, serial: number): Promise<void> {
    const mark = await this.#find();
    if (mark !== undefined)
      await this.#files.replace(join(this.#folder, mark, serialNoteOf(journal)), `${serial}`);
  }

  /** FolderError `folder-unavailable` when a folder with another mark, or with none, lies there. */
  async assertMark(mark: string | undefined): Promise<void> {
    if (mark === undefined || (await this.#isThere(mark))) return;
    throw new FolderError(
      'folder-unavailable',
      localize('folder-not-marked', { folder: this.#title(), mark }),
    );
  }

  async #findOrMake(): Promise<string | undefined> {
    try {
      const found = (await this.#find()) ?? (await this.#make());
      if (this.#known !== undefined && this.#known !== found) this.#warn(this.#known);
      this.#known = found;
      this.#isRefusalTold = false;
    } catch (error) {
      if (!forbiddenCodes.includes(systemCodeOf(error))) throw error;
      // where no file can be made either, the rights will be mended, and the mark is made then
      await this.#files.assertUsable(this.#folder);
      this.#refusedUntil = performance.now() + tryAgainAfter;
      this.#tellRefusal(error);
    }
    return this.#known;
  }

  /** Once, until a mark could be made. */
  #tellRefusal(error: unknown): void {
    if (!this.#isRefusalTold)
      this.#log.info(
        { code: 'folder-unmarked', folder: this.#title(), err: error },
        'no sub-folder can be made in this outbound folder: what the ERP collects is not noticed',
      );
    this.#isRefusalTold = true;
  }

  async #find(): Promise<string | undefined> {
    for await (const entries of this.#files.list(this.#folder)) {
      const mark = entries.find(({ name, kind }) => kind === 'folder' && isMark(name));
      if (mark !== undefined) return mark.name;
    }
    return undefined;
  }

  async #make(): Promise<string> {
    const mark = `.gateway-${createId()}`;
    await this.#files.mkdir(join(this.#folder, mark));
    return mark;
  }

  #warn(lost: string): void {
    this.#log.warn(
      { code: 'folder-replaced', folder: this.#title(), mark: lost },
      'another folder lies at this path now: what was published into the one before is out of sight. Is a share not mounted?',
    );
  }

  async #isThere(mark: string): Promise<boolean> {
    return await this.#files.exists(join(this.#folder, mark));
  }

  #title(): string {
    return this.#files.title(this.#folder);
  }
}
