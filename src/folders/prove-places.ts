import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { quoted, type Told, told } from '../findings/troubles.ts';
import type { Direction } from '../types.ts';
import { explainFolder, noFolder, reasonOf, systemCode } from './error.ts';
import type { Files } from './files.ts';
import type { Claim } from './inbound/parts.ts';
import { places } from './names.ts';

/**
 * Why files of a channel could not be put where they end (archive/, error/, parked/, a folder of reports), or undefined. What
 * is tried is removed again.
 */
export async function whyNoPlaces(
  folder: string,
  { direction, claim, reports }: Filed,
  files: Files,
): Promise<Told | undefined> {
  if (direction === 'outbound') return await whyNotIn(folder, ['parked'], files);
  // where the account may not, nothing is filed: the journal has it all
  const filed = claim === 'rename' ? await whyNotIn(folder, places, files) : undefined;
  return filed ?? (reports === undefined ? undefined : await whyNotMade(reports));
}

/** What the config says of where files end. */
interface Filed {
  readonly direction: Direction;
  readonly claim?: Claim | undefined;
  readonly reports?: string | undefined;
}

async function whyNotIn(folder: string, names: readonly string[], files: Files): Promise<Told | undefined> {
  for (const name of names) {
    const path = join(folder, name);
    try {
      if (await files.exists(path)) await written(files, path);
    } catch (error) {
      return whyNot(files.title(path), error);
    }
  }
  return undefined;
}

function whyNot(place: string, error: unknown): Told {
  const code = systemCode(error);
  // it was there: Windows says of what lies in a file that it is not found
  if (code === 'ENOENT') return noFolder(place);
  return code === '' ? quoted(reasonOf(error)) : explainFolder(place, error);
}

async function written(files: Files, folder: string): Promise<void> {
  const probe = join(folder, `.gateway-check-${randomUUID()}.tmp`);
  await files.create(probe, Buffer.from('gateway check'));
  await files.unlink(probe);
}

/** A folder of this machine, made when it is needed. */
async function whyNotMade(folder: string): Promise<Told | undefined> {
  const there = await nearest(folder);
  try {
    if (!(await stat(there)).isDirectory()) return told('not-made', { folder: there, path: folder });
    await access(there, constants.W_OK | constants.X_OK);
    if (there !== folder) await rmdir(await made(there));
    return undefined;
  } catch (error) {
    return explainFolder(there, error);
  }
}

async function made(inside: string): Promise<string> {
  const path = join(inside, `.gateway-check-${randomUUID()}`);
  await mkdir(path);
  return path;
}

/** The path, or the next above it that is there. */
export async function nearest(path: string): Promise<string> {
  const exists = await stat(path).then(
    () => true,
    () => false,
  );
  return exists || dirname(path) === path ? path : await nearest(dirname(path));
}
