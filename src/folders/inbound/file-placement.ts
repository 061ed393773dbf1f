import { dirname, join } from 'node:path/posix';
import { localize } from '../../findings/localized-text.ts';
import type { Log } from '../../system/log.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { type FileStore, makeInside } from '../file-store.ts';
import { FolderError, forbiddenCodes, ignoreErrors, systemCodeOf } from '../folder-error.ts';
import type { ClaimedFile, Placement, ReadSource, Receipt, ReportFiles } from '../folder-types.ts';
import { runOneAtATime } from '../one-at-a-time.ts';
import { removeReport, reportElsewhere, writeReport } from '../reports/report-files.ts';
import { possibleNamesOf } from '../reserved-names.ts';
import { readSerial, type SerialNote, serialNoteOf } from '../serial-note.ts';
import { claimTimeOf } from '../unique-id.ts';
import { isSameStat } from './claims/in-place-claims.ts';
import type { WorkFolder } from './claims/work-folder.ts';
import type { PinnedFolder as InboundPlace } from './pinned-folder.ts';

/** Where a claimed file lies at the moment. */
interface FoundFile {
  /** `work`, or a place such as `archive/2026/03/01`. */
  readonly at: string;
  readonly name: string;
  readonly path: string;
}

export interface FilePlacementOptions {
  readonly inbound: InboundPlace;
  /** `archive/` and `error/` get sub-folders YYYY/MM/DD; `parked/` never, somebody has to look through it. */
  readonly byDate: boolean;
  /** What becomes of files that were not moved away. */
  readonly claim: 'rename' | 'delete' | 'remember';
  /** Folder of this machine for all reports, instead of beside the files. */
  readonly reports: string | undefined;
  /** Rights of what is filed, and of reports; as they are without it. */
  readonly mode?: number | undefined;
}

/** Moves claimed files to `archive/`, `error/` and `parked/` of their folder, once and without overwriting. */
export class FilePlacement {
  readonly #files: FileStore;
  readonly #folder: string;
  readonly #work: WorkFolder;
  readonly #options: FilePlacementOptions;
  readonly #log: Log;
  #told = false;

  constructor(files: FileStore, folder: string, work: WorkFolder, options: FilePlacementOptions, log: Log) {
    this.#log = log;
    this.#files = files;
    this.#folder = folder;
    this.#work = work;
    this.#options = options;
  }

