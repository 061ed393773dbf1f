import { mkdir, rename, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../folders/local/durable-files.ts';
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
  const kept = join(own, '.replaced', now.replace(/[:.]/g, '-'));
  const replaced = write.filter((path) => before.has(path));
  for (const path of replaced) await writeWhole(join(kept, path), before.get(path));
  for (const path of write) await writeWhole(join(own, path), after.get(path));
  for (const path of aside) {
    await mkdir(dirname(join(kept, path)), { recursive: true });
    await rename(join(own, path), join(kept, path));
    await removeEmpty(own, dirname(path));
  }
  return replaced.length + aside.length === 0 ? undefined : kept;
}

async function writeWhole(path: string, bytes: Uint8Array = new Uint8Array()): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, bytes);
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
