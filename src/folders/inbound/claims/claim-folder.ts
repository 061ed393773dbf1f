import { join } from 'node:path/posix';
import { type FileStore, listNames } from '../../file-store.ts';
import { ignoreErrors } from '../../folder-error.ts';

/** The folder of one claim: its file, with the sub-folders it was taken from. */

/** The path of its file from there; undefined when there is none. */
export async function findFile(files: FileStore, path: string, at = ''): Promise<string | undefined> {
  for await (const batch of files.list(join(path, at)))
    for (const { name, kind } of batch) {
      const inside = join(at, name);
      const found = kind === 'folder' ? await findFile(files, path, inside) : inside;
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Removes it when no file is left in it. */
export async function removeEmpty(files: FileStore, path: string): Promise<undefined> {
  if (await tryRemove(files, path)) return;
  const names = (await ignoreErrors(['ENOENT', 'ENOTDIR'], () => listNames(files, path))) ?? [];
  for (const name of names) await removeEmpty(files, join(path, name));
  await tryRemove(files, path);
}

async function tryRemove(files: FileStore, path: string): Promise<boolean> {
  const done = await ignoreErrors(['ENOTEMPTY', 'EEXIST', 'ENOTDIR', 'EBUSY'], async () => {
    await ignoreErrors(['ENOENT'], () => files.rmdir(path));
    return true;
  });
  return done === true;
}
