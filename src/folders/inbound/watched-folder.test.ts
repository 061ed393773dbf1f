import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../../test/kit/site.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { namesIn, openWatched, order, temporaryFolder, useFiles } from '../testkit/folder.ts';
import { handoverBehaviour } from '../testkit/handover-behaviour.ts';
import { pickupBehaviour } from '../testkit/pickup-behaviour.ts';

pickupBehaviour();
handoverBehaviour();

it('keeps claims of two folders apart in one configured work folder', async () => {
  const work = join(await temporaryFolder(), 'work');
  const [one, two] = [await openWatched({ work }), await openWatched({ work })];
  for (const { path } of [one, two]) await writeFile(join(path, 'a.xml'), order(path));
  const [first] = await one.start().until(1);
  await two.start().until(1);
  expect((await one.folder.listClaimed()).map(({ id }) => id)).toEqual([first?.file.id]);
  if (first === undefined) return;
  expect(await one.folder.putInPlacement(first.file, 'archive')).toBe('archive/a.xml');
  expect(await one.folder.listClaimed()).toEqual([]);
  expect(await two.folder.listClaimed()).toHaveLength(1);
  expect(await namesIn(join(work, 'journal-1'))).toHaveLength(2);
  expect(await readdir(two.path)).toEqual([]);
});

it('a file that its SFTP server fails to read, for whatever reason, stops no other', async () => {
  const failing = (path: string): boolean => path.endsWith('/held.xml');
  useFiles({
    ...localFileStore,
    async readPart(path, from, length) {
      if (failing(path)) throw Object.assign(new Error('Failure'), { code: 'ESFTP' });
      return await localFileStore.readPart(path, from, length);
    },
  });
  const watched = await openWatched();
  for (const name of ['held.xml', 'other.xml']) await writeFile(join(watched.path, name), order(name));
  const [taken] = await watched.start().until(1);
  expect(taken?.file.name).toBe('other.xml');
  expect(watched.folder.trouble()).toBeUndefined();
  await watched.stop();
  expect(await namesIn(watched.path)).toEqual(['held.xml']);
});

const claimsOf = async (folder: string) =>
  (await namesIn(join(folder, '.gateway', 'journal-1'))).filter((name) => !name.endsWith('.claiming'));

it('the next files are claimed while those before them go into the journal, and come after them', async () => {
  const watched = await openWatched();
  const names = Array.from({ length: 40 }, (_, n) => `order-${n + 10}.xml`);
  for (const name of names) await writeFile(join(watched.path, name), order(name));
  const [held, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  watched.before = async () => {
    begun.resolve();
    await held.promise;
  };
  watched.start();
  await begun.promise;
  await until('the next to be claimed', async () =>
    (await claimsOf(watched.path)).length === names.length ? true : undefined,
  ).finally(() => {
    expect(watched.taken).toEqual([]);
    held.resolve();
  });
  const taken = await watched.until(names.length);
  expect(taken.map(({ file }) => file.name)).toEqual(names);
});

it('what was claimed meanwhile stays behind what the journal did not take', async () => {
  const watched = await openWatched();
  const names = Array.from({ length: 40 }, (_, n) => `order-${n + 10}.xml`);
  for (const name of names) await writeFile(join(watched.path, name), order(name));
  let refusals = 0;
  watched.refuse = ({ name }) => {
    if (name !== names[0] || refusals === 2) return;
    refusals += 1;
    throw new Error('The disk is full.');
  };
  const taken = await watched.start().until(names.length);
  expect(refusals).toBe(2);
  expect(taken.map(({ file }) => file.name)).toEqual(names);
});
