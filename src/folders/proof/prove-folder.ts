import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path/posix';
import { explainFailure, LocalizedError } from '../../findings/localized-error.ts';
import { type LocalizedText, localize, type TextName } from '../../findings/localized-text.ts';
import type { Direction } from '../../types.ts';
import { type FileStore, listNames } from '../file-store.ts';
import { explainFolder, forbiddenCodes, ignoreErrors, systemCodeOf } from '../folder-error.ts';
import type { ClaimMode } from '../inbound/inbound-parts.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { workFolderName } from '../reserved-names.ts';
import { checkForEvents } from './prove-events.ts';
import { findRightsOfAll } from './prove-readers.ts';

/** What was tried on a folder, and what came of it. */
export interface Proof {
  /** Why the gateway cannot work with this folder, and what to do; undefined: it can. */
  readonly wrong: LocalizedText | undefined;
  /** What was seen, one line each. */
  readonly observations: readonly LocalizedText[];
  /** What should not be, although the gateway can work. */
  readonly warnings: readonly LocalizedText[];
}

/** What a folder is for. */
export interface Purpose {
  readonly direction: Direction;
  /** How files are taken, inbound; `rename` by default. */
  readonly claim?: ClaimMode;
  /** Configured work folder. */
  readonly work?: string | undefined;
  /** Milliseconds between two looks at a file, where that can be set below 2 s. */
  readonly interval?: number | undefined;
  /** Rights that files get here, where the config says so. */
  readonly mode?: number | undefined;
  /** Id of our journal, where there is one already; empty where it cannot be read, and nobody can say who else there is. */
  readonly journal?: string | undefined;
}

/** A time whose milliseconds and odd second are lost where times are coarse. */
const oddTime = Date.UTC(2024, 0, 2, 3, 4, 5, 678);

/** Bytes below which a disk counts as nearly full. */
const littleRoom = 100 * 2 ** 20;

/** Tries on this very folder what pickup or publishing needs, step by step, and leaves nothing there. */
export async function proveFolder(
  folder: string,
  purpose: Purpose,
  files: FileStore = localFileStore,
): Promise<Proof> {
  const trial = new FolderTrial(files, folder, purpose);
  const wrong = await trial.run();
  const { seen, warnings } = trial;
  return { wrong, observations: seen, warnings };
}

/** What is tried; a folder that cannot even be looked at says so itself. */
type Step = Extract<TextName, `step-${string}`> | 'looked';

/** The folder does what it should not; the system has no word for that. */
class UnexpectedBehaviour extends LocalizedError {
  constructor(name: TextName, free = 0) {
    super(localize(name, { free }));
  }
}

class FolderTrial {
  readonly seen: LocalizedText[] = [];
  readonly warnings: LocalizedText[] = [];
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #work: string;
  readonly #purpose: Purpose;
  readonly #probe: string;
  readonly #beside: string;
  #step: Step | undefined;
  #isNew = false;

  constructor(files: FileStore, folder: string, purpose: Purpose) {
    const id = randomUUID();
    this.#files = files;
    this.#folder = folder;
    this.#purpose = purpose;
    this.#work = purpose.direction === 'inbound' ? (purpose.work ?? join(folder, workFolderName)) : folder;
    this.#probe = join(folder, `.gateway-check-${id}.tmp`);
    this.#beside = join(this.#work, `.gateway-check-${id}.moved.tmp`);
  }

