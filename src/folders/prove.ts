import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path/posix';
import type { Direction } from '../types.ts';
import { explainFolder, reasonOf, systemCode, unless } from './error.ts';
import type { Files } from './files.ts';
import type { Claim } from './inbound/parts.ts';
import { localFiles } from './local/local-files.ts';
import { workFolder } from './names.ts';
import { hearsEvents } from './prove-events.ts';

/** What was tried on a folder, and what came of it. */
export interface Proof {
  /** Why the gateway cannot work with this folder, and what to do; undefined: it can. */
  readonly wrong: string | undefined;
  /** What was seen, one line each. */
  readonly seen: readonly string[];
  /** What should not be, although the gateway can work. */
  readonly warnings: readonly string[];
}

/** What a folder is for. */
export interface Purpose {
  readonly direction: Direction;
  /** How files are taken, inbound; `rename` by default. */
  readonly claim?: Claim;
  /** Configured work folder. */
  readonly work?: string | undefined;
  /** Milliseconds between two looks at a file, where that can be set below 2 s. */
  readonly interval?: number | undefined;
  /** Id of our journal, where there is one already. */
  readonly journal?: string | undefined;
}

/** How a system says that the account may not. */
const mayNot = ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP', 'ESFTP'];

/** A time whose milliseconds and odd second are lost where times are coarse. */
const oddTime = Date.UTC(2024, 0, 2, 3, 4, 5, 678);

/** Bytes below which a disk counts as nearly full. */
const littleRoom = 100 * 2 ** 20;

/** Tries on this very folder what pickup or publishing needs, step by step, and leaves nothing there. */
export async function proveFolder(
  folder: string,
  purpose: Purpose,
  files: Files = localFiles,
): Promise<Proof> {
  const trial = new Trial(files, folder, purpose);
  const wrong = await trial.run();
  const { seen, warnings } = trial;
  return { wrong, seen, warnings };
}

class Trial {
  readonly seen: string[] = [];
  readonly warnings: string[] = [];
  readonly #files: Files;
  readonly #folder: string;
  readonly #work: string;
  readonly #purpose: Purpose;
  readonly #probe: string;
  readonly #beside: string;
  #step = '';
  #isNew = false;

  constructor(files: Files, folder: string, purpose: Purpose) {
    const id = randomUUID();
    this.#files = files;
    this.#folder = folder;
    this.#purpose = purpose;
    this.#work = purpose.direction === 'inbound' ? (purpose.work ?? join(folder, workFolder)) : folder;
    this.#probe = join(folder, `.gateway-check-${id}.tmp`);
    this.#beside = join(this.#work, `.gateway-check-${id}.moved.tmp`);
  }