  /** What a journal noted in `archive/`, which is not copied with the work folder; undefined where it noted nothing that can be read. */
  async readSerial(journal: string): Promise<SerialNote | undefined> {
    return await readSerial(this.#files, this.#noteOf(journal));
  }

  /** Where nothing was archived yet, there is nothing to note. */
  async writeSerial(journal: string, serial: number): Promise<void> {
    const path = this.#noteOf(journal);
    const archive = join(this.#folder, 'archive');
    if (!(await this.#files.exists(archive))) return;
    await ignoreErrors(['EEXIST'], () => this.#files.mkdir(dirname(path)));
    await this.#files.replace(path, `${serial}`);
  }

  /** In a hidden sub-folder: who lists the archive sees what was archived. */
  #noteOf(journal: string): string {
    return join(this.#folder, 'archive', '.gateway', serialNoteOf(journal));
  }

  /** See `InboundFolder`. The report is there before the file is, so who sees the file sees the report. */
  async putInPlacement(
    file: ClaimedFile,
    place: Placement,
    report?: ReportFiles | Receipt,
    bytes?: ReadSource,
  ): Promise<string> {
    const { claim, reports, mode } = this.#options;
    if (reports !== undefined) await reportElsewhere(reports, file, report, mode);
    const beside = reports === undefined || (report && 'sent' in report) ? report : undefined;
    if (file.inPlace === undefined) return await this.#move(file, place, beside);
    return claim === 'remember' ? '' : await this.#copy(file, place, beside, bytes);
  }

  /** A file that is deleted from where it was taken is archived as far as the account may. */
  async #copy(
    file: ClaimedFile,
    place: Placement,
    report?: ReportFiles | Receipt,
    bytes?: ReadSource,
  ): Promise<string> {
    try {
      return await this.#move(file, place, report, bytes);
    } catch (error) {
      if (!forbiddenCodes.includes(systemCodeOf(error))) throw error;
      const folder = this.#files.title(this.#folder);
      const said = `Nothing can be archived in ${folder} (${reasonOf(error)}): what was taken is in the journal only.`;
      if (!this.#told) this.#log.warn({ code: 'not-archived', folder, err: error }, said);
      this.#told = true;
      return '';
    }
  }

  async #move(
    file: ClaimedFile,
    place: Placement,
    report?: ReportFiles | Receipt,
    bytes?: ReadSource,
  ): Promise<string> {
    return await runOneAtATime(`${this.#files.title(this.#folder)}/${file.name}`, async () => {
      const at = this.#placeOf(file, place);
      const moved = report === undefined ? await this.#moveAtOnce(file, at) : undefined;
      if (moved !== undefined) return moved;
      const found = await this.#find(file, at, bytes);
      const name = found.at === at ? found.name : await this.#moveTo(found, at, file, report);
      const target = join(this.#folder, at, name);
      if (found.at === at) await this.#renewReport(at, name, report);
      await this.#files.syncFolder(dirname(target));
      await this.#clean(file, found, at);
      return `${at}/${name}`;
    });
  }

  /**
   * As nearly all go: from the work folder, without a report, into a folder that is there, to a name that is free. Undefined: this one
   * does not, or has gone before.
   */
  async #moveAtOnce(file: ClaimedFile, at: string): Promise<string | undefined> {
    const [name] = possibleNamesOf(file.name, file.id);
    const target = join(this.#folder, at, name);
    const isMoved = await ignoreErrors(['ENOENT', 'ENOTDIR'], async () => {
      await this.#giveRights(this.#work.path(file));
      return await this.#files.move(this.#work.path(file), target);
    });
    if (isMoved !== true) return undefined;
    await this.#files.syncFolder(dirname(target));
    await this.#work.clear(file);
    return `${at}/${name}`;
  }

  /** By the day of the claim, which its id tells: the same place whenever it is asked. */
  #placeOf(file: ClaimedFile, place: Placement): string {
    const day = this.#options.byDate && place !== 'parked' ? claimTimeOf(file.id) : undefined;
    return day === undefined ? place : `${place}/${dayPath(day)}`;
  }

  async #clean(file: ClaimedFile, found: FoundFile, at: string): Promise<void> {
    await this.#work.clear(file);
    if (found.at === 'work') return;
    await this.#files.syncFolder(dirname(found.path));
    const before = found.at === at ? ['parked', this.#placeOf(file, 'archive')] : [found.at];
    for (const place of before) if (place !== at) await this.#dropReports(file, place);
  }

  async #find(file: ClaimedFile, at: string, bytes: ReadSource | undefined): Promise<FoundFile> {
    const found = (await this.#look(file, at)) ?? (await this.#lookAgain(file, at));
    if (found !== undefined) return found;
    const copy = await bytes?.();
    if (copy !== undefined) {
      await this.#work.restore(file, copy);
      return this.#inWork(file);
    }
    throw new FolderError(
      'file-missing',
      localize('file-taken-away', {
        name: file.name,
        claim: file.id,
        at,
        folder: this.#files.title(this.#folder),
      }),
    );
  }

  async #look(file: ClaimedFile, at: string): Promise<FoundFile | undefined> {
    const inWork = this.#inWork(file);
    if (await this.#files.exists(inWork.path)) return inWork;
    for (const place of new Set([at, 'parked', this.#placeOf(file, 'archive')])) {
      const found = await this.#findIn(place, file);
      if (found) return found;
    }
    return undefined;
  }

  /** In a folder that is away, or was a moment ago, a file that is not there says nothing. */
  async #lookAgain(file: ClaimedFile, at: string): Promise<FoundFile | undefined> {
    await this.#options.inbound.assertUsable();
    const found = await this.#look(file, at);
    await this.#options.inbound.assertUsable();
    return found;
  }

  #inWork(file: ClaimedFile): FoundFile {
    return { at: 'work', name: file.name, path: this.#work.path(file) };
  }

  /** The name with the claim's id is certain; the plain one is ours when size and time agree. */
  async #findIn(at: string, file: ClaimedFile): Promise<FoundFile | undefined> {
    const [plain, own] = possibleNamesOf(file.name, file.id);
    const pathOf = (name: string) => join(this.#folder, at, name);
    if (await this.#files.exists(pathOf(own))) return { at, name: own, path: pathOf(own) };
    const look = await this.#files.stat(pathOf(plain));
    const isOurs = look !== undefined && isSameStat(look, file);
    return isOurs ? { at, name: plain, path: pathOf(plain) } : undefined;
  }

  /** It lies there already: the report that it had may be of an earlier end. */
  async #renewReport(at: string, name: string, report?: ReportFiles | Receipt): Promise<void> {
    const folder = join(this.#folder, at);
    if (!report || 'sent' in report) await removeReport(this.#files, folder, name);
    await writeReport(this.#files, folder, name, report, this.#options.mode);
  }

  /** While it lies in our hands still. A file of another owner keeps what its owner gave it. */
  async #giveRights(path: string): Promise<void> {
    const { mode } = this.#options;
    if (mode === undefined) return;
    try {
      await this.#files.setRights(path, mode);
    } catch (error) {
      if (!forbiddenCodes.includes(systemCodeOf(error))) throw error;
      this.#log.info({ file: path }, 'the rights of a file could not be set: it belongs to another account');
    }
  }

  async #moveTo(
    found: FoundFile,
    at: string,
    file: ClaimedFile,
    report?: ReportFiles | Receipt,
  ): Promise<string> {
    const folder = join(this.#folder, at);
    await this.#giveRights(found.path);
    await makeInside(this.#files, this.#folder, join(at, dirname(file.name)));
    for (const name of possibleNamesOf(file.name, file.id)) {
      const target = join(folder, name);
      if ((await this.#files.exists(target)) && !(await this.#files.isSame(found.path, target))) continue;
      await writeReport(this.#files, folder, name, report, this.#options.mode);
      if (await this.#files.move(found.path, target)) return name;
      await removeReport(this.#files, folder, name, report);
    }
    throw new FolderError('folder-unavailable', localize('no-free-name', { name: file.name, folder }));
  }

  /** Of a file that lies there no more: a crash may have come before. */
  async #dropReports(file: ClaimedFile, at: string): Promise<void> {
    const folder = join(this.#folder, at);
    for (const name of possibleNamesOf(file.name, file.id))
      if (!(await this.#files.exists(join(folder, name)))) await removeReport(this.#files, folder, name);
  }
}

/** `2026/03/01`, by the clock on the wall here. */
function dayPath(day: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}/${two(day.getMonth() + 1)}/${two(day.getDate())}`;
}
