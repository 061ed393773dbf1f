import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { buildFolderState, noteOrigin, readFolder, writeFolder } from './mappings-folder.ts';
import type { PublicationAccess } from './publication-site.ts';

/** A copy of the folder that runs, to be edited. */
export interface FolderCopy {
  readonly files: number;
  /** The state that it was copied from. */
  readonly hash: string;
}

/**
 * Into a folder that holds nothing yet. The journal keeps what is copied: publishing finds by it what somebody else has changed
 * meanwhile. Throws an Error in words where the folder is not empty.
 */
export async function copyRunningFolder(
  access: Pick<PublicationAccess, 'write'>,
  own: string,
  folder: string,
): Promise<FolderCopy> {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new Error(`${folder} is not empty: name a new folder.`);
  const files = readFolder(own);
  const { hash, artifacts } = buildFolderState(files);
  await access.write((journal) => journal.saveArtifacts(artifacts));
  await mkdir(folder, { recursive: true });
  await writeFolder(folder, files);
  await noteOrigin(folder, hash);
  return { files: files.size, hash };
}
