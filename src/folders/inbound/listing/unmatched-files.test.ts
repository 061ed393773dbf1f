import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hasLinks } from '../../../../test/kit/machine.ts';
import type { FileStore } from '../../file-store.ts';
import { localFileStore } from '../../local/local-file-store.ts';
import { openWatched, order, temporaryJournal, useFiles } from '../../testkit/folder.ts';

/** A file whose time is so many seconds ago. */
async function old(folder: string, name: string, seconds: number, text: string | Buffer = order(name)) {
  await writeFile(join(folder, name), text);
  await utimes(join(folder, name), Date.now() / 1000 - seconds, Date.now() / 1000 - seconds);
}

it('counts what nobody takes, with the oldest, before the folder is watched', async () => {
  const watched = await openWatched({ done: '.done', recursive: true });
  const { path } = watched;
  await mkdir(join(path, 'sub'));
  await mkdir(join(path, 'archive'));
  await old(path, 'notes.txt', 200);
  await old(path, 'sub/old.pdf', 3_000);
  await old(path, 'archive/older.pdf', 9_000);
  await old(path, 'waiting.xml', 300);
  await old(path, 'ready.xml', 300);
  await old(path, 'ready.xml.done', 300);
  await old(path, 'gone.xml.done', 300);
  await old(path, '.hidden', 300);
  await old(path, 'young.txt', 1);
  if (hasLinks) await symlink('/nowhere', join(path, 'link.xml'));
  const untaken = await watched.folder.countUnmatched();
  expect(untaken).toMatchObject({
    count: hasLinks ? 5 : 4,
    oldest: { name: 'sub/old.pdf', reason: { en: 'no channel takes files of this name' } },
  });
  expect(Math.round((Date.now() - (untaken.oldest?.mtime ?? 0)) / 60_000)).toBe(50);
});

it('counts a file whose name begins with a dot, but not what a Mac or a writer that is busy leaves', async () => {
  const { path, folder } = await openWatched();
  await old(path, '.order.xml', 300);
  await old(path, '.xml', 200);
  await old(path, '._order.xml', 300);
  await old(path, '.order.xml.X3f9', 300);
  expect(await folder.countUnmatched()).toMatchObject({
    count: 2,
    oldest: { name: '.order.xml', reason: { en: expect.stringContaining('begins with a dot') } },
  });
});

it('counts what a gateway had taken before the names that its channels take were others', async () => {
  const before = await openWatched({ files: ['*.txt', '*.xml'] });
  const { path: folder } = before;
  await old(folder, 'order.txt', 300);
  const [taken] = await before.start().until(1);
  await before.stop();
  const { folder: after } = await openWatched({ folder, files: ['*.xml'] });
  expect(await after.listClaimed()).toEqual([]);
  expect(await after.countUnmatched()).toMatchObject({
    count: 1,
    oldest: {
      name: `.gateway/journal-1/${taken?.file.id}/order.txt`,
      reason: { en: expect.stringContaining('had taken it when it stopped') },
    },
  });
});

it('counts what the watch waits for in vain, not what is taken in place', async () => {
  const watched = await openWatched(
    { claim: 'remember', settle: { interval: 10, patience: 50, giveUp: 60_000 } },
    await temporaryJournal(),
  );
  await old(watched.path, 'half.xml', 600, '<Order><ID>');
  await old(watched.path, 'whole.xml', 600);
  await watched.start().until(1);
  const warned = () => watched.lines.some(({ code }) => code === 'file-unfinished');
  await vi.waitFor(() => expect(warned()).toBe(true));
  expect(await watched.folder.countUnmatched()).toMatchObject({
    count: 1,
    oldest: { name: 'half.xml', reason: { en: expect.stringContaining('not written to its end') } },
  });
});

it('says of a file that the account may not read that it may not', async () => {
  const readPart: FileStore['readPart'] = async (path, from, length) => {
    if (path.endsWith('closed.xml')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
    return await localFileStore.readPart(path, from, length);
  };
  useFiles({ ...localFileStore, readPart });
  const watched = await openWatched({ settle: { interval: 10, patience: 50, giveUp: 60_000 } });
  await old(watched.path, 'closed.xml', 600);
  await old(watched.path, 'open.xml', 600);
  await watched.start().until(1);
  const lines = () => watched.lines.filter(({ code }) => code === 'file-busy');
  await vi.waitFor(() => expect(lines()).toHaveLength(1), 10_000);
  expect(await watched.folder.countUnmatched()).toMatchObject({
    count: 1,
    oldest: { name: 'closed.xml', reason: { en: expect.stringContaining('may not read it (EACCES)') } },
  });
});

it('looks at the times of a thousand at the most, counts the others, and asks nothing of what is no name', async () => {
  const asked: (readonly string[])[] = [];
  useFiles({
    ...localFileStore,
    async *list(_folder, misnamed) {
      misnamed?.({ name: '../a.xml', kind: 'file' });
      yield Array.from({ length: 1_100 }, (_, n) => ({ name: `${n}.txt`, kind: 'file' as const }));
    },
    async statMany(_folder, names) {
      asked.push(names);
      return names.map((_, n) => ({ size: 1, mtime: Date.now() - (n === 999 ? 200_000 : 100_000) }));
    },
  });
  const { folder } = await openWatched();
  expect(await folder.countUnmatched()).toMatchObject({ count: 1_101, oldest: { name: '999.txt' } });
  expect(asked.map(({ length }) => length)).toEqual([1_000]);
  expect(asked.flat()).not.toContain('../a.xml');
});

it('does not ask again for a time that the listing has told', async () => {
  const mtime = Date.now() - 300_000;
  useFiles({
    ...localFileStore,
    async *list() {
      yield [{ name: 'told.txt', kind: 'file', stat: { size: 1, mtime } }];
    },
    statMany: async (_folder, names) => names.map(() => undefined),
  });
  const { folder } = await openWatched();
  expect(await folder.countUnmatched()).toMatchObject({ count: 1, oldest: { name: 'told.txt', mtime } });
});

it('lists once a minute at the most, and says that the folder is away', async () => {
  let listed = 0;
  useFiles({
    ...localFileStore,
    async *list(folder) {
      listed += 1;
      yield* localFileStore.list(folder);
    },
  });
  const watched = await openWatched();
  await old(watched.path, 'a.txt', 600);
  for (const _ of [1, 2, 3]) expect(await watched.folder.countUnmatched()).toMatchObject({ count: 1 });
  expect(listed).toBe(1);
  const away = await openWatched({ folder: join(watched.path, 'away') });
  for (const _ of [1, 2])
    await expect(away.folder.countUnmatched()).rejects.toMatchObject({ code: 'folder-unavailable' });
  expect(listed).toBe(3);
});
