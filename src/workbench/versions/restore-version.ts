import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { DecisionAuthor } from '../../journal/journal.ts';
import { isBlocking } from '../../pipeline/runtime/distinct-channels.ts';
import type { MappingsInUse } from '../../replay/rerun/channel-versions.ts';
import { type VersionReader, withVersionReader } from '../../replay/rerun/version-reader.ts';
import type { Finding } from '../../types.ts';
import {
  isUnchanged,
  listChangedVersions,
  type NamedVersion,
  proveStaged,
  putInPlace,
  type StagedFolder,
  takeStagedSnapshot,
  withStagedFolder,
} from '../publish/folder-publication.ts';
import { type FolderFiles, readFolder, readKeptFolder } from '../publish/mappings-folder.ts';
import {
  type FolderChanged,
  type PublicationSite,
  requireOwnFolder,
  spokenFoldersOf,
} from '../publish/publication-site.ts';
import { type FileChanges, planFileChanges, replaceFiles } from '../publish/replace-files.ts';
import {
  listMappingHistory,
  type MappingVersion,
  requireVersion,
  requireVersionTexts,
} from './mapping-history.ts';
import { buildRestoredFolder, listFixtureNames, removeFixtures } from './restored-folder.ts';

/** An earlier version of a mapping is put back, in two calls: between them a person sees which files that changes. */

export interface RestoreRequest {
  readonly mapping: string;
  /** Its number (`3`, `v3`) or the beginning of its hash. */
  readonly version: string;
  /** Your own mappings; without it those that run. */
  readonly folder?: string | undefined;
}

/** A state of the folder that a gateway could take up; nothing is written yet. */
export interface RestorePlan {
  readonly kind: 'plan';
  readonly mapping: string;
  readonly version: MappingVersion;
  readonly folder: string;
  /** It is the one that runs. */
  readonly isRunning: boolean;
  readonly before: FolderFiles;
  readonly after: FolderFiles;
  readonly used: MappingsInUse;
  readonly changes: FileChanges;
  /** Delivered files under it that are others by now and cannot be put back: the result may differ. */
  readonly underneath: readonly string[];
}

/** A gateway could not take it up. Paths are those inside the folder. */
export interface RestoreRefusal {
  readonly kind: 'refused';
  readonly code: 'not-right';
  readonly findings: readonly Finding[];
}

/**
 * Checks the restored folder and runs its fixtures in threads of its own. Writes nothing but a copy that goes again. Throws an Error in
 * words where there is no such version or folder.
 */
