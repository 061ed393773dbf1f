import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { FileStore } from '../../file-store.ts';
import { localFileStore } from '../../local/local-file-store.ts';
import { namesIn, temporaryFolder } from '../../testkit/folder.ts';
import { FileReturn } from './return-file.ts';

let folder: string;
let claim: string;
/** Paths of files that were made. */
let made: string[];

const files: FileStore = {
  ...localFileStore,
  async create(path, bytes) {
    made.push(path.slice(folder.length + 1));
    await localFileStore.create(path, bytes);
  },
};

beforeEach(async () => {
  folder = await temporaryFolder();
  claim = join(folder, '.claim');
  made = [];
  await mkdir(claim);
  await writeFile(join(claim, 'a.xml'), 'claimed');
});

it('a file that goes back gets no done-file where none is asked for', async () => {
  expect(await new FileReturn(files, folder, undefined).returnFile(claim, 'a.xml', '1')).toBe(true);
  expect(await namesIn(folder)).toEqual(['a.xml']);
});

it('never, not for a moment, is a file of somebody else said to be done', async () => {
  await writeFile(join(folder, 'a.xml'), 'half');
  expect(await new FileReturn(files, folder, '.done').returnFile(claim, 'a.xml', '1')).toBe(true);
  expect(made).toEqual(['a~1.xml.done']);
});

it('a return that a crash cut short goes on', async () => {
  await link(join(claim, 'a.xml'), join(folder, 'a.xml'));
  expect(await new FileReturn(files, folder, '.done').returnFile(claim, 'a.xml', '1')).toBe(true);
  expect(await namesIn(folder)).toEqual(['a.xml', 'a.xml.done']);
  expect(await namesIn(claim)).toEqual([]);
});

it('a file that is gone is told to be', async () => {
  expect(await new FileReturn(files, folder, '.done').returnFile(claim, 'b.xml', '1')).toBe(false);
  expect(await namesIn(folder)).toEqual([]);
});

it('a file of which both names are taken is told to be', async () => {
  for (const name of ['a.xml', 'a~1.xml']) await writeFile(join(folder, name), 'other');
  const put = new FileReturn(files, folder, '.done').returnFile(claim, 'a.xml', '1');
  await expect(put).rejects.toMatchObject({ code: 'folder-unavailable' });
  expect(await namesIn(claim)).toEqual(['a.xml']);
});
