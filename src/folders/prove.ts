import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path/posix';
import type { Direction } from '../types.ts';
import { explainFolder, reasonOf, systemCode } from './error.ts';
import type { Files } from './files.ts';
import { localFiles } from './local-files.ts';
import { workFolder } from './names.ts';

/** What was tried on a folder, and what came of it. */
export interface Proof {
  /** Why the gateway cannot work with this folder, and what to do; undefined: it can. */
  readonly wrong: string | undefined;
  /** What was seen, one line each. */
  readonly seen: readonly string[];
}

/** Milliseconds that an event of the file system may take. */
const eventPatience = 500;

/** Bytes below which a disk counts as nearly full. */
const littleRoom = 100 * 2 ** 20;

/** Tries on this very folder what pickup or publishing needs, step by step, and leaves nothing there. */
export async function proveFolder(
  folder: string,
  direction: Direction,
  files: Files = localFiles,
): Promise<Proof> {
  const trial = new Trial(files, folder, direction);
  const wrong = await trial.run();
  return { wrong, seen: trial.seen };
}

class Trial {
  readonly seen: string[] = [];
  private readonly files: Files;
  private readonly folder: string;
  private readonly work: string;
  private readonly probe: string;
  private readonly beside: string;
  private step = '';
  private isNew = false;

  constructor(files: Files, folder: string, direction: Direction) {
    const id = randomUUID();
    this.files = files;
    this.folder = folder;
    this.work = direction === 'inbound' ? join(folder, workFolder) : folder;
    this.probe = join(folder, `.gateway-check-${id}.tmp`);
    this.beside = join(this.work, `.gateway-check-${id}.moved.tmp`);
  }

  async run(): Promise<string | undefined> {
    try {
      await this.tried('looked at', () => this.files.usable(this.folder));
      await this.events(() => this.writing());
      await this.moving();
      await this.room();
      return undefined;
    } catch (error) {
      return this.explained(error);
    } finally {
      await this.cleanUp();
    }
  }

  private async writing(): Promise<void> {
    const started = Date.now();
    await this.tried('written into', () => this.files.create(this.probe, Buffer.from('gateway check')));
    const read = await this.tried('read', () => this.files.read(this.probe));
    if (Buffer.from(read).toString() !== 'gateway check')
      throw new Error('what was written is not what is read');
    const look = await this.files.look(this.probe);
    if (look !== undefined) this.clock(look.mtime, started);
  }

  private clock(mtime: number, started: number): void {
    const precision = mtime % 1000 === 0 ? 'seconds' : 'milliseconds or better';
    this.seen.push(`times of files: ${precision}`);
    const off = Math.round((mtime - started) / 1000);
    if (Math.abs(off) > 2)
      this.seen.push(
        `its clock is ${Math.abs(off)} s ${off > 0 ? 'ahead' : 'behind'}: no harm, ages are not read from it`,
      );
  }

  private async moving(): Promise<void> {
    if (this.work !== this.folder) this.isNew = await this.made();
    await this.tried('renamed in', () => this.files.rename(this.probe, this.beside));
    if (await this.files.exists(this.probe)) throw new Error('a file is still there after it was renamed');
    await this.tried('deleted from', () => this.files.unlink(this.beside));
    this.seen.push('rename is atomic, within one file system');
  }

  private async made(): Promise<boolean> {
    if (await this.files.exists(this.work)) return false;
    await this.tried('given sub-folders', () => this.files.mkdir(this.work));
    return true;
  }

  /** Does the system tell of a new file? */
  private async events(cause: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const watcher = this.watcher(resolve);
    const timer = setTimeout(() => resolve(false), eventPatience);
    try {
      await cause();
      const rang = watcher !== undefined && (await promise);
      this.seen.push(rang ? 'events tell of new files' : 'no events: found by scanning only');
    } finally {
      clearTimeout(timer);
      watcher?.close();
    }
  }

  private watcher(resolve: (rang: boolean) => void): { close(): void } | undefined {
    try {
      return this.files.listen?.(
        this.folder,
        () => resolve(true),
        () => resolve(false),
      );
    } catch {
      // no events on this folder; scanning finds everything
      return undefined;
    }
  }

  private async room(): Promise<void> {
    if (this.files !== localFiles) return;
    const { bavail, bsize } = await statfs(this.folder);
    const free = bavail * bsize;
    this.seen.push(`${Math.floor(free / 2 ** 20)} MB free`);
    if (free < littleRoom) throw new Error(`only ${Math.floor(free / 2 ** 20)} MB are free; make room`);
  }

  private async tried<T>(step: string, run: () => Promise<T>): Promise<T> {
    this.step = step;
    const answer = await run();
    this.step = '';
    return answer;
  }

  private explained(error: unknown): string {
    const title = this.files.title(this.folder);
    if (systemCode(error) === 'EXDEV')
      return `${title}: its sub-folder .gateway lies on another file system; files cannot be renamed into it. Put both on one.`;
    if (systemCode(error) === '') return `${title}: ${reasonOf(error)}.`;
    const step = this.step === '' ? '' : ` (it could not be ${this.step})`;
    return explainFolder(title, error) + step;
  }

  /** Whatever is left of the trial; what was wrong is said already. */
  private async cleanUp(): Promise<void> {
    for (const path of [this.probe, this.beside]) await this.files.unlink(path).catch(() => undefined);
    if (this.isNew) await this.files.rmdir(this.work).catch(() => undefined);
  }
}
