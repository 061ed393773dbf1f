import { join } from 'node:path/posix';
import type { FileStore, FolderEntry } from '../../file-store.ts';
import { systemCodeOf } from '../../folder-error.ts';
import { placements } from '../../reserved-names.ts';
import type { FileStat } from '../settling/settling-files.ts';

/** Why a name in an inbound folder is left where it is although it matches. */
export type SkipReason =
  | 'symbolic link'
  | 'not a regular file'
  | 'name is not UTF-8'
  | 'name is none'
  | 'over 1 GB'
  | 'folder may not be read';

/** Larger files are left alone: they could not be read into memory. */
export const largestFile = 2 ** 30;

export interface ListingOptions {
  readonly matches: (name: string) => boolean;
  /** Ending of the done-file that must lie beside a file. */
  readonly done: string | undefined;
  /** Sub-folders too: their files are named by their path from here. */
  readonly recursive: boolean;
  /** A folder that is ours, wherever it lies. */
  readonly work: string | undefined;
  /** Called for what matches and is no file to pick up. */
  readonly skip: (name: string, reason: SkipReason, look?: FileStat) => void;
}

/** Some names of a listing at a time, those that match; where `done` is given each folder at once. Fails as `list` does. */
export async function* listFolder(
  files: FileStore,
  folder: string,
  options: ListingOptions,
): AsyncIterable<readonly FolderEntry[]> {
  const inside: string[] = [];
  yield* listOne(files, folder, options, inside);
  for (const path of inside) yield* listInside(files, folder, path, options);
}

/** A sub-folder that went away or may not be read does not stop the others. */
async function* listInside(
  files: FileStore,
  folder: string,
  path: string,
  options: ListingOptions,
): AsyncIterable<readonly FolderEntry[]> {
  const inner = { ...options, skip: within(path, options.skip) };
  try {
    for await (const batch of listFolder(files, join(folder, path), inner))
      yield batch.map((entry) => ({ ...entry, name: join(path, entry.name) }));
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === 'EACCES' || code === 'EPERM') options.skip(path, 'folder may not be read');
    else if (code !== 'ENOENT') throw error;
  }
}

const within =
  (path: string, skip: ListingOptions['skip']): ListingOptions['skip'] =>
  (name, reason, stat) =>
    skip(`${path}/${name}`, reason, stat);

/** One folder; its sub-folders are noted. */
async function* listOne(
  files: FileStore,
  folder: string,
  options: ListingOptions,
  inside: string[],
): AsyncIterable<readonly FolderEntry[]> {
  const { done, skip } = options;
  const waiting: FolderEntry[] = [];
  const signals = new Set<string>();
  const skipMisnamed = ({ name, stat }: FolderEntry): void => skip(name, 'name is none', stat);
  for await (const batch of files.list(folder, skipMisnamed)) {
    const ours = batch.filter((entry) => isOurs(entry, options));
    if (done === undefined) yield ours;
    else waiting.push(...ours);
    if (done !== undefined) for (const { name } of batch) if (name.endsWith(done)) signals.add(name);
    if (options.recursive) inside.push(...foldersIn(batch, folder, options));
  }
  if (done !== undefined) yield waiting.filter(({ name }) => signals.has(name + done));
}

function foldersIn(
  batch: readonly FolderEntry[],
  folder: string,
  { work }: ListingOptions,
): readonly string[] {
  const isInside = ({ name, kind }: FolderEntry) =>
    kind === 'folder' && !name.startsWith('.') && !placements.includes(name) && join(folder, name) !== work;
  return batch.filter(isInside).map(({ name }) => name);
}

function isOurs(entry: FolderEntry, { matches, skip }: ListingOptions): boolean {
  if (entry.kind === 'folder' || !matches(entry.name)) return false;
  const reason = reasonAgainst(entry);
  if (reason !== undefined) skip(entry.name, reason);
  return reason === undefined;
}

function reasonAgainst({ kind, name }: FolderEntry): SkipReason | undefined {
  if (kind === 'link') return 'symbolic link';
  if (kind !== 'file') return 'not a regular file';
  return name.includes('\uFFFD') ? 'name is not UTF-8' : undefined;
}
