import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allowsName, hasLinks } from '../../../test/kit/machine.ts';
import type { FileStore } from '../file-store.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { temporaryFolder } from '../testkit/folder.ts';
import { oneSshd } from '../testkit/sftp.ts';
import { noSshd } from '../testkit/sshd.ts';

const kinds = [
  { kind: 'local', files: () => localFileStore, skip: false },
  { kind: 'SFTP (OpenSSH)', files: oneSshd(), skip: noSshd !== undefined },
] as const;

describe.each(kinds)('files: $kind', ({ files: open, skip }) => {
  const there = it.skipIf(skip);

  there('lists names of every kind, hidden ones too', async ({ skip }) => {
    skip(!hasLinks || !allowsName('Über "a".xml'), 'no links or no such names here');
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'Über "a".xml'), 'x');
    await writeFile(join(folder, '.hidden'), 'x');
    await mkdir(join(folder, 'sub'));
    await symlink('sub', join(folder, 'link'));
    const found: [string, string][] = [];
    for await (const batch of open().list(folder))
      for (const { name, kind } of batch) found.push([name, kind]);
    expect(found.sort()).toEqual([
      ['.hidden', 'file'],
      ['link', 'link'],
      ['sub', 'folder'],
      ['Über "a".xml', 'file'],
    ]);
  });

  there('lists 2,500 names', async () => {
    const folder = await temporaryFolder();
    await Promise.all(Array.from({ length: 2_500 }, (_, n) => writeFile(join(folder, `${n}`), '')));
    const names = new Set<string>();
    for await (const batch of open().list(folder)) for (const { name } of batch) names.add(name);
    expect(names.size).toBe(2_500);
  });

  there('reads whole files and parts of them, large ones in order', async () => {
    const path = join(await temporaryFolder(), 'a');
    const bytes = Buffer.alloc(9_000_001);
    for (let at = 0; at < bytes.length - 4; at += 4) bytes.writeUInt32LE(at, at);
    await writeFile(path, bytes);
    expect(Buffer.compare(Buffer.from(await open().read(path)), bytes)).toBe(0);
    expect(await open().readPart(path, 8_999_996, 100)).toEqual(bytes.subarray(8_999_996));
    expect((await open().readPart(path, 40_000, 50_000)).length).toBe(50_000);
  });

  there('reads no more of a file than it had when it was looked at', async () => {
    const path = join(await temporaryFolder(), 'a');
    await writeFile(path, 'as seen, and what came after');
    expect(Buffer.from(await open().read(path, 7)).toString()).toBe('as seen');
    expect((await open().read(path, 1_000)).length).toBe(28);
  });

  there('reads an empty file', async () => {
    const path = join(await temporaryFolder(), 'a');
    await writeFile(path, '');
    expect((await open().read(path)).length).toBe(0);
  });

  there('creates a file once', async () => {
    const path = join(await temporaryFolder(), 'a');
    const bytes = Buffer.alloc(100_000, 'ab');
    await open().create(path, bytes);
    expect(await readFile(path)).toEqual(bytes);
    await expect(open().create(path, Buffer.from('other'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(await readFile(path)).toEqual(bytes);
  });

  there('replaces a file whole', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'a'), 'old and longer');
    await open().replace(join(folder, 'a'), 'new');
    expect(await readFile(join(folder, 'a'), 'utf8')).toBe('new');
    expect(await readdir(folder)).toEqual(['a']);
  });

  there('leaves nothing of a file that cannot take the place of another', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a'));
    await writeFile(join(folder, 'a', 'x'), '');
    await expect(open().replace(join(folder, 'a'), 'new')).rejects.toThrow();
    expect(await readdir(folder)).toEqual(['a']);
  });

  there('moves without overwriting, keeping the time', async () => {
    const folder = await temporaryFolder();
    const [a, b] = [join(folder, 'a'), join(folder, 'b')];
    await writeFile(a, 'one');
    await writeFile(b, 'two');
    expect(await open().move(a, b)).toBe(false);
    expect(await open().publish(a, b)).toBe(false);
    const { mtimeMs } = await stat(a);
    expect(await open().move(a, join(folder, 'c'))).toBe(true);
    expect((await stat(join(folder, 'c'))).mtimeMs).toBe(mtimeMs);
    expect(await open().publish(b, join(folder, 'd'))).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['c', 'd']);
    expect(await readFile(join(folder, 'd'), 'utf8')).toBe('two');
  });

  there('renames folders', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a'));
    await writeFile(join(folder, 'a', 'x'), '');
    await open().rename(join(folder, 'a'), join(folder, 'b'));
    expect(await readdir(join(folder, 'b'))).toEqual(['x']);
  });

  there('says by code what is wrong', async () => {
    const folder = await temporaryFolder();
    const gone = join(folder, 'gone');
    await mkdir(join(folder, 'full'));
    await writeFile(join(folder, 'full', 'x'), '');
    const files = open();
    expect(await files.stat(gone)).toBeUndefined();
    expect(await files.stat(folder)).toBeUndefined();
    expect(await files.exists(gone)).toBe(false);
    await expect(files.unlink(gone)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.read(gone)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.assertUsable(gone)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.rename(gone, join(folder, 'z'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(files.mkdir(join(folder, 'full'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(files.rmdir(join(folder, 'full'))).rejects.toMatchObject({ code: 'ENOTEMPTY' });
    await expect(collect(files, gone)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

async function collect(files: FileStore, folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of files.list(folder)) names.push(...batch.map(({ name }) => name));
  return names;
}
