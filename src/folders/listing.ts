import type { Dirent, Stats } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { unless } from './error.ts';
import { isTemporary } from './names.ts';
import type { Look } from './settling.ts';

/** Why a name in an inbound folder is left where it is although it matches. */
export type LeftAlone = 'symbolic link' | 'not a regular file' | 'name is not UTF-8' | 'over 1 GB';

/** Larger files are left alone: they could not be read into memory. */
export const largestFile = 2 ** 30;

export interface Listing {
  readonly names: readonly string[];
  readonly leftAlone: ReadonlyMap<string, LeftAlone>;
}

/** Entries fetched at once: with 100,000 names the event loop is held for 3 ms, by `readdir` for 30. */
const bufferSize = 1_000;

/** One listing: names that match and are finished as far as the name tells. Fails as `opendir` does. */
export async function listFolder(folder: string, matches: (name: string) => boolean): Promise<Listing> {
  const names: string[] = [];
  const leftAlone = new Map<string, LeftAlone>();
  for await (const entry of await opendir(folder, { bufferSize })) {
    if (entry.isDirectory() || isTemporary(entry.name) || !matches(entry.name)) continue;
    const reason = reasonAgainst(entry);
    if (reason === undefined) names.push(entry.name);
    else leftAlone.set(entry.name, reason);
  }
  return { names, leftAlone };
}

function reasonAgainst(entry: Dirent): LeftAlone | undefined {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (!entry.isFile()) return 'not a regular file';
  return entry.name.includes('\uFFFD') ? 'name is not UTF-8' : undefined;
}

/** Size and time of a regular file; undefined when it is gone or something else now. */
export async function lookAt(path: string): Promise<Look | undefined> {
  const stats = await unless(['ENOENT'], () => lstat(path));
  return stats?.isFile() === true ? lookOf(stats) : undefined;
}

function lookOf(stats: Stats): Look {
  return { size: stats.size, mtime: stats.mtimeMs };
}