  async run(): Promise<LocalizedText | undefined> {
    try {
      if (this.#purpose.claim === 'remember') await this.#reading();
      else await this.#using();
      if (this.#purpose.direction === 'inbound') await this.#neighbours();
      return undefined;
    } catch (error) {
      return await this.#proposal(error, this.#explained(error));
    } finally {
      await this.#cleanUp();
    }
  }

  async #using(): Promise<void> {
    await this.#tried('looked', () => this.#files.assertUsable(this.#folder));
    const rang = await checkForEvents(this.#files, this.#folder, () => this.#writing());
    this.seen.push(localize(rang ? 'proof-events' : 'proof-scanning'));
    if (this.#purpose.claim === 'delete') await this.#deleting();
    else await this.#moving();
    if (this.#purpose.direction === 'outbound') await this.#marking();
    await this.#room();
  }

  /** Nothing is written where nothing may be touched. */
  async #reading(): Promise<void> {
    await this.#tried('looked', () => this.#files.assertUsable(this.#folder, 'read'));
    await this.#tried('step-listed', () => listNames(this.#files, this.#folder));
    this.seen.push(localize('proof-reading'));
  }

  async #deleting(): Promise<void> {
    try {
      await this.#moving();
      this.seen.push(localize('proof-may-rename'));
    } catch (error) {
      if (!forbiddenCodes.includes(systemCodeOf(error))) throw error;
      await this.#tried('step-deleted', () => this.#files.unlink(this.#probe));
      this.seen.push(localize('proof-delete-only'));
    }
  }

  /** Which claim works where ours does not. */
  async #proposal(error: unknown, what: LocalizedText): Promise<LocalizedText> {
    const { direction, claim = 'rename' } = this.#purpose;
    if (direction === 'outbound' || claim === 'remember' || !forbiddenCodes.includes(systemCodeOf(error)))
      return what;
    if (claim === 'rename' && (await succeeds(() => this.#files.unlink(this.#probe))))
      return localize('claim-delete-works', { what });
    if (!(await succeeds(() => listNames(this.#files, this.#folder)))) return what;
    return localize(claim === 'rename' ? 'claim-both-work' : 'claim-remember-works', { what });
  }

  /** Gateways that share a folder have to share their journal, or nobody keeps the order of their files. */
  async #neighbours(): Promise<void> {
    if (this.#purpose.journal === '') return;
    const found =
      (await ignoreErrors(['ENOENT', ...forbiddenCodes], () => listNames(this.#files, this.#work))) ?? [];
    const others = found.filter((name) => name !== this.#purpose.journal && !name.startsWith('.'));
    if (others.length > 0)
      this.warnings.push(localize('proof-neighbours', { names: others.join(', '), work: this.#work }));
  }

  async #writing(): Promise<void> {
    const started = Date.now();
    await this.#tried('step-written', () => this.#files.create(this.#probe, Buffer.from('gateway check')));
    const read = await this.#tried('step-read', () => this.#files.read(this.#probe));
    if (Buffer.from(read).toString() !== 'gateway check') throw new UnexpectedBehaviour('proof-other-bytes');
    const listed = await this.#tried('step-listed', () => listNames(this.#files, this.#folder));
    if (!listed.includes(basename(this.#probe))) this.warnings.push(localize('proof-old-listing'));
    await this.#readers();
    const look = await this.#files.stat(this.#probe);
    await this.#precision(look?.mtime ?? 0);
    if (look !== undefined) this.#clock(look.mtime, started);
  }

  async #readers(): Promise<void> {
    const trial = { folder: this.#folder, file: this.#probe, mode: this.#purpose.mode };
    const rights = await findRightsOfAll(this.#files, trial);
    if (rights !== undefined)
      this.warnings.push(localize('proof-everybody-reads', { rights: rights.toString(8).padStart(3, '0') }));
  }

  /** A time of our own is set and read; where it may not be set, what the file has must do. */
  async #precision(mtime: number): Promise<void> {
    const isSet = await succeeds(() => this.#files.setTime(this.#probe, oddTime));
    const is = isSet ? ((await this.#files.stat(this.#probe))?.mtime ?? 0) : mtime;
    const isFine = isSet ? Math.abs(is - oddTime) < 10 : mtime % 1000 !== 0;
    this.seen.push(localize(isFine ? 'proof-times-fine' : 'proof-times-coarse'));
    const { interval } = this.#purpose;
    if (!isFine && interval !== undefined && interval < 2_000) this.warnings.push(localize('proof-interval'));
  }

  #clock(mtime: number, started: number): void {
    const off = Math.round((mtime - started) / 1000);
    if (Math.abs(off) > 2)
      this.seen.push(
        localize(off > 0 ? 'proof-clock-ahead' : 'proof-clock-behind', { seconds: Math.abs(off) }),
      );
  }

  async #moving(): Promise<void> {
    if (this.#work !== this.#folder) this.#isNew = await this.#made();
    const before = await this.#files.stat(this.#probe);
    await this.#tried('step-renamed', () => this.#files.rename(this.#probe, this.#beside));
    if (await this.#files.exists(this.#probe)) throw new UnexpectedBehaviour('proof-still-there');
    const after = await this.#files.stat(this.#beside);
    if (after === undefined) throw new UnexpectedBehaviour('proof-not-there');
    if (before?.mtime !== after.mtime || before.size !== after.size)
      this.warnings.push(localize('proof-copied'));
    await this.#tried('step-deleted', () => this.#files.unlink(this.#beside));
    this.seen.push(localize('proof-rename'));
  }

  /** Publishing works without; but the folder cannot be known again then. */
  async #marking(): Promise<void> {
    const trial = join(this.#folder, `.gateway-check-${randomUUID()}`);
    if (await succeeds(() => this.#files.mkdir(trial))) await this.#files.rmdir(trial);
    else this.warnings.push(localize('proof-no-folders'));
  }

  async #made(): Promise<boolean> {
    if (await this.#files.exists(this.#work)) return false;
    await this.#tried('step-folders', () => this.#files.mkdir(this.#work));
    return true;
  }

  async #room(): Promise<void> {
    const { free, observations: seen, warnings } = await this.#files.readFacts(this.#folder);
    this.seen.push(...seen);
    this.warnings.push(...warnings);
    if (free === undefined) return;
    const megabytes = Math.floor(free / 2 ** 20);
    this.seen.push(localize('proof-free', { free: megabytes }));
    if (free < littleRoom) throw new UnexpectedBehaviour('proof-no-room', megabytes);
  }

  async #tried<T>(step: Step, run: () => Promise<T>): Promise<T> {
    this.#step = step;
    const answer = await run();
    this.#step = undefined;
    return answer;
  }

  #explained(error: unknown): LocalizedText {
    const title = this.#files.title(this.#folder);
    if (systemCodeOf(error) === 'EXDEV') return localize('proof-other-disk', { title, work: this.#work });
    if (systemCodeOf(error) === '') return localize('proof-odd', { title, why: explainFailure(error) });
    const what = explainFolder(title, error);
    if (this.#step === undefined || this.#step === 'looked') return what;
    return localize('proof-step', { what, step: localize(this.#step) });
  }

  /** Whatever is left of the trial; what was wrong is said already. */
  async #cleanUp(): Promise<void> {
    for (const path of [this.#probe, this.#beside]) await this.#files.unlink(path).catch(() => undefined);
    if (this.#isNew) await this.#files.rmdir(this.#work).catch(() => undefined);
  }
}

async function succeeds(run: () => Promise<unknown>): Promise<boolean> {
  return await run().then(
    () => true,
    () => false,
  );
}
