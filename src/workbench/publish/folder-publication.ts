import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { openFormats } from '../../formats/open-formats.ts';
import type { Journal, NewBulkDecision, NewPublication } from '../../journal/journal.ts';
import { runFixtures } from '../../mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { hashDecidingFiles } from '../../pipeline/runtime/mappings-hash.ts';
import { describeFixtureFault } from '../../pipeline/runtime/prove-mappings.ts';
import {
  type OwnFolders,
  placeMappings,
  type RuntimeSnapshot,
  takeSnapshot,
} from '../../pipeline/runtime/runtime-snapshot.ts';
import type { MappingsInUse } from '../../replay/rerun/channel-versions.ts';
import type { VersionReader } from '../../replay/rerun/version-reader.ts';
import type { Finding, Language } from '../../types.ts';
import { listMappingNames } from '../overlay/named-mapping.ts';
import {
  buildFolderState,
  type FolderFiles,
  noteOrigin,
  readFolder,
  writeFolder,
} from './mappings-folder.ts';
import type { PublicationAccess } from './publication-site.ts';
import { replaceFiles } from './replace-files.ts';
import { listStanding } from './standing-publications.ts';

/** What publishing and restoring share: a new state of the folder of mappings is proved, put in place and kept. */

/** The files in a folder of their own, as long as somebody looks at them there. */
export async function withStagedFolder<T>(
  files: FolderFiles,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'mappings-'));
  try {
    await writeFolder(folder, files);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A state of a folder of mappings that lies elsewhere until it is put in place. */
export interface StagedFolder {
  /** Where it will be: its files are read as if they were there. */
  readonly place: string;
  readonly staged: string;
}

export const takeStagedSnapshot = async (
  folders: OwnFolders,
  { place, staged }: StagedFolder,
): Promise<RuntimeSnapshot> => placeMappings(await takeSnapshot({ ...folders, mappings: staged }), place);

export interface ProvedFolder extends StagedFolder {
  /** The one that people know: findings are told at its files. */
  readonly folder: string;
}

/**
 * What keeps a running gateway from taking it up. Empty: it takes it. `version`: its name in the reader, which speaks the language of its
 * folders; `language`: of what is said where no channel uses the folder.
 */
export async function proveStaged(
  reader: VersionReader,
  version: string,
  channels: readonly Channel[],
  { place, staged, folder }: ProvedFolder,
  language?: Language,
): Promise<readonly Finding[]> {
  // a folder without a gateway: no channel says what is used
  const findings =
    channels.length === 0 ? proveWholeFolder(staged, language) : await reader.prove(version, staged);
  return findings.map((one) => moveFinding(moveFinding(one, staged, folder), place, folder));
}

/** The paths of a finding below one folder become those below another. */
export const moveFinding = ({ file, ...finding }: Finding, from: string, to: string): Finding => ({
  ...finding,
  ...(file === undefined
    ? {}
    : { file: file.startsWith(join(from, sep)) ? to + file.slice(from.length) : file }),
});

/** What is wrong with any mapping of one's own, and with its fixtures. */
function proveWholeFolder(own: string, language: Language | undefined): readonly Finding[] {
  const folders = mappingFolders(own);
  const { formats, dispose } = openFormats({}, folders);
  try {
    const mapping = (name: string) => loadMapping(name, folders, formats, { language });
    const faults = listMappingNames([own]).flatMap((name) => mapping(name).findings);
    const wrong = faults.filter(({ severity }) => severity !== 'warning');
    if (wrong.length > 0) return wrong;
    return runFixtures(join(own, 'fixtures'), { mapping, formats, language })
      .filter(({ differences }) => differences.length > 0)
      .map(({ name, differences }) => describeFixtureFault(name, differences, own, language));
  } finally {
    dispose();
  }
}

/** Is the running folder what was looked at? Else that is not what would be replaced. */
export const isUnchanged = (own: string, files: FolderFiles): boolean =>
  buildFolderState(readFolder(own)).hash === buildFolderState(files).hash;

/** One state of the running folder has become another. */
export interface FolderReplacement {
  readonly own: string;
  readonly before: FolderFiles;
  readonly after: FolderFiles;
  /** What the channels use of it now. */
  readonly used: MappingsInUse;
}

/** What is kept of it in the journal. `result`: what came of it, for the history. */
type PublicationInfo = Pick<NewPublication, 'action' | 'who' | 'reason' | 'origin' | 'freed'> & {
  readonly result: string;
  /** Begins once every gateway that runs uses it. */
  readonly decision?: NewBulkDecision | undefined;
};

/** Puts it in place, and keeps both states and who did it and why. What was there lies in `kept`. */
export async function putInPlace(
  access: PublicationAccess,
  step: FolderReplacement,
  info: PublicationInfo,
): Promise<{ readonly id: number; readonly kept: string | undefined }> {
  const { own, before, after, used } = step;
  const { who, reason } = info;
  // a running gateway that takes it up at once finds the numbers given
  await access.write((journal) =>
    journal.saveArtifacts(used.artifacts, { who, reason, folder: buildFolderState(after).hash }),
  );
  const kept = await replaceFiles(own, before, after);
  return { id: await recordStep(access, step, info), kept };
}

async function recordStep(
  access: PublicationAccess,
  { own, before, after }: FolderReplacement,
  { action, freed, result, decision, ...by }: PublicationInfo,
): Promise<number> {
  const [was, is] = [buildFolderState(before), buildFolderState(after)];
  const id = await access.write(async (journal) => {
    await journal.saveArtifacts([...was.artifacts, ...is.artifacts]);
    await journal.addHistoryEntry({ subject: 'mappings', action: `map ${action}`, ...by, result });
    const publication = { action, ...by, freed, before: was.hash, after: is.hash };
    return await journal.addPublication(publication, {
      ...{ mappings: hashDecidingFiles(is.list), decision },
      standing: await listStanding(journal, is.list),
    });
  });
  await noteOrigin(own, is.hash);
  return id;
}

/** A version of a mapping that channels use. */
export interface NamedVersion {
  readonly name: string;
  /** Absent: it has none yet. */
  readonly number?: number;
}

/** Those that are others than before. */
export async function listChangedVersions(
  journal: Pick<Journal, 'mappingVersions'>,
  before: MappingsInUse | undefined,
  { hashes }: MappingsInUse,
): Promise<readonly NamedVersion[]> {
  const changed = [...hashes].filter(([name, hash]) => before?.hashes.get(name) !== hash);
  return await Promise.all(
    changed.map(async ([name, hash]) => {
      const version = (await journal.mappingVersions(name)).find((one) => one.hash === hash);
      return { name, ...(version === undefined ? {} : { number: version.number }) };
    }),
  );
}
