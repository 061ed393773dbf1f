import { type Dirent, readdirSync, readFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Config } from '../../config/schema/config-schema.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { explainFolder, systemCodeOf } from '../../folders/folder-error.ts';
import { syntaxes } from '../../formats/syntaxes.ts';
import { type FolderWalk, resolveLink } from '../../system/file-source.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import { rejectAfter } from '../../time/deadline.ts';
import type { Language } from '../../types.ts';
import { packageFolder } from '../channel/mapping-folders.ts';

/** The user's folders whose files decide what becomes of a message. */
export interface OwnFolders {
  readonly mappings?: string | undefined;
  /** Folders of XSDs. */
  readonly schemas?: readonly string[];
  /** Of what is said of them. */
  readonly language?: Language;
}

/** What one generation works with: files as they were at one moment. Plain data: it goes to the worker threads. */
export interface RuntimeSnapshot {
  readonly own: OwnFolders;
  /** Bytes by path: mappings, tables and XSDs. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Own folders that could not be read, and why. */
  readonly away: Readonly<Record<string, LocalizedText>>;
  /** How the own folders looked just before they were read (`stampOf`). */
  readonly stamps: Readonly<Record<string, string>>;
  /** What the folder of mappings was said to be published as before it was read. */
  readonly published?: string;
}

/** In a folder of mappings: which state of the folder that runs it was copied from, or published as. A copy by any tool takes it along. */
export const originFileName = '.published';

/** Milliseconds in which a folder, which may be a share, must have been read. */
const folderPatience = 10_000;

export const resolveOwnFolders = ({ mappings, channels, language }: Config): OwnFolders => ({
  mappings,
  language,
  schemas: Object.values(channels).flatMap(({ schemas }) => schemas ?? []),
});

export const listFolders = ({ mappings, schemas = [] }: OwnFolders): readonly string[] => [
  ...new Set([...(mappings === undefined ? [] : [mappings]), ...schemas]),
];

/** The files as they are now; those of a folder that is away as they were in the snapshot before. */
export async function takeSnapshot(own: OwnFolders, before?: RuntimeSnapshot): Promise<RuntimeSnapshot> {
  const files = readDelivered();
  const away: Record<string, LocalizedText> = {};
  const stamps: Record<string, string> = {};
  let published: string | undefined;
  for (const folder of listFolders(own)) {
    try {
      let seen = await listFiles(folder);
      if (folder === own.mappings) published = await readPublished(folder);
      // whatever is read from now on is not older than what it names
      if (folder === own.mappings && published !== undefined) seen = await listFiles(folder);
      Object.assign(
        files,
        await rejectAfter(folderPatience, readFiles(seen), () => new FolderTimeout(folder)),
      );
      stamps[folder] = computeStamp(seen);
    } catch (error) {
      stamps[folder] = before?.stamps[folder] ?? '';
      if (folder === own.mappings) published = before?.published;
      Object.assign(files, pickFilesBelow(before, folder));
      // who has not made a folder of mappings yet works with the delivered ones
      const notMade = folder === own.mappings && systemCodeOf(error) === 'ENOENT';
      if (stamps[folder] === '' && !notMade) away[folder] = explainAway(folder, error);
    }
  }
  return { own, files, away, stamps, ...(published === undefined ? {} : { published }) };
}

const readPublished = (folder: string): Promise<string | undefined> =>
  rejectAfter(
    folderPatience,
    readFile(join(folder, originFileName), 'utf8').then(
      (text) => text.trim(),
      () => undefined,
    ),
    () => new FolderTimeout(folder),
  );

/**
 * They lie beside the gateway's own modules, and are read at one go: the threads are begun at once when it starts, and load while
 * everything else does. (With a promise for each file they began 0.2 s later, when all modules were there.)
 */
const readDelivered = (): Record<string, Uint8Array> =>
  Object.fromEntries(
    listPaths(packageFolder('mappings'))
      .filter(isKept)
      .map((path) => [path, new Uint8Array(readFileSync(path))]),
  );

/** Without fixtures, which are most of it. */
const listPaths = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'fixtures')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listPaths(path) : [path];
    });

/** The same files as if the mappings lay in another folder: what was compiled of the same files there serves for these too. */
export function placeMappings(snapshot: RuntimeSnapshot, folder: string): RuntimeSnapshot {
  const { mappings } = snapshot.own;
  if (mappings === undefined) return snapshot;
  const place = (path: string): string =>
    path === mappings || isBelow(path, mappings) ? join(folder, relative(mappings, path)) : path;
  const placeAll = <T>(byPath: Readonly<Record<string, T>>): Record<string, T> =>
    Object.fromEntries(Object.entries(byPath).map(([path, value]) => [place(path), value]));
  const [files, away, stamps] = [
    placeAll(snapshot.files),
    placeAll(snapshot.away),
    placeAll(snapshot.stamps),
  ];
  return { own: { ...snapshot.own, mappings: folder }, files, away, stamps };
}

