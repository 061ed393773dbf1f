import { mkdir, readdir, symlink, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { expect, it, vi } from 'vitest';
import { hasLinks } from '../../../test/kit/machine.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { openWatched, temporaryFolder } from '../testkit/folder.ts';
import { sweepArchive } from './archive-sweep.ts';

const day = 86_400_000;

async function filesAt(folder: string, ...paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'x');
  }
}

async function everything(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll(sep, '/'),
    )
    .sort();
}

it('the sweep deletes what was archived so long ago, by the day of its folder, and nothing else', async () => {
  const folder = await temporaryFolder();
  const kept = [
    'archive/2026/03/02/young.xml',
    'archive/a.xml',
    'archive/2025/old/b.xml',
    'archive/2025/13/40/no-day.xml',
    'error/2020/01/01/c.xml',
    'parked/2020/01/01/d.xml',
    '2020/01/01/e.xml',
  ];
  const old = ['archive/2026/03/01/a.xml', 'archive/2026/03/01/sub/b.xml', 'archive/2024/12/31/c.xml'];
  await filesAt(folder, ...kept, ...old);
  const sweep = (now: Date) => sweepArchive(localFileStore, folder, 90 * day, now);
  expect(await sweep(new Date(2026, 4, 30, 23, 59))).toBe(1);
  expect(await sweep(new Date(2026, 4, 31))).toBe(2);
  expect(await sweep(new Date(2026, 4, 31, 12))).toBe(0);
  expect(await everything(folder)).toEqual(kept.toSorted());
  expect(await readdir(join(folder, 'archive'))).not.toContain('2024');
});

it.skipIf(!hasLinks)('deletes links and does not follow them', async () => {
  const folder = await temporaryFolder();
  const outside = await temporaryFolder();
  await filesAt(outside, 'x.xml', '01/y.xml');
  await filesAt(folder, 'archive/2020/01/01/a.xml', 'archive/2020/01/02/b.xml');
  await symlink(outside, join(folder, 'archive/2020/01/01/link'));
  await symlink(outside, join(folder, 'archive/2020/02'));
  expect(await sweepArchive(localFileStore, folder, day, new Date(2026, 0, 1))).toBe(3);
  expect(await everything(outside)).toEqual(['01/y.xml', 'x.xml']);
});

it('the sweep passes over a folder without an archive', async () => {
  expect(await sweepArchive(localFileStore, await temporaryFolder(), day, new Date())).toBe(0);
});

it('the sweep is part of watching a folder that is told how long to keep', async () => {
  const watched = await openWatched({ keep: day });
  const never = await openWatched();
  for (const { path } of [watched, never]) await filesAt(path, 'archive/2020/01/01/a.xml');
  watched.start();
  never.start();
  await vi.waitFor(async () => expect(await everything(watched.path)).toEqual([]), { timeout: 5_000 });
  expect(await everything(never.path)).toEqual(['archive/2020/01/01/a.xml']);
});

it.skipIf(!hasLinks)('deletes nothing where its path leads elsewhere since', async () => {
  const [first, other, at] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const old = 'archive/2020/01/01/a.xml';
  for (const folder of [first, other]) await filesAt(folder, old);
  await symlink(first, join(at, 'in'));
  const watched = await openWatched({ folder: join(at, 'in'), keep: day });
  await unlink(join(at, 'in'));
  await symlink(other, join(at, 'in'));
  watched.start();
  await vi.waitFor(() => expect(watched.lines.map(({ code }) => code)).toContain('archive-not-swept'));
  expect(await everything(other)).toEqual([old]);
});
