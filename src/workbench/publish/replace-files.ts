import { existsSync } from 'node:fs';
import { mkdir, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { renameOver, replaceFile } from '../../folders/local/durable-files.ts';
import { isPathWithin } from '../../system/path-containment.ts';
import { type FolderFiles, isSameContent } from './mappings-folder.ts';

/** What brings a folder of mappings from one state to another. Paths inside it, with `/`. */
export interface FileChanges {
  /** Tables and fixtures first, mappings last. */
  readonly write: readonly string[];
  /** Files that go. */
  readonly aside: readonly string[];
}

export function planFileChanges(before: FolderFiles, after: FolderFiles): FileChanges {
  const write = [...after].flatMap(([path, bytes]) => (isSameContent(before.get(path), bytes) ? [] : path));
  return {
    write: write.sort((a, b) => Number(b.includes('/')) - Number(a.includes('/')) || a.localeCompare(b)),
    aside: [...before.keys()].filter((path) => !after.has(path)).sort(),
  };
}

/**
 * Carries it out, each file at once whole or as before. What was there lies under `.replaced/STAMP` afterwards, which no gateway reads.
 * Resolves to that folder; undefined where nothing was replaced.
 */
export async function replaceFiles(
  own: string,
  before: FolderFiles,
  after: FolderFiles,
  now = new Date().toISOString(),
): Promise<string | undefined> {
  const { write, aside } = planFileChanges(before, after);
  const [outside] = listOutside(own, write);
  if (outside !== undefined)
    throw new Error(`A link in ${own} leads ${outside} out of it: nothing is written.`);
  const kept = join(own, '.replaced', now.replace(/[:.]/g, '-'));
  const replaced = write.filter((path) => before.has(path));
  for (const path of replaced) await writeLike(join(own, path), join(kept, path), before.get(path));
  for (const path of write) await writeLike(join(own, path), join(own, path), after.get(path));
  for (const path of aside) {
    await mkdir(dirname(join(kept, path)), { recursive: true });
    await renameOver(join(own, path), join(kept, path));
    await removeEmpty(own, dirname(path));
  }
  return replaced.length + aside.length === 0 ? undefined : kept;
}

/** Of these paths in a folder those whose files would lie elsewhere, because a folder in it is a link. */
export const listOutside = (folder: string, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !isPathWithin(folder, join(folder, path)));

/** Whoever may read or write a file may do so still once it is replaced. */
async function writeLike(other: string, path: string, bytes: Uint8Array = new Uint8Array()): Promise<void> {
  const mode = existsSync(other) ? (await stat(other)).mode & 0o777 : undefined;
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, bytes, mode);
}

/** A fixture without files would be one that fails. */
async function removeEmpty(own: string, folder: string): Promise<void> {
  if (folder === '.') return;
  try {
    await rmdir(join(own, folder));
  } catch {
    // something else lies in it
    return;
  }
  await removeEmpty(own, dirname(folder));
}
