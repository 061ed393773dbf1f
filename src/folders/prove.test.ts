import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { proveFolder } from './prove.ts';
import { temporaryFolder } from './testkit/folder.ts';

it.each(['inbound', 'outbound'] as const)('leaves nothing in an %s folder', async (direction) => {
  const folder = await temporaryFolder();
  expect(await proveFolder(folder, direction)).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

it('leaves the work folder that is there', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '.gateway'));
  expect(await proveFolder(folder, 'inbound')).toBeUndefined();
  expect(await readdir(folder)).toEqual(['.gateway']);
});

it('says that a folder does not exist', async () => {
  expect(await proveFolder('/no/such/folder', 'outbound')).toContain('does not exist');
});