export async function planRestore(
  site: PublicationSite,
  { mapping, version: named, folder: other }: RestoreRequest,
): Promise<RestorePlan | RestoreRefusal> {
  const folder = other ?? requireOwnFolder(site.folders);
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`);
  const version = requireVersion(await listMappingHistory(site.journal, mapping), named);
  const before = readFolder(folder);
  const then = version.folder === '' ? undefined : await readKeptFolder(site.journal, version.folder);
  const texts = await requireVersionTexts(site.journal, version);
  const { files, underneath } = buildRestoredFolder(mapping, texts, before, then);
  const proved = await proveFolder(site, { folder, mapping, mayDrop: then === undefined }, files);
  if ('kind' in proved) return proved;
  const changes = planFileChanges(before, proved.after);
  const isRunning = folder === site.folders.mappings;
  return { kind: 'plan', mapping, version, folder, isRunning, before, ...proved, changes, underneath };
}

interface FolderToProve {
  readonly folder: string;
  readonly mapping: string;
  /** Which fixtures the version had is not known, so those of its mapping that are not right with it are of others. */
  readonly mayDrop: boolean;
}

/** The folder as a gateway could take it. */
async function proveFolder(
  site: PublicationSite,
  given: FolderToProve,
  after: FolderFiles,
): Promise<Pick<RestorePlan, 'after' | 'used'> | RestoreRefusal> {
  const { findings, used } = await tryRestored(site, given.folder, after);
  if (used !== undefined) return { after, used };
  const others = given.mayDrop
    ? listFailing(findings, listFixtureNames(given.mapping, after))
    : new Set<string>();
  if (others.size === 0) return { kind: 'refused', code: 'not-right', findings };
  return proveFolder(site, { ...given, mayDrop: false }, removeFixtures(after, others));
}

const tryRestored = (
  site: PublicationSite,
  folder: string,
  files: FolderFiles,
): Promise<{ readonly findings: readonly Finding[]; readonly used: MappingsInUse | undefined }> =>
  withStagedFolder(files, (staged) =>
    withFolderReader(site, { place: folder, staged }, async (reader) => {
      const findings = await listShortFindings(reader, site, { place: folder, staged });
      if (findings.length > 0 && !(await mends(site, folder, findings))) return { findings, used: undefined };
      return { findings, used: await reader.mappingsInUse(only) };
    }),
  );

/** The name of the version in a reader that knows one. */
const only = 'only';

const withFolderReader = async <T>(
  site: PublicationSite,
  folder: StagedFolder,
  use: (reader: VersionReader) => Promise<T>,
): Promise<T> =>
  withVersionReader({ [only]: await takeStagedSnapshot(spokenFoldersOf(site), folder) }, site.channels, use);

/** As the gateway's own gate: less is broken than now, and nothing else. */
async function mends(site: PublicationSite, folder: string, findings: readonly Finding[]): Promise<boolean> {
  const running = { place: folder, staged: folder };
  const now = await withFolderReader(site, running, (reader) => listShortFindings(reader, site, running));
  const known = new Set(now.map((one) => JSON.stringify(one)));
  const broken = (some: readonly Finding[]): number => some.filter(isBlocking).length;
  return findings.every((one) => known.has(JSON.stringify(one))) && broken(findings) < broken(now);
}

/** With the paths inside the folder. */
async function listShortFindings(
  reader: VersionReader,
  site: PublicationSite,
  staged: StagedFolder,
): Promise<readonly Finding[]> {
  const folder = staged.place;
  const findings = await proveStaged(
    ...([reader, only, site.channels, { ...staged, folder }] as const),
    spokenFoldersOf(site).language,
  );
  return findings.map(({ file, ...finding }) => ({
    ...finding,
    ...(file === undefined ? {} : { file: file.replace(folder, '').replace(/^[\\/]/, '') }),
  }));
}

const listFailing = (findings: readonly Finding[], own: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(
    findings
      .filter(({ code }) => code === 'fixture-differs')
      .flatMap(({ file = '' }) => (own.has(basename(file)) ? basename(file) : [])),
  );

/** What was put back. */
export interface RestoredVersion {
  readonly kind: 'restored';
  /** Where what was there lies now; absent: nothing was replaced. */
  readonly kept?: string;
  /** What channels of the folder that runs use of the mapping now; absent: it is another folder, or no channel uses it. */
  readonly used?: NamedVersion;
}

/** Puts a plan in place. Of the folder that runs it is kept who did it and why; another one is the user's own affair. */
export async function restorePlanned(
  { access }: Pick<PublicationSite, 'access'>,
  plan: RestorePlan,
  by: DecisionAuthor,
): Promise<RestoredVersion | FolderChanged> {
  if (!isUnchanged(plan.folder, plan.before)) return { kind: 'refused', code: 'folder-changed' };
  const kept = await putRestored(access, plan, by);
  const hash = plan.isRunning ? plan.used.hashes.get(plan.mapping) : undefined;
  const hashes = new Map(hash === undefined ? [] : [[plan.mapping, hash]]);
  const [used] = await listChangedVersions(access.journal, undefined, { artifacts: [], hashes });
  return {
    kind: 'restored',
    ...(kept === undefined ? {} : { kept }),
    ...(used === undefined ? {} : { used }),
  };
}

async function putRestored(
  access: PublicationSite['access'],
  { folder, mapping, version, isRunning, before, after, used, changes }: RestorePlan,
  by: DecisionAuthor,
): Promise<string | undefined> {
  if (!isRunning || changes.write.length + changes.aside.length === 0)
    return await replaceFiles(folder, before, after);
  const result = `${mapping} v${version.number} was put back.`;
  const step = { own: folder, before, after, used };
  return (await putInPlace(access, step, { action: 'restore', ...by, freed: [], result })).kept;
}
