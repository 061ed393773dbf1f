import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { Direction } from '../../types.ts';
import type { FileStore } from '../file-store.ts';
import { explainFolder, notAFolderText, systemCodeOf } from '../folder-error.ts';
import type { ClaimMode } from '../inbound/inbound-parts.ts';
import { placements } from '../reserved-names.ts';

/**
 * Why files of a channel could not be put where they end (archive/, error/, parked/, a folder of reports), or undefined. What
 * is tried is removed again.
 */
export async function checkPlacements(
  folder: string,
  { direction, claim, reports }: PlacementSettings,
  files: FileStore,
): Promise<LocalizedText | undefined> {
  if (direction === 'outbound') return await checkWritable(folder, ['parked'], files);
  // where the account may not, nothing is filed: the journal has it all
  const filed = claim === 'rename' ? await checkWritable(folder, placements, files) : undefined;
  return filed ?? (reports === undefined ? undefined : await checkCanMake(reports));
}

/** What the config says of where files end. */
interface PlacementSettings {
  readonly direction: Direction;
  readonly claim?: ClaimMode | undefined;
  readonly reports?: string | undefined;
}

async function checkWritable(
  folder: string,
  names: readonly string[],
  files: FileStore,
): Promise<LocalizedText | undefined> {
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (await files.exists(path)) await writeProbe(files, path);
    } catch (error) {
      return explainNotWritable(files.title(path), error);
    }
  }
  return undefined;
}

function explainNotWritable(place: string, error: unknown): LocalizedText {
  const code = systemCodeOf(error);
  // it was there: Windows says of what lies in a file that it is not found
  if (code === 'ENOENT') return notAFolderText(place);
  return code === '' ? explainFailure(error) : explainFolder(place, error);
}

async function writeProbe(files: FileStore, folder: string): Promise<void> {
  const probe = join(folder, `.gateway-check-${randomUUID()}.tmp`);
  await files.create(probe, Buffer.from('gateway check'));
  await files.unlink(probe);
}

/** A folder of this machine, made when it is needed. */
async function checkCanMake(folder: string): Promise<LocalizedText | undefined> {
  const there = await findNearestExisting(folder);
  try {
    if (!(await stat(there)).isDirectory()) return localize('not-made', { folder: there, path: folder });
    await access(there, constants.W_OK | constants.X_OK);
    if (there !== folder) await rmdir(await makeProbeFolder(there));
    return undefined;
  } catch (error) {
    return explainFolder(there, error);
  }
}

async function makeProbeFolder(inside: string): Promise<string> {
  const path = join(inside, `.gateway-check-${randomUUID()}`);
  await mkdir(path);
  return path;
}

/** The path, or the next above it that is there. */
export async function findNearestExisting(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : await findNearestExisting(dirname(path));
}
