import { statSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { proveFolder } from './prove.ts';
import { SftpFiles } from './sftp-files.ts';
import { SftpSession } from './sftp-session.ts';
import { recordingLog, temporaryFolder } from './testkit/folder.ts';
import { type Oddities, startServer } from './testkit/sftp-server.ts';

it.each(['inbound', 'outbound'] as const)(
  'proves an %s folder and leaves nothing in it',
  async (direction) => {
    const folder = await temporaryFolder();
    const { wrong, seen } = await proveFolder(folder, { direction });
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
  expect((await proveFolder(folder, { direction: 'inbound' })).wrong).toBeUndefined();
  expect(await readdir(folder)).toEqual(['.gateway']);
});

it('says that a folder does not exist', async () => {
  expect((await proveFolder('/no/such/folder', { direction: 'outbound' })).wrong).toContain('does not exist');
});

it('warns of the work folder of another journal', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, '.gateway', 'ours'), { recursive: true });
  const prove = () => proveFolder(folder, { direction: 'inbound', journal: 'ours' });
  expect((await prove()).warnings).toEqual([]);
  await mkdir(join(folder, '.gateway', 'theirs'));
  const { wrong, warnings } = await prove();
  expect(wrong).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('(theirs in ')]);
});

it('proves a configured work folder, and removes it again', async () => {
  const folder = await temporaryFolder();
  const work = join(await temporaryFolder(), 'work');
  expect((await proveFolder(folder, { direction: 'inbound', work })).wrong).toBeUndefined();
  await expect(readdir(work)).rejects.toMatchObject({ code: 'ENOENT' });
});

const memory = '/dev/shm';
const isElsewhere = () => statSync(memory).dev !== statSync(tmpdir()).dev;

it.skipIf(process.platform !== 'linux' || !isElsewhere())(
  'says that a work folder lies on another file system',
  async () => {
    const work = join(memory, `work-${process.pid}`);
    onTestFinished(() => rm(work, { recursive: true, force: true }));
    const { wrong } = await proveFolder(await temporaryFolder(), { direction: 'inbound', work });
    expect(wrong).toContain('lies on another file system');
  },
);

async function onServer(odd: Oddities) {
  const server = await startServer(odd);
  const session = new SftpSession(server.endpoint, recordingLog().log);
  onTestFinished(async () => {
    await session.close();
    await server.close();
  });
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.xml'), '<a/>');
  return { folder, files: new SftpFiles(session) };
}

const readOnly = ['CREATE', 'MKDIR', 'RENAME', 'REMOVE', 'SETSTAT'];

it.each([
  [['RENAME'], '`claim: delete` works'],
  [['RENAME', 'REMOVE'], '`claim: remember` works'],
  [readOnly, '`claim: remember` works, or `claim: delete` where'],
])('proposes, where %j is refused, the claim that works', async (refuses, proposal) => {
  const { folder, files } = await onServer({ refuses });
  const { wrong } = await proveFolder(folder, { direction: 'inbound' }, files);
  expect(wrong).toContain('may not read and write');
  expect(wrong).toContain(proposal);
});

it('proves the claim that is configured', async () => {
  const mayDelete = await onServer({ refuses: ['RENAME', 'MKDIR'] });
  const deletes = { direction: 'inbound', claim: 'delete' } as const;
  const { wrong, seen } = await proveFolder(mayDelete.folder, deletes, mayDelete.files);
  expect([wrong, seen]).toEqual([undefined, expect.arrayContaining(['files may be deleted, not renamed'])]);
  expect((await proveFolder(await temporaryFolder(), deletes)).seen).toContain(
    'files may be renamed here: `claim` can be left out',
  );
  const mayRead = await onServer({ refuses: readOnly });
  const reads = { direction: 'inbound', claim: 'remember' } as const;
  expect((await proveFolder(mayRead.folder, reads, mayRead.files)).wrong).toBeUndefined();
  expect((await proveFolder(mayRead.folder, deletes, mayRead.files)).wrong).toContain(
    '`claim: remember` works',
  );
  for (const { folder } of [mayDelete, mayRead]) expect(await readdir(folder)).toEqual(['a.xml']);
});

it('tells of a server what it does not have, and how far its clock is off', async () => {
  const server = await startServer({ skew: 3_600_000 });
  const session = new SftpSession(server.endpoint, recordingLog().log);
  onTestFinished(async () => {
    await session.close();
    await server.close();
  });
  const folder = await temporaryFolder();
  const { wrong, seen } = await proveFolder(folder, { direction: 'inbound' }, new SftpFiles(session));
  expect(wrong).toBeUndefined();
  expect(seen).toEqual([
    'times of files: seconds',
    expect.stringMatching(/^its clock is 3[56]\d\d s ahead/),
    'no events: found by scanning only',
    'rename is atomic, within one file system',
  ]);
  expect(await readdir(folder)).toEqual([]);
});
