import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileStore } from '../file-store.ts';
import { temporaryFolder } from '../testkit/folder.ts';
import { lookAtOnce, moveAtOnce, readAtOnce } from './calls-at-once.ts';
import { localFileStore, openLimitedFileStore } from './local-file-store.ts';
import { NearFolders } from './near-folders.ts';

const hasNear = process.platform !== 'win32';

/** Files of a gateway whose journal lies in that folder, and which of their calls went to the pool of threads. */
function openFiles(
  journal?: string,
  near = new NearFolders(journal),
): { readonly files: FileStore; readonly pooled: string[] } {
  const pooled: string[] = [];
  const note =
    <A extends readonly unknown[], T>(name: string, call: (...args: A) => Promise<T>) =>
    (...args: A): Promise<T> => {
      pooled.push(name);
      return call(...args);
    };
  const { stat, statMany, exists, read, readPart, rename, move, unlink, mkdir, rmdir } = localFileStore;
  const noted: FileStore = {
    ...localFileStore,
    stat: note('stat', stat),
    statMany: note('statMany', statMany),
    exists: note('exists', exists),
    read: note('read', read),
    readPart: note('readPart', readPart),
    rename: note('rename', rename),
    move: note('move', move),
    unlink: note('unlink', unlink),
    mkdir: note('mkdir', mkdir),
    rmdir: note('rmdir', rmdir),
  };
  return { files: openLimitedFileStore(near, noted), pooled };
}

/** With the files `a` and `b`. */
async function folderOfTwo(): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a'), 'one');
  await writeFile(join(folder, 'b'), 'two');
  return folder;
}

/** As a file goes: it is looked at, read, claimed, and moved on. What each call answered. */
async function takeFile(files: FileStore, folder: string): Promise<readonly unknown[]> {
  const [claiming, claim] = [join(folder, 'claiming'), join(folder, 'claim')];
  return [
    (await files.stat(join(folder, 'a')))?.size,
    (await files.statMany(folder, ['a', 'gone'])).map((look) => look?.size),
    await files.exists(join(folder, 'gone')),
    await files.mkdir(claiming),
    await files.rename(join(folder, 'a'), join(claiming, 'a')),
    await files.rename(claiming, claim),
    Buffer.from(await files.readPart(join(claim, 'a'), 1, 9)).toString(),
    Buffer.from(await files.read(join(claim, 'a'), 3)).toString(),
    await files.move(join(claim, 'a'), join(folder, 'c')),
    await files.rmdir(claim),
    await files.unlink(join(folder, 'c')),
    await readdir(folder),
  ];
}

const answers = [
  3,
  [3, undefined],
  false,
  ...[undefined, undefined, undefined],
  'ne',
  'one',
  true,
  undefined,
  undefined,
  ['b'],
];

describe('a file is taken', () => {
  it.skipIf(!hasNear)('at once on the disk of the journal', async () => {
    const { files, pooled } = openFiles(tmpdir());
    expect(await takeFile(files, await folderOfTwo())).toEqual(answers);
    expect(pooled).toEqual([]);
  });

  it('by the pool of threads elsewhere', async () => {
    const { files, pooled } = openFiles();
    expect(await takeFile(files, await folderOfTwo())).toEqual(answers);
    expect(pooled).toEqual(
      'stat statMany exists mkdir rename rename readPart read move rmdir unlink'.split(' '),
    );
  });

  it('by the pool when it is large, or of unknown size, or its name is taken', async () => {
    const { files, pooled } = openFiles(tmpdir());
    const folder = await folderOfTwo();
    const [path, large] = [join(folder, 'a'), Buffer.alloc(256_001, 'x')];
    await writeFile(path, large);
    expect(await files.read(path, large.length)).toEqual(large);
    expect(await files.read(path)).toEqual(large);
    expect(await files.readPart(path, 0, large.length)).toEqual(large);
    expect(await files.move(path, join(folder, 'b'))).toBe(false);
    expect(pooled).toEqual(['read', 'read', 'readPart', 'move']);
  });

  it.skipIf(!hasNear)('by the pool where to open a file takes long, as under a virus scanner', async () => {
    const near = new NearFolders(tmpdir());
    const { files, pooled } = openFiles(undefined, near);
    const path = join(await folderOfTwo(), 'a');
    await files.read(path, 3);
    expect(pooled).toEqual([]);
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    for (let n = 0; n < 10; n += 1) near.reads.time(() => vi.advanceTimersByTime(5));
    await files.read(path, 3);
    await files.readPart(path, 0, 3);
    await files.stat(path);
    expect(pooled).toEqual(['read', 'readPart']);
  });
});

describe('at once', () => {
  it('what is not there is undefined, and the rest of a file that became shorter is not read', async () => {
    const folder = await folderOfTwo();
    expect(lookAtOnce(join(folder, 'gone'))).toBeUndefined();
    expect(Buffer.from(readAtOnce(join(folder, 'a'), Buffer.alloc(9), 1)).toString()).toBe('ne');
  });

  it.skipIf(!hasNear)('a pipe in the place of a file is not waited for', async () => {
    const path = join(await temporaryFolder(), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(() => readAtOnce(path, Buffer.alloc(9), 0)).toThrow('ESPIPE');
  });

  it('a name that is taken, or a file that is gone, is left to others, and nothing has changed', async () => {
    const folder = await folderOfTwo();
    expect(moveAtOnce(join(folder, 'a'), join(folder, 'b'))).toBe(false);
    expect(moveAtOnce(join(folder, 'gone'), join(folder, 'c'))).toBe(false);
    expect(await readdir(folder)).toEqual(['a', 'b']);
    expect(moveAtOnce(join(folder, 'a'), join(folder, 'c'))).toBe(true);
    expect(await readdir(folder)).toEqual(['b', 'c']);
    expect(await readFile(join(folder, 'c'), 'utf8')).toBe('one');
  });
});
