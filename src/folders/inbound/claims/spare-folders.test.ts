import { mkdir, readdir, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { FileStore } from '../../file-store.ts';
import { localFileStore, openLimitedFileStore } from '../../local/local-file-store.ts';
import { NearFolders } from '../../local/near-folders.ts';
import { namesIn, openWatched, order, temporaryFolder, useFiles } from '../../testkit/folder.ts';
import { SpareFolders } from './spare-folders.ts';

const near = (): FileStore => openLimitedFileStore(new NearFolders(tmpdir()));
const hasNear = process.platform !== 'win32';

/** So many claims have begun within a second, and the folder of one of them is empty again. */
async function claimed(claims: number, files = near()): Promise<{ spares: SpareFolders; folder: string }> {
  const folder = await temporaryFolder();
  const spares = new SpareFolders(files);
  for (let n = 0; n < claims; n += 1) expect(await spares.take(join(folder, `none-${n}`))).toBe(false);
  await mkdir(join(folder, 'a'));
  return { spares, folder };
}

it.skipIf(!hasNear)(
  'the folder of a claim becomes that of another, by way of one that a crash cut short',
  async () => {
    const { spares, folder } = await claimed(8);
    expect(await spares.keep(join(folder, 'a'))).toBe(true);
    expect(await readdir(folder)).toEqual(['a.claiming']);
    expect(await spares.take(join(folder, 'b.claiming'))).toBe(true);
    expect(await readdir(folder)).toEqual(['b.claiming']);
    expect(await spares.take(join(folder, 'c.claiming'))).toBe(false);
  },
);

it.skipIf(!hasNear)(
  'none is kept that has something in it, or where claims are few, or on another disk',
  async () => {
    const full = await claimed(8);
    await writeFile(join(full.folder, 'a', 'b.xml'), '');
    expect(await full.spares.keep(join(full.folder, 'a'))).toBe(false);
    const few = await claimed(7);
    expect(await few.spares.keep(join(few.folder, 'a'))).toBe(false);
    const far = await claimed(8, openLimitedFileStore());
    expect(await far.spares.keep(join(far.folder, 'a'))).toBe(false);
    const pooled = await claimed(8, localFileStore);
    expect(await pooled.spares.keep(join(pooled.folder, 'a'))).toBe(false);
  },
);

it.skipIf(!hasNear)(
  'none is kept a second later, and one that was removed meanwhile is made anew',
  async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    try {
      const { spares, folder } = await claimed(8);
      expect(await spares.keep(join(folder, 'a'))).toBe(true);
      await rmdir(join(folder, 'a.claiming'));
      expect(await spares.take(join(folder, 'b'))).toBe(false);
      vi.advanceTimersByTime(1_000);
      await mkdir(join(folder, 'c'));
      expect(await spares.keep(join(folder, 'c'))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  },
);

it.skipIf(!hasNear)(
  'files of a burst go through few folders, and those left are removed with what crashes leave',
  async () => {
    const made: string[] = [];
    const files = near();
    useFiles({
      ...files,
      mkdir: async (path) => {
        made.push(path);
        await files.mkdir(path);
      },
    });
    const watched = await openWatched();
    watched.start();
    const work = join(watched.path, '.gateway', 'journal-1');
    const burst = Array.from({ length: 20 }, (_, n) => `${n}.xml`);
    for (const round of ['a', 'b']) {
      for (const name of burst)
        await writeFile(join(watched.path, `${round}${name}`), order(`${round}${name}`));
      const taken = await watched.until(round === 'a' ? 20 : 40);
      for (const { file } of taken.slice(-20)) await watched.folder.putInPlacement(file, 'archive');
    }
    expect(await namesIn(join(watched.path, 'archive'))).toHaveLength(40);
    const left = await namesIn(work);
    expect(left.length).toBeGreaterThan(0);
    expect(left.every((name) => name.endsWith('.claiming'))).toBe(true);
    expect(made.filter((path) => path.endsWith('.claiming')).length).toBeLessThan(40);
    expect(await watched.folder.listClaimed()).toEqual([]);
    expect(await namesIn(work)).toEqual([]);
  },
);
