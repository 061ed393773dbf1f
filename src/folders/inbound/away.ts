import { FolderError } from '../error.ts';
import type { Files } from '../files.ts';

/**
 * For paths that were not there: throws FolderError `folder-unavailable` when one of them is there after all; fails as `usable`
 * does. A folder (a share) that is away for the moment of one call makes its files look gone, and were that believed, later
 * files would pass them. Only one that is away twice, and back between, still deceives.
 */
export async function assertGone(files: Files, folder: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await files.usable(folder, 'read');
  for (const path of paths)
    if (await files.exists(path))
      throw new FolderError(
        'folder-unavailable',
        `The folder ${files.title(folder)} was away for a moment; its files settle anew.`,
      );
}