/** The XSDs of a folder by their name in it, with `/`. */
export function listXsds({ files }: RuntimeSnapshot, folder: string): ReadonlyMap<string, string> {
  const found = Object.entries(files).filter(([path]) => isBelow(path, folder) && path.endsWith('.xsd'));
  return new Map(
    found.map(([path, bytes]) => [relative(folder, path).split(sep).join('/'), decodeSavedText(bytes)]),
  );
}

/** A file as it looks from outside. */
interface ListedFile {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
}

/** Looks that have not ended: while a share hangs, nothing more is asked of it. */
const pendingListings = new Map<string, Promise<readonly ListedFile[]>>();

/** Every file of a folder; hidden ones, and links that are not followed, are left out. Rejects when the folder is not there, or does not answer in time. */
export function listFiles(folder: string, longest = folderPatience): Promise<readonly ListedFile[]> {
  const under =
    pendingListings.get(folder) ?? listFilesBelow(folder).finally(() => pendingListings.delete(folder));
  pendingListings.set(folder, under);
  return rejectAfter(longest, under, () => new FolderTimeout(folder));
}

/** Two different answers: something was edited. Where another file of the same size and time is renamed into place, ctime tells. */
export const computeStamp = (seen: readonly ListedFile[]): string =>
  JSON.stringify(seen.map(({ path, size, mtimeMs, ctimeMs }) => [path, size, mtimeMs, ctimeMs]));

/** Why a folder cannot be read now. */
export function explainAway(folder: string, error: unknown): LocalizedText {
  return error instanceof FolderTimeout
    ? localize('folder-silent', { folder })
    : explainFolder(folder, error);
}

class FolderTimeout extends Error {
  constructor(folder: string) {
    super(localize('folder-silent', { folder }).en);
  }
}

async function listFilesBelow(
  folder: string,
  walk: FolderWalk = { whole: folder, isLinked: false },
): Promise<readonly ListedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: ListedFile[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1)))
    if (!entry.name.startsWith('.'))
      found.push(...(await listEntry(join(folder, entry.name), entry, walk).catch(ignoreMissing)));
  return found;
}

async function listEntry(path: string, entry: Dirent, walk: FolderWalk): Promise<readonly ListedFile[]> {
  if (entry.isDirectory()) return listFilesBelow(path, walk);
  const target = entry.isSymbolicLink() ? resolveLink(path, walk) : 'file';
  if (target === 'folder') return listFilesBelow(path, { ...walk, isLinked: true });
  return target === 'file' ? statFile(path) : [];
}

async function statFile(path: string): Promise<readonly ListedFile[]> {
  const found = await stat(path);
  const { size, mtimeMs, ctimeMs } = found;
  // a pipe has no end, and takes one of the few threads that the whole process reads with
  return found.isFile() ? [{ path, size, mtimeMs, ctimeMs }] : [];
}

/** In the moment in which it is replaced it is not there. */
function ignoreMissing(error: unknown): readonly ListedFile[] {
  if (systemCodeOf(error) === 'ENOENT') return [];
  throw error;
}

/** One after the other: a share that hangs takes one of the few threads that the whole process reads with. */
async function readFiles(seen: readonly ListedFile[]): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const { path } of seen) if (isDecidingFile(path)) files[path] = new Uint8Array(await readFile(path));
  return files;
}

/** Of mappings, tables, formats and schemas, and of what a format may name beside it. */
const keptExtensions = [
  ...['.yaml', '.csv', '.xsd'],
  ...syntaxes.flatMap(({ nearbyExtensions = [] }) => nearbyExtensions),
];
const isKept = (path: string): boolean => keptExtensions.some((extension) => path.endsWith(extension));
const fixturePattern = /[\\/]fixtures[\\/]/;

/** Of one's own folders: what messages are made with. */
export const isDecidingFile = (path: string): boolean => isKept(path) && !fixturePattern.test(path);

const pickFilesBelow = (snapshot: RuntimeSnapshot | undefined, folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(Object.entries(snapshot?.files ?? {}).filter(([path]) => isBelow(path, folder)));

const isBelow = (path: string, folder: string): boolean => path.startsWith(join(folder, sep));
