import type { Journal } from '../../journal/journal.ts';
import { readFolder, readKeptFolder } from './mappings-folder.ts';
import { type FolderChange, listFolderChanges } from './merge-folders.ts';

/** What the folder that runs says otherwise than what was published last. None where nothing was published, or that is not kept. */
export async function listHandEdits(
  journal: Pick<Journal, 'artifact' | 'publications'>,
  own: string,
): Promise<readonly FolderChange[]> {
  const last = (await journal.publications()).at(-1);
  const published = last && (await readKeptFolder(journal, last.after));
  return published === undefined ? [] : listFolderChanges(published, readFolder(own));
}
