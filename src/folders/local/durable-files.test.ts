import { renameSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testkit/folder.ts';
import {
  moveNoReplace,
  renameOver,
  renameOverSync,
  replaceFile,
  syncFolder,
  writeNew,
} from './durable-files.ts';

const noLinks = async () => {
  throw Object.assign(new Error('not supported'), { code: 'ENOTSUP' });
};

describe('writeNew', () => {
  it('refuses to write over a file', async () => {
    const path = join(await temporaryFolder(), 'a');
    await writeNew(path, Buffer.from('1'));
    await expect(writeNew(path, Buffer.from('2'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path, 'utf8')).toBe('1');
  });
});

describe('replaceFile', () => {
  it('replaces and leaves no temporary file', async () => {
    const folder = await temporaryFolder();
    await replaceFile(join(folder, 'a'), 'one');
    await replaceFile(join(folder, 'a'), 'two');
    expect(await readdir(folder)).toEqual(['a']);
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('two');
  });
});

describe('renameOver', () => {
  const held = (code: string, times: number) => {
    let left = times;
    return async (from: string, to: string) => {
      if (left-- > 0) throw Object.assign(new Error('held'), { code });
      await rename(from, to);
    };
  };

  it.each(['EPERM', 'EACCES', 'EBUSY'])(
    'waits for a reader that lets go, where the system says %s',
    async (code) => {
      const folder = await temporaryFolder();
      const [from, to] = [join(folder, 'a'), join(folder, 'b')];
      await writeFile(from, 'new');
      await writeFile(to, 'old');
      await renameOver(from, to, held(code, 3));
      expect(await readFile(to, 'utf8')).toBe('new');
    },
  );

  it('gives up after a second, at once where it is something else', async () => {
    await expect(renameOver('a', 'b', held('EPERM', Infinity))).rejects.toMatchObject({ code: 'EPERM' });
    const full = vi.fn(held('ENOSPC', Infinity));
    await expect(renameOver('a', 'b', full)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(full).toHaveBeenCalledOnce();
  });

  it('leaves nothing of a file that could not take its place', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a'));
    await expect(replaceFile(join(folder, 'a'), 'text')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['a']);
  });
});

describe('renameOverSync', () => {
  it('waits for a reader that lets go; at once where it is something else', async () => {
    const folder = await temporaryFolder();
    const [from, to] = [join(folder, 'a'), join(folder, 'b')];
    await writeFile(from, 'new');
    await writeFile(to, 'old');
    const answers = ['EBUSY', 'EPERM'];
    renameOverSync(from, to, (a, b) => {
      const code = answers.pop();
      if (code !== undefined) throw Object.assign(new Error('held'), { code });
      renameSync(a, b);
    });
    expect(await readFile(to, 'utf8')).toBe('new');
    const missing = vi.fn(renameSync);
    expect(() => renameOverSync(from, to, missing)).toThrow('ENOENT');
    expect(missing).toHaveBeenCalledOnce();
  });
});

describe.each([
  ['with hard links', link],
  ['without hard links', noLinks],
])('moveNoReplace %s', (_, hardLink) => {
  it('moves and keeps the time', async () => {
    const folder = await temporaryFolder();
    const [from, to] = [join(folder, 'a'), join(folder, 'b')];
    await writeFile(from, 'x');
    await utimes(from, 1000, 1000);
    expect(await moveNoReplace(from, to, hardLink)).toBe(true);
    expect(await readdir(folder)).toEqual(['b']);
    expect((await stat(to)).mtimeMs).toBe(1_000_000);
  });

  it('never overwrites', async () => {
    const folder = await temporaryFolder();
    const [from, to] = [join(folder, 'a'), join(folder, 'b')];
    await writeFile(from, 'mine');
    await writeFile(to, 'yours');
    expect(await moveNoReplace(from, to, hardLink)).toBe(false);
    expect([await readFile(from, 'utf8'), await readFile(to, 'utf8')]).toEqual(['mine', 'yours']);
  });

  it('fails when there is nothing to move', async () => {
    const folder = await temporaryFolder();
    await expect(moveNoReplace(join(folder, 'a'), join(folder, 'b'), hardLink)).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });
});

describe('moveNoReplace', () => {
  it('finishes a move that a crash cut short between link and unlink', async () => {
    const folder = await temporaryFolder();
    const [from, to] = [join(folder, 'a'), join(folder, 'b')];
    await writeFile(from, 'x');
    await link(from, to);
    expect(await moveNoReplace(from, to)).toBe(true);
    expect(await readdir(folder)).toEqual(['b']);
  });
});

describe('syncFolder', () => {
  it('fails for a folder that is not there', async () => {
    await expect(syncFolder(join(await temporaryFolder(), 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
