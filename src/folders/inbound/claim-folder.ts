import { join } from 'node:path/posix';
import { unless } from '../error.ts';
import type { Files } from '../files.ts';

/** The folder of one claim: its file, with the sub-folders it was taken from. */

export async function namesIn(files: Files, path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of files.list(path)) names.push(...batch.map(({ name }) => name));
  return names;
}

/** The path of its file from there; undefined when there is none. */
export async function fileIn(files: Files, path: string, at = ''): Promise<string | undefined> {
  for await (const batch of files.list(join(path, at)))
    for (const { name, kind } of batch) {
      const inside = join(at, name);
      const found = kind === 'folder' ? await fileIn(files, path, inside) : inside;
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Removes it when no file is left in it. */
export async function removeEmpty(files: Files, path: string): Promise<undefined> {
  if (await removed(files, path)) return;
  const names = (await unless(['ENOENT', 'ENOTDIR'], () => namesIn(files, path))) ?? [];
  for (const name of names) await removeEmpty(files, join(path, name));
  await removed(files, path);
}

async function removed(files: Files, path: string): Promise<boolean> {
  const done = await unless(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'], async () => {
    await unless(['ENOENT'], () => files.rmdir(path));
    return true;
  });
  return done === true;
}
