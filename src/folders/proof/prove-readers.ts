import { dirname } from 'node:path/posix';
import type { FileStore } from '../file-store.ts';

/** What a mode says of those who are neither the owner nor of the group. */
const others = { read: 0o004, enter: 0o001 };

/** For the owner alone. */
const ownRights = 0o600;

interface ReadersTrial {
  readonly folder: string;
  /** A file of ours in it, whose rights may change. */
  readonly file: string;
  /** Rights that files get here, where the config says so. */
  readonly mode: number | undefined;
}

/** The rights with which everybody there reads what is put into a folder. Undefined: not everybody does, or nobody can tell. */
export async function findRightsOfAll(
  files: FileStore,
  { folder, file, mode }: ReadersTrial,
): Promise<number | undefined> {
  const given = await readRights(files, file);
  if (given === undefined || !(await hasRights(files, file))) return undefined;
  const rights = mode ?? given;
  return (rights & others.read) !== 0 && (await isOpen(files, folder)) ? rights : undefined;
}

/** Some file systems say the same of every file, whatever is set. */
async function hasRights(files: FileStore, file: string): Promise<boolean> {
  const isSet = await files.setRights(file, ownRights).then(
    () => true,
    () => false,
  );
  return isSet && (await readRights(files, file)) === ownRights;
}

/** No folder on the way here keeps others out; one that cannot be asked does not. */
async function isOpen(files: FileStore, folder: string): Promise<boolean> {
  const real = await files.realPath(folder).catch(() => folder);
  for (let at = real; ; at = dirname(at)) {
    const rights = await readRights(files, at);
    if (rights !== undefined && (rights & others.enter) === 0) return false;
    if (dirname(at) === at) return true;
  }
}

const readRights = (files: FileStore, path: string): Promise<number | undefined> =>
  files.rights(path).catch(() => undefined);
