import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { localFileStore } from '../../local/local-file-store.ts';
import { openWatched, order, useFiles } from '../../testkit/folder.ts';

it('one file that is claimed is on disk, with both folders of its rename, before anybody is told of it', async () => {
  const synced: string[] = [];
  useFiles({
    ...localFileStore,
    async syncFolder(folder) {
      await localFileStore.syncFolder(folder);
      synced.push(folder);
    },
  });
  const watched = await openWatched();
  let syncedBefore: readonly string[] = [];
  watched.before = async () => {
    syncedBefore = [...synced];
  };
  await writeFile(join(watched.path, 'a.xml'), order('1'));
  await watched.start().until(1);
  expect(syncedBefore).toEqual(expect.arrayContaining([watched.path, `${watched.path}/.gateway/journal-1`]));
});
