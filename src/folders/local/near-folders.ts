import { stat } from 'node:fs/promises';
import { dirname } from 'node:path/posix';
import { SlowReads } from './slow-reads.ts';

/** Milliseconds for which a look at a folder holds: something else may be mounted there later. */
const heldFor = 5_000;

/** So many folders are remembered: those in use, not all claims of a day. */
const most = 5_000;

/** Of what a folder lies on; undefined where that cannot be told. */
export type LookAtDisk = (folder: string) => Promise<number | undefined>;

/**
 * Virus scanners of Windows look at each file that is opened, and hold up whoever opens it meanwhile: the pool of threads waits for them.
 */
const lookAtDisk: LookAtDisk = async (folder) =>
  process.platform === 'win32'
    ? undefined
    : await stat(folder).then(
        ({ dev }) => dev,
        () => undefined,
      );

/**
 * Folders on the disk that an embedded journal lies on. The event loop waits for that disk whenever it writes the journal, so that it may
 * as well do there what it does with files: a disk that hangs would hold it up all the same. All other folders are the business of the
 * pool of threads, network shares above all, and so is a look at a folder.
 */
export class NearFolders {
  readonly #journal: string | undefined;
  readonly #look: LookAtDisk;
  readonly #known = new Map<string, { readonly isNear: boolean; readonly until: number }>();
  /** They lie where the folders lie that they are in. */
  readonly #made = new Set<string>();

  readonly reads = new SlowReads();

  /** `journal`: the folder of an embedded journal; without it no folder is near. */
  constructor(journal?: string, look = lookAtDisk) {
    this.#journal = journal;
    this.#look = look;
  }

  /** Do these paths lie directly in near folders? At once where their folders were looked at a moment ago. */
  hasAll(...paths: readonly string[]): boolean | Promise<boolean> {
    if (this.#journal === undefined) return false;
    const answers = paths.map((path) => this.#has(dirname(path)));
    return answers.every((answer) => typeof answer === 'boolean')
      ? answers.every(Boolean)
      : Promise.all(answers).then((all) => all.every(Boolean));
  }

  /** A folder was made in a near one. */
  noteMade(folder: string): void {
    if (this.#made.size >= most) this.#made.clear();
    this.#made.add(folder);
  }

  /** A file or folder was renamed within near ones. */
  noteMoved(from: string, to: string): void {
    if (this.#made.delete(from)) this.noteMade(to);
  }

  noteGone(folder: string): void {
    this.#made.delete(folder);
  }

  #has(folder: string): boolean | Promise<boolean> {
    if (this.#made.has(folder)) return this.#has(dirname(folder));
    const known = this.#known.get(folder);
    return known !== undefined && performance.now() < known.until ? known.isNear : this.#lookAt(folder);
  }

  async #lookAt(folder: string): Promise<boolean> {
    const [own, other] = await Promise.all([this.#look(this.#journal ?? ''), this.#look(folder)]);
    const isNear = own !== undefined && own === other;
    this.#note(folder, isNear);
    return isNear;
  }

  #note(folder: string, isNear: boolean): void {
    if (this.#known.size >= most) this.#known.clear();
    this.#known.set(folder, { isNear, until: performance.now() + heldFor });
  }
}
