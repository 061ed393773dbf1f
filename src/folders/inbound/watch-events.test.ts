import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FileStore } from '../file-store.ts';
import { hasReliableEvents } from '../local/file-system-facts.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { openWatched, order, useFiles } from '../testkit/folder.ts';

/** A folder under watch, of whose events is said that they can be relied on, or not; `looks(n)` resolves at the n-th look into it. */
async function watchedFolder(isReliable: boolean, more: Partial<FileStore> = {}, eventful = 2_000) {
  const waiting = new Map<number, () => void>();
  let count = 0;
  useFiles({
    ...localFileStore,
    hasReliableEvents: async () => isReliable,
    ...more,
    list(folder, misnamed) {
      if (!folder.includes('.gateway')) waiting.get(++count)?.();
      return localFileStore.list(folder, misnamed);
    },
  });
  const watched = (await openWatched({ eventful })).start();
  const looks = (n: number): Promise<void> =>
    count >= n ? Promise.resolve() : new Promise((resolve) => waiting.set(n, resolve));
  return { watched, looks, count: () => count };
}

const drop = ({ path }: { readonly path: string }, name: string): Promise<void> =>
  writeFile(join(path, name), order(name));

it('a folder of which the system tells everything is looked into seldom', async () => {
  // an hour: however slow the machine is
  const [quiet, restless] = [await watchedFolder(true, {}, 3_600_000), await watchedFolder(false)];
  await restless.looks(25);
  expect(quiet.count()).toBeLessThan(5);
});

it('where something came of which nothing was told, it is looked into often again', async () => {
  const { watched, looks } = await watchedFolder(true, { watch: () => ({ close: () => undefined }) });
  // its first look has ended
  await expect.poll(() => watched.folder.scanTime()).toBeGreaterThan(0);
  await drop(watched, 'a.xml');
  await watched.until(1);
  await looks(40);
});

it('that the system tells everything is known of disks of this machine alone', async () => {
  expect(await hasReliableEvents('/proc', 'linux')).toBe(false);
  expect(await hasReliableEvents('C:\\ERP\\out', 'win32')).toBe(true);
  expect(await hasReliableEvents('\\\\server\\erp\\out', 'win32')).toBe(false);
  expect(await hasReliableEvents('/tmp', 'darwin')).toBe(false);
});
