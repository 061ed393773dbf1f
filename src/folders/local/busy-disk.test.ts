import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { FileStore } from '../file-store.ts';
import { namesIn, openWatched, order, useFiles } from '../testkit/folder.ts';
import { localFileStore } from './local-file-store.ts';

/** Makes a file or folder immutable: a rename of it, or out of it, fails with EPERM, for root too. */
function freeze(path: string): () => void {
  execFileSync('chattr', ['+i', path], { stdio: 'ignore' });
  let frozen = true;
  return () => {
    if (frozen) execFileSync('chattr', ['-i', path], { stdio: 'ignore' });
    frozen = false;
  };
}

function canFreeze(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'freeze-'));
  try {
    writeFileSync(join(folder, 'a'), '');
    freeze(join(folder, 'a'))();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const eventually = { timeout: 5_000, interval: 10 };

it.each(['EBUSY', 'EPERM', 'EACCES'])('a rename that says %s is tried again later', async (code) => {
  let refusals = 2;
  const busy: FileStore = {
    ...localFileStore,
    rename: async (from, to) => {
      if (from.endsWith('held.xml') && refusals-- > 0) throw Object.assign(new Error(code), { code });
      await localFileStore.rename(from, to);
    },
  };
  useFiles(busy);
  const watched = await openWatched();
  await writeFile(join(watched.path, 'held.xml'), order('1'));
  await writeFile(join(watched.path, 'later.xml'), order('2'));
  const taken = await watched.start().until(2);
  expect(taken.map(({ file }) => file.name)).toEqual(['later.xml', 'held.xml']);
});

describe.skipIf(!canFreeze())('a file that cannot be moved (needs chattr +i)', () => {
  it('is left to its writer, warned about once, and taken when it is free; others go on', async () => {
    const watched = await openWatched();
    const path = join(watched.path, 'held.xml');
    await writeFile(path, order('1'));
    const release = freeze(path);
    onTestFinished(release);
    watched.start();
    await vi.waitFor(
      () => expect(watched.lines.some((line) => line.code === 'file-busy')).toBe(true),
      eventually,
    );
    await writeFile(join(watched.path, 'free.xml'), order('2'));
    expect((await watched.until(1))[0]?.file.name).toBe('free.xml');
    expect(watched.folder.trouble()).toBeUndefined();
    await pause(1_200);
    expect(watched.lines.filter((line) => line.code === 'file-busy')).toHaveLength(1);
    release();
    expect((await watched.until(2))[1]?.file.name).toBe('held.xml');
  });

  it('because of the rights in the folder is a trouble, told once and gone with its cause', async () => {
    const watched = await openWatched();
    await writeFile(join(watched.path, 'a.xml'), order('1'));
    const release = freeze(watched.path);
    onTestFinished(release);
    watched.start();
    await vi.waitFor(
      () => expect(watched.folder.trouble()?.en).toContain('may not read and write'),
      eventually,
    );
    await pause(1_200);
    expect(await namesIn(watched.path)).toEqual(['a.xml']);
    expect(watched.lines.filter((line) => line.code === 'folder-unavailable')).toHaveLength(1);
    release();
    await watched.until(1);
    expect(watched.folder.trouble()).toBeUndefined();
  });
});
