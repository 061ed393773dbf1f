import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../config/schema/config-schema.ts';
import type { Journal, NewPublication } from '../../journal/journal.ts';
import { withJournalBeside } from '../../journal/open/open-journal.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { listDistinctChannels } from '../../pipeline/runtime/distinct-channels.ts';
import {
  type RuntimeSnapshot,
  resolveOwnFolders,
  takeSnapshot,
} from '../../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../../pipeline/workers/workers.ts';
import type { Finding } from '../../types.ts';
import {
  buildFolderState,
  type FolderFiles,
  noteOrigin,
  readFolder,
  writeFolder,
} from '../../workbench/publish/mappings-folder.ts';
import type { MappingsInUse } from '../../workbench/publish/mappings-in-use.ts';
import { replaceFiles } from '../../workbench/publish/replace-files.ts';
import { currentAccountName } from '../kit/journal-options.ts';

/** What publishing and restoring share: a new state of the folder of mappings is proved, put in place and kept. */

export function requireOwnFolder({ mappings }: Config): string {
  if (mappings === undefined) throw new Error('The config names no folder of your own mappings (mappings:).');
  return mappings;
}

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

/** What keeps a running gateway from taking the folder up: by its own gate, check and fixtures. Empty: it takes it. */
export async function proveStagedFolder(
  config: Config,
  channels: readonly Channel[],
  mappings: string,
): Promise<readonly Finding[]> {
  const workers = new Workers({ ...resolveOwnFolders(config), mappings });
  try {
    return await workers.prove(listDistinctChannels(channels));
  } finally {
    await workers.close();
  }
}

export const takeSnapshotOf = (config: Config, mappings: string | undefined): Promise<RuntimeSnapshot> =>
  takeSnapshot({ ...resolveOwnFolders(config), mappings });

/** The running folder was changed meanwhile: what was looked at is not what would be replaced. */
export class FolderChangedError extends Error {}

export function assertUnchanged(own: string, files: FolderFiles): void {
  if (buildFolderState(readFolder(own)).hash !== buildFolderState(files).hash)
    throw new FolderChangedError(`${own} was changed meanwhile: do it again.`);
}

/** One state of the running folder has become another. */
export interface FolderReplacement {
  readonly own: string;
  readonly before: FolderFiles;
  readonly after: FolderFiles;
  /** What the channels use of it now. */
  readonly used: MappingsInUse;
}

/** Puts it in place, and keeps both states and who did it and why. What was there lies in `kept`. */
export async function putInPlace(
  config: Config,
  step: FolderReplacement,
  about: PublicationInfo,
): Promise<{ readonly id: number; readonly kept: string | undefined }> {
  const { own, before, after, used } = step;
  // a running gateway that takes it up at once finds the numbers given
  await withJournalBeside(config.journal, (journal) =>
    journal.saveArtifacts(used.artifacts, {
      who: currentAccountName(),
      reason: about.reason,
      folder: buildFolderState(after).hash,
    }),
  );
  const kept = await replaceFiles(own, before, after);
  return { id: await recordStep(config, step, about), kept };
}

type PublicationInfo = Pick<NewPublication, 'action' | 'reason' | 'freed'> & { readonly result: string };

async function recordStep(
  { journal: settings }: Config,
  { own, before, after }: FolderReplacement,
  { action, reason, freed, result }: PublicationInfo,
): Promise<number> {
  const [was, is] = [buildFolderState(before), buildFolderState(after)];
  const by = { who: currentAccountName(), reason };
  const id = await withJournalBeside(settings, async (journal) => {
    await journal.saveArtifacts([...was.artifacts, ...is.artifacts]);
    await journal.addHistoryEntry({ subject: 'mappings', action: `map ${action}`, ...by, result });
    return await journal.addPublication({ action, ...by, freed, before: was.hash, after: is.hash });
  });
  await noteOrigin(own, is.hash);
  return id;
}

/** `order-to-exchange v3`, of those that are others than before. */
export async function listChangedVersions(
  journal: Pick<Journal, 'mappingVersions'>,
  before: MappingsInUse | undefined,
  { hashes }: MappingsInUse,
): Promise<readonly string[]> {
  const changed = [...hashes].filter(([name, hash]) => before?.hashes.get(name) !== hash);
  return await Promise.all(
    changed.map(async ([name, hash]) => {
      const version = (await journal.mappingVersions(name)).find((one) => one.hash === hash);
      return `${name} v${version?.number ?? '?'}`;
    }),
  );
}
