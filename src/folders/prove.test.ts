import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { proveFolder } from './prove.ts';
import { SftpFiles } from './sftp-files.ts';
import { SftpSession } from './sftp-session.ts';
import { recordingLog, temporaryFolder } from './testkit/folder.ts';
import { startServer } from './testkit/sftp-server.ts';

it.each(['inbound', 'outbound'] as const)(
  'proves an %s folder and leaves nothing in it',
  async (direction) => {
    const folder = await temporaryFolder();
    const { wrong, seen } = await proveFolder(folder, direction);
    expect(wrong).toBeUndefined();
    expect(seen).toEqual([
      'times of files: milliseconds or better',
      'events tell of new files',
      'rename is atomic, within one file system',
      expect.stringMatching(/^\d+ MB free$/),
    ]);
    expect(await readdir(folder)).toEqual([]);
  },
);

it('leaves the work folder that is there', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '.gateway'));
  expect((await proveFolder(folder, 'inbound')).wrong).toBeUndefined();
  expect(await readdir(folder)).toEqual(['.gateway']);
});

it('says that a folder does not exist', async () => {
  expect((await proveFolder('/no/such/folder', 'outbound')).wrong).toContain('does not exist');
});

it('tells of a server what it does not have, and how far its clock is off', async () => {
  const server = await startServer({ skew: 3_600_000 });
  const session = new SftpSession(server.endpoint, recordingLog().log);
  onTestFinished(async () => {
    await session.close();
    await server.close();
  });
  const folder = await temporaryFolder();
  const { wrong, seen } = await proveFolder(folder, 'inbound', new SftpFiles(session));
  expect(wrong).toBeUndefined();
  expect(seen).toEqual([
    'times of files: seconds',
    expect.stringMatching(/^its clock is 3[56]\d\d s ahead/),
    'no events: found by scanning only',
    'rename is atomic, within one file system',
  ]);
  expect(await readdir(folder)).toEqual([]);
});
