import { mkdir, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { exists, isSameFile, moveNoReplace, replaceFile, syncFolder } from './durable.ts';
import { FolderError, unless } from './error.ts';
import type { ClaimedFile, Place, ReportFiles } from './interface.ts';
import { lookAt } from './listing.ts';
import { possibleNames, reportNames } from './names.ts';
import { oneAtATime } from './serial.ts';
import type { WorkFolder } from './work.ts';

/** Where a claimed file lies at the moment. */
interface Found {
  readonly at: 'work' | Place;
  readonly name: string;
  readonly path: string;
}

/** Moves claimed files to `archive/`, `error/` and `parked/` of their folder, once and without overwriting. */
export class Filing {
  private readonly folder: string;
  private readonly work: WorkFolder;

  constructor(folder: string, work: WorkFolder) {
    this.folder = folder;
    this.work = work;
  }

  /** See `InboundFolder.file`. The report is there before the file is, so who sees the file sees the report. */
  async file(file: ClaimedFile, place: Place, report?: ReportFiles): Promise<string> {
    return await oneAtATime(join(this.folder, file.name), async () => {
      const found = await this.find(file, place);
      const folder = join(this.folder, place);
      await unless(['EEXIST'], () => mkdir(folder));
      const name = found.at === place ? found.name : await this.move(found, folder, file, report);
      if (found.at === place) await writeReport(folder, name, report);
      await Promise.all([syncFolder(folder), syncFolder(dirname(found.path))]);
      await this.clean(file, found, place);
      return `${place}/${name}`;
    });
  }

  private async clean(file: ClaimedFile, found: Found, place: Place): Promise<void> {
    await this.work.clear(file);
    if (found.at !== 'work' && place !== 'parked') await this.dropParkedReports(file);
  }

  private async find(file: ClaimedFile, place: Place): Promise<Found> {
    const path = this.work.path(file);
    if (await exists(path)) return { at: 'work', name: file.name, path };
    const found = (await this.findIn(place, file)) ?? (await this.findIn('parked', file));
    if (found !== undefined) return found;
    throw new FolderError(
      'file-missing',
      `${file.name} is neither in the work folder (claim ${file.id}) nor in ${place}/ or parked/ of ${this.folder}: somebody took it away.`,
    );
  }

  /** The name with the claim's id is certain; the plain one is ours when size and time agree. */
  private async findIn(place: Place, file: ClaimedFile): Promise<Found | undefined> {
    const [plain, own] = possibleNames(file.name, file.id);
    const pathOf = (name: string) => join(this.folder, place, name);
    if (await exists(pathOf(own))) return { at: place, name: own, path: pathOf(own) };
    const look = await lookAt(pathOf(plain));
    const isOurs = look?.size === file.size && Math.abs(look.mtime - file.mtime) < 1;
    return isOurs ? { at: place, name: plain, path: pathOf(plain) } : undefined;
  }

  private async move(found: Found, folder: string, file: ClaimedFile, report?: ReportFiles): Promise<string> {
    for (const name of possibleNames(file.name, file.id)) {
      const target = join(folder, name);
      if ((await exists(target)) && !(await isSameFile(found.path, target))) continue;
      await writeReport(folder, name, report);
      if (await moveNoReplace(found.path, target)) return name;
      await removeReport(folder, name);
    }
    throw new FolderError('folder-unavailable', `No free name is left for ${file.name} in ${folder}.`);
  }

  private async dropParkedReports(file: ClaimedFile): Promise<void> {
    const parked = join(this.folder, 'parked');
    for (const name of possibleNames(file.name, file.id))
      if (!(await exists(join(parked, name)))) await removeReport(parked, name);
  }
}

/** Writes both files of a report beside `name`; nothing without a report. */
export async function writeReport(
  folder: string,
  name: string,
  report: ReportFiles | undefined,
): Promise<void> {
  if (report === undefined) return;
  const names = reportNames(name);
  await replaceFile(join(folder, names.text), report.text);
  await replaceFile(join(folder, names.json), report.json);
}

/** Removes both files of the report on `name`, where there are any. */
export async function removeReport(folder: string, name: string): Promise<void> {
  const names = reportNames(name);
  for (const path of [names.text, names.json]) await unless(['ENOENT'], () => unlink(join(folder, path)));
}
