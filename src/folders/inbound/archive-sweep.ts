import { join } from 'node:path/posix';
import type { Log } from '../../system/log.ts';
import { repeat } from '../../time/repeating.ts';
import { deletionNow } from '../../time/steady-clock.ts';
import type { FileStore, FolderEntry } from '../file-store.ts';
import { ignoreErrors } from '../folder-error.ts';
import type { PinnedFolder } from './pinned-folder.ts';

/** Milliseconds between two sweeps. */
const sweepEvery = 3_600_000;

/** Whose archive is swept. */
export interface SweptFolder {
  readonly files: FileStore;
  readonly folder: string;
  readonly place: Pick<PinnedFolder, 'assertSame'>;
}

/**
 * Sweeps the archive of an inbound folder now and every hour, while its path leads where it led. Resolves when the signal aborts;
 * rejects never.
 */
export async function keepSweeping(
  { files, folder, place }: SweptFolder,
  keep: number,
  log: Log,
  signal: AbortSignal,
): Promise<void> {
  await repeat(signal, sweepEvery, async () => {
    try {
      await place.assertSame();
      const count = await sweepArchive(files, folder, keep, new Date(deletionNow()), signal);
      if (count > 0) log.info({ folder, files: count }, 'old files were deleted from archive/');
    } catch (error) {
      log.warn({ code: 'archive-not-swept', folder, err: error }, 'archive/ could not be swept; tried again');
    }
  });
}

/**
 * Deletes archive/YYYY/MM/DD when the end of that day (by the clock on the wall here) is `keep` milliseconds ago; nothing
 * else, and nothing in error/ or parked/. Links are deleted, never followed. Resolves to how many files went.
 */
export async function sweepArchive(
  files: FileStore,
  folder: string,
  keep: number,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const archive = join(folder, 'archive');
  let count = 0;
  for (const year of await datesIn(files, archive, /^\d{4}$/)) {
    for (const month of await datesIn(files, join(archive, year), /^\d\d$/)) {
      for (const day of await datesIn(files, join(archive, year, month), /^\d\d$/))
        if (!signal?.aborted && endOf(year, month, day) + keep <= now.getTime())
          count += await removeAll(files, join(archive, year, month, day));
      await removeEmpty(files, join(archive, year, month));
    }
    await removeEmpty(files, join(archive, year));
  }
  return count;
}

/** Milliseconds since the epoch; never for what is no day. */
function endOf(year: string, month: string, day: string): number {
  const start = new Date(Number(year), Number(month) - 1, Number(day));
  const isDay = start.getMonth() === Number(month) - 1 && start.getDate() === Number(day);
  return isDay ? start.setDate(start.getDate() + 1) : Number.POSITIVE_INFINITY;
}

async function datesIn(files: FileStore, path: string, pattern: RegExp): Promise<readonly string[]> {
  const entries = (await ignoreErrors(['ENOENT'], () => entriesOf(files, path))) ?? [];
  return entries.filter(({ name, kind }) => kind === 'folder' && pattern.test(name)).map(({ name }) => name);
}

async function removeAll(files: FileStore, path: string): Promise<number> {
  let count = 0;
  for (const { name, kind } of await entriesOf(files, path)) {
    if (kind === 'folder') count += await removeAll(files, join(path, name));
    else await ignoreErrors(['ENOENT'], () => files.unlink(join(path, name)));
    if (kind !== 'folder') count += 1;
  }
  await removeEmpty(files, path);
  return count;
}

/** Listed to the end first: what is deleted meanwhile could hide the rest. */
async function entriesOf(files: FileStore, path: string): Promise<readonly FolderEntry[]> {
  const entries: FolderEntry[] = [];
  for await (const batch of files.list(path)) entries.push(...batch);
  return entries;
}

async function removeEmpty(files: FileStore, path: string): Promise<void> {
  await ignoreErrors(['ENOENT', 'ENOTEMPTY', 'EEXIST'], () => files.rmdir(path));
}