  async run(): Promise<string | undefined> {
    try {
      if (this.#purpose.claim === 'remember') await this.#reading();
      else await this.#using();
      if (this.#purpose.direction === 'inbound') await this.#neighbours();
      return undefined;
    } catch (error) {
      return this.#explained(error) + (await this.#proposal(error));
    } finally {
      await this.#cleanUp();
    }
  }

  async #using(): Promise<void> {
    await this.#tried('looked at', () => this.#files.usable(this.#folder));
    const rang = await hearsEvents(this.#files, this.#folder, () => this.#writing());
    this.seen.push(rang ? 'events tell of new files' : 'no events: found by scanning only');
    if (this.#purpose.claim === 'delete') await this.#deleting();
    else await this.#moving();
    if (this.#purpose.direction === 'outbound') await this.#marking();
    await this.#room();
  }

  /** Nothing is written where nothing may be touched. */
  async #reading(): Promise<void> {
    await this.#tried('looked at', () => this.#files.usable(this.#folder, 'read'));
    await this.#tried('listed', () => this.#names(this.#folder));
    this.seen.push('files can be listed; nothing is written here');
  }

  async #deleting(): Promise<void> {
    try {
      await this.#moving();
      this.seen.push('files may be renamed here: `claim` can be left out');
    } catch (error) {
      if (!mayNot.includes(systemCode(error))) throw error;
      await this.#tried('deleted from', () => this.#files.unlink(this.#probe));
      this.seen.push('files may be deleted, not renamed');
    }
  }

  /** Which claim works where ours does not. */
  async #proposal(error: unknown): Promise<string> {
    const { direction, claim = 'rename' } = this.#purpose;
    if (direction === 'outbound' || claim === 'remember' || !mayNot.includes(systemCode(error))) return '';
    if (claim === 'rename' && (await succeeds(() => this.#files.unlink(this.#probe))))
      return ' Files may be deleted here: `claim: delete` works.';
    if (!(await succeeds(() => this.#names(this.#folder)))) return '';
    const orDelete = claim === 'rename' ? ', or `claim: delete` where the account may delete' : '';
    return ` Files may be listed: \`claim: remember\` works${orDelete}.`;
  }

  /** Gateways that share a folder have to share their journal, or nobody keeps the order of their files. */
  async #neighbours(): Promise<void> {
    const found = (await unless(['ENOENT', ...mayNot], () => this.#names(this.#work))) ?? [];
    const others = found.filter((name) => name !== this.#purpose.journal && !name.startsWith('.'));
    if (others.length > 0)
      this.warnings.push(
        `a gateway with another journal uses this folder, or did (${others.join(', ')} in ${this.#work}): no file is taken twice, but their order is not kept. Give both one journal (\`journal.postgres\`); or, if that gateway is gone, see that nothing is left in there and remove it.`,
      );
  }

  async #names(folder: string): Promise<readonly string[]> {
    const names: string[] = [];
    for await (const batch of this.#files.list(folder)) names.push(...batch.map(({ name }) => name));
    return names;
  }

  async #writing(): Promise<void> {
    const started = Date.now();
    await this.#tried('written into', () => this.#files.create(this.#probe, Buffer.from('gateway check')));
    const read = await this.#tried('read', () => this.#files.read(this.#probe));
    if (Buffer.from(read).toString() !== 'gateway check')
      throw new Error('what was written is not what is read');
    const listed = await this.#tried('listed', () => this.#names(this.#folder));
    if (!listed.includes(basename(this.#probe)))
      this.warnings.push(
        'a new file is not seen in a listing at once: the share keeps old listings for a while',
      );
    const look = await this.#files.look(this.#probe);
    await this.#precision(look?.mtime ?? 0);
    if (look !== undefined) this.#clock(look.mtime, started);
  }

  /** A time of our own is set and read; where it may not be set, what the file has must do. */
  async #precision(mtime: number): Promise<void> {
    const isSet = await succeeds(() => this.#files.setTime(this.#probe, oddTime));
    const is = isSet ? ((await this.#files.look(this.#probe))?.mtime ?? 0) : mtime;
    const isFine = isSet ? Math.abs(is - oddTime) < 10 : mtime % 1000 !== 0;
    this.seen.push(`times of files: ${isFine ? 'milliseconds or better' : 'seconds'}`);
    const { interval } = this.#purpose;
    if (!isFine && interval !== undefined && interval < 2_000)
      this.warnings.push('times count in seconds here: set `settle: { interval: 2s }` for this channel');
  }

  #clock(mtime: number, started: number): void {
    const off = Math.round((mtime - started) / 1000);
    if (Math.abs(off) > 2)
      this.seen.push(
        `its clock is ${Math.abs(off)} s ${off > 0 ? 'ahead' : 'behind'}: no harm, ages are not read from it`,
      );
  }

  async #moving(): Promise<void> {
    if (this.#work !== this.#folder) this.#isNew = await this.#made();
    const before = await this.#files.look(this.#probe);
    await this.#tried('renamed in', () => this.#files.rename(this.#probe, this.#beside));
    if (await this.#files.exists(this.#probe)) throw new Error('a file is still there after it was renamed');
    const after = await this.#files.look(this.#beside);
    if (after === undefined) throw new Error('a file that was renamed is not seen under its new name');
    if (before?.mtime !== after.mtime || before.size !== after.size)
      this.warnings.push('a rename changes the time or size of a file: it seems to be copied');
    await this.#tried('deleted from', () => this.#files.unlink(this.#beside));
    this.seen.push('rename is atomic, within one file system');
  }

  /** Publishing works without; but the folder cannot be known again then. */
  async #marking(): Promise<void> {
    const trial = join(this.#folder, `.gateway-check-${randomUUID()}`);
    if (await succeeds(() => this.#files.mkdir(trial))) await this.#files.rmdir(trial);
    else
      this.warnings.push(
        'the account may not make sub-folders: what the ERP collects is not noticed, and reports of parked messages cannot be put here',
      );
  }

  async #made(): Promise<boolean> {
    if (await this.#files.exists(this.#work)) return false;
    await this.#tried('given sub-folders', () => this.#files.mkdir(this.#work));
    return true;
  }

  async #room(): Promise<void> {
    const { free, seen, warnings } = await this.#files.about(this.#folder);
    this.seen.push(...seen);
    this.warnings.push(...warnings);
    if (free === undefined) return;
    this.seen.push(`${Math.floor(free / 2 ** 20)} MB free`);
    if (free < littleRoom) throw new Error(`only ${Math.floor(free / 2 ** 20)} MB are free; make room`);
  }

  async #tried<T>(step: string, run: () => Promise<T>): Promise<T> {
    this.#step = step;
    const answer = await run();
    this.#step = '';
    return answer;
  }

  #explained(error: unknown): string {
    const title = this.#files.title(this.#folder);
    if (systemCode(error) === 'EXDEV')
      return `${title}: the work folder ${this.#work} lies on another file system; files cannot be renamed into it. Put both on one.`;
    if (systemCode(error) === '') return `${title}: ${reasonOf(error)}.`;
    const step = ['', 'looked at'].includes(this.#step) ? '' : ` (it could not be ${this.#step})`;
    return explainFolder(title, error).en + step;
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
