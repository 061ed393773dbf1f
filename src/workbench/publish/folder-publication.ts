import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFormats } from '../../formats/format-registry.ts';
import type { Journal, NewPublication } from '../../journal/journal.ts';
import { runFixtures } from '../../mapping/fixtures/run-fixtures.ts';
import { loadMapping } from '../../mapping/load-mapping.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { describeFixtureFault } from '../../pipeline/runtime/prove-mappings.ts';
import type { MappingsInUse } from '../../replay/rerun/channel-versions.ts';
import type { VersionReader } from '../../replay/rerun/version-reader.ts';
import type { Finding } from '../../types.ts';
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

/** What keeps a running gateway from taking a version of the folder up, which lies in `own` now. Empty: it takes it. */
export async function proveVersion(
  reader: VersionReader,
  version: string,
  { channels, own }: { readonly channels: readonly Channel[]; readonly own: string },
): Promise<readonly Finding[]> {
  // a folder without a gateway: no channel says what is used
  return channels.length === 0 ? proveWholeFolder(own) : await reader.prove(version);
}

/** What is wrong with any mapping of one's own, and with its fixtures. */
function proveWholeFolder(own: string): readonly Finding[] {
  const folders = mappingFolders(own);
  const { formats, dispose } = openFormats({}, folders);
  try {
    const mapping = (name: string) => loadMapping(name, folders, formats);
    const faults = listMappingNames([own]).flatMap((name) => mapping(name).findings);
    const wrong = faults.filter(({ severity }) => severity !== 'warning');
    if (wrong.length > 0) return wrong;
    return runFixtures(join(own, 'fixtures'), { mapping, formats })
      .filter(({ differences }) => differences.length > 0)
      .map(({ name, differences }) => describeFixtureFault(name, differences, own));
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
  { action, freed, result, ...by }: PublicationInfo,
): Promise<number> {
  const [was, is] = [buildFolderState(before), buildFolderState(after)];
  const id = await access.write(async (journal) => {
    await journal.saveArtifacts([...was.artifacts, ...is.artifacts]);
    await journal.addHistoryEntry({ subject: 'mappings', action: `map ${action}`, ...by, result });
    return await journal.addPublication({ action, ...by, freed, before: was.hash, after: is.hash });
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
