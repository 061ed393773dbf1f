import { rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FolderEntry } from '../../file-store.ts';
import { localFileStore } from '../../local/local-file-store.ts';
import {
  openWatched,
  order,
  temporaryFolder,
  temporaryJournal,
  useFiles,
  type WatchedTestFolder,
} from '../../testkit/folder.ts';

/**
 * A folder into which files are renamed while it is listed. POSIX: whether `readdir` shows what came after `opendir` is open, so
 * a listing may miss an earlier file and show a later one.
 */

/** Files of this moment in 2001, so that their order is that of their times. */
async function staged(names: readonly string[], seconds = (n: number) => n): Promise<string> {
  const folder = await temporaryFolder();
  for (const [n, name] of names.entries()) {
    await writeFile(join(folder, name), order(name));
    await utimes(join(folder, name), 1e9 + seconds(n), 1e9 + seconds(n));
  }
  return folder;
}

/**
 * The first listing of `folder` that shows `later` was begun before `missed` arrived: all that is staged comes while it lists,
 * and it shows the later ones only.
 */
function useGrowing(grow: () => Promise<void>, missed: readonly string[], listings = 1): () => number {
  let struck = 0;
  useFiles({
    ...localFileStore,
    async *list(folder) {
      if (folder.includes('.gateway')) return yield* localFileStore.list(folder);
      if (struck === 0) await grow();
      const shown = (entry: FolderEntry) => !missed.includes(entry.name);
      struck += 1;
      for await (const batch of localFileStore.list(folder))
        yield struck <= listings ? batch.filter(shown) : batch;
    },
  });
  return () => struck;
}

const namesOf = ({ taken }: WatchedTestFolder) => taken.map(({ file }) => file.name);

const settings = {
  'renamed to claim': {},
  'claimed in place': { claim: 'remember' },
  'deleted to claim': { claim: 'delete' },
  'looked for at once': { settle: { interval: 1, patience: 1_000, giveUp: 2_000 } },
  recursive: { recursive: true },
} as const;

it.each(Object.entries(settings))(
  'takes the earlier version first that one listing missed: %s',
  async (_, given) => {
    const names = ['1-first.xml', '1-second.xml', '2-first.xml', '2-second.xml'];
    const from = await staged(names);
    const folder = await temporaryFolder();
    const grow = async () => {
      for (const name of names) await rename(join(from, name), join(folder, name));
    };
    const struck = useGrowing(grow, ['1-first.xml', '2-first.xml']);
    const watched = await openWatched({ folder, ...given }, await temporaryJournal());
    await watched.start().until(4);
    expect(namesOf(watched)).toEqual(names);
    expect(struck()).toBeGreaterThan(1);
  },
);

it('a file that gets its old time last of all goes before one that is younger', async () => {
  const folder = await temporaryFolder();
  const [copied, other] = ['copied.xml', 'other.xml'].map((name) => join(folder, name));
  if (copied === undefined || other === undefined) return;
  for (const path of [copied, other]) await writeFile(path, order(path));
  await utimes(other, 2e9, 2e9);
  await utimes(copied, 3e9, 3e9);
  let isCopied = false;
  useFiles({
    ...localFileStore,
    async stat(path) {
      const isIt = path.endsWith('/copied.xml');
      if (isIt && !isCopied) await utimes(copied, 1e9, 1e9);
      isCopied ||= isIt;
      return await localFileStore.stat(path);
    },
  });
  const watched = await openWatched({ folder });
  await watched.start().until(2);
  expect(namesOf(watched)).toEqual(['copied.xml', 'other.xml']);
});

it('times in whole seconds: names decide within one, whichever listing showed them', async () => {
  const names = ['o-9.xml', 'o-10.xml', 'a-11.xml'];
  const from = await staged(names, (n) => Math.floor(n / 2));
  const folder = await temporaryFolder();
  const grow = async () => {
    for (const name of names) await rename(join(from, name), join(folder, name));
  };
  useGrowing(grow, ['o-9.xml']);
  const watched = await openWatched({ folder });
  await watched.start().until(3);
  expect(namesOf(watched)).toEqual(names);
});

it('a done-file that one listing missed keeps later files waiting too', async () => {
  const names = ['1.xml', '2.xml'];
  const from = await staged(names.flatMap((name) => [name, `${name}.done`]));
  const folder = await temporaryFolder();
  const grow = async () => {
    for (const name of names)
      for (const one of [name, `${name}.done`]) await rename(join(from, one), join(folder, one));
  };
  useGrowing(grow, ['1.xml.done']);
  const watched = await openWatched({ folder, done: '.done' });
  await watched.start().until(2);
  expect(namesOf(watched)).toEqual(names);
});
