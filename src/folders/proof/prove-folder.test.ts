import { statSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mounted, smallDisk } from '../../../test/faults/disk.ts';
import { hasRights, syncsFolders } from '../../../test/kit/machine.ts';
import type { FileStore } from '../file-store.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { temporaryFolder } from '../testkit/folder.ts';
import { filesOn } from '../testkit/sftp.ts';
import { type Oddities, startServer } from '../testkit/sftp-server.ts';
import { noSshd, startSshd } from '../testkit/sshd.ts';
import { type Purpose, proveFolder as prove_ } from './prove-folder.ts';

/** In English. */
async function proveFolder(folder: string, purpose: Purpose, files?: FileStore) {
  const { wrong, observations: seen, warnings } = await prove_(folder, purpose, files);
  return { wrong: wrong?.en, seen: seen.map(({ en }) => en), warnings: warnings.map(({ en }) => en) };
}

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
      `fsync works for files${syncsFolders ? ' and' : ', not for'} folders`,
      expect.stringMatching(/^\d+ MB free$/),
    ]);
    expect(await readdir(folder)).toEqual([]);
  },
);

it.skipIf(!mounted)('warns of a folder in memory, and refuses one without room', async () => {
  const disk = smallDisk(101);
  onTestFinished(() => disk.remove());
  const { wrong, warnings } = await proveFolder(disk.folder, { direction: 'inbound' });
  expect(warnings).toContainEqual(expect.stringContaining('lies in memory'));
  expect(wrong).toBeUndefined();
  disk.fill();
  const full = await proveFolder(disk.folder, { direction: 'inbound' });
  expect(full.wrong).toContain('No room is left');
});

it.skipIf(noSshd !== undefined)('tells the room and the fsync of an OpenSSH server', async () => {
  const files = filesOn(await startSshd());
  const folder = await temporaryFolder();
  const { wrong, seen } = await proveFolder(folder, { direction: 'outbound' }, files);
  expect(wrong).toBeUndefined();
  expect(seen.slice(-2)).toEqual(['the server offers fsync', expect.stringMatching(/^\d+ MB free$/)]);
  expect(await readdir(folder)).toEqual([]);
});

describe.skipIf(!hasRights)('who may read what is put there', () => {
  /** No folder on the way keeps others out, as far as it can be seen. */
  const open: FileStore = {
    ...localFileStore,
    rights: async (path) => (path.endsWith('.tmp') ? await localFileStore.rights(path) : 0o755),
  };
  const told = async (files: FileStore, mode?: number): Promise<boolean> => {
    const folder = await temporaryFolder();
    const { wrong, warnings } = await proveFolder(folder, { direction: 'outbound', mode }, files);
    expect(wrong).toBeUndefined();
    return warnings.some((text) => text.includes('everybody with an account'));
  };

  it('is told where that is everybody', async () => {
    expect(await told(open)).toBe((process.umask() & 0o004) === 0);
    expect(await told(open, 0o644)).toBe(true);
  });

  it('is no matter with rights for some, behind a folder that is closed, or where there are no rights', async () => {
    expect(await told(open, 0o640)).toBe(false);
    expect(await told(localFileStore, 0o644)).toBe(false);
    const fixed: FileStore = { ...open, rights: async () => 0o666 };
    expect(await told(fixed, 0o644)).toBe(false);
  });

  it('is told too where nobody says where the folder lies', async () => {
    const realPath = () => Promise.reject(Object.assign(new Error('Failure'), { code: 'ESFTP' }));
    expect(await told({ ...open, realPath }, 0o644)).toBe(true);
  });
});

/** The files of this machine, as a share with other ways shows them. */
const odd = (change: Partial<FileStore>): FileStore => ({ ...localFileStore, ...change });

it('says that an account which may not make sub-folders sees no collection', async () => {
  const mkdir = () => Promise.reject(Object.assign(new Error('no'), { code: 'EACCES' }));
  const { wrong, warnings } = await proveFolder(
    await temporaryFolder(),
    { direction: 'outbound' },
    odd({ mkdir }),
  );
  expect(wrong).toBeUndefined();
  expect(warnings).toEqual([expect.stringContaining('may not make sub-folders')]);
});

it('asks for a longer interval where times are coarse', async () => {
  const setTime = (path: string, mtime: number) =>
    localFileStore.setTime(path, Math.floor(mtime / 2000) * 2000);
  const folder = await temporaryFolder();
  const prove = (interval: number) =>
    proveFolder(folder, { direction: 'inbound', interval }, odd({ setTime }));
  expect((await prove(500)).warnings).toEqual([expect.stringContaining('interval: 2s')]);
  expect(await prove(2_000)).toMatchObject({
    warnings: [],
    seen: expect.arrayContaining(['times of files: seconds']),
  });
});

it('tells a share that shows old listings, and one that copies', async () => {
  const copied = (path: string) =>
    localFileStore.stat(path).then((look) => look && { ...look, mtime: path.endsWith('.moved.tmp') ? 1 : 2 });
  const list = async function* () {
    yield [];
  };
  const { warnings } = await proveFolder(
    await temporaryFolder(),
    { direction: 'outbound' },
    odd({ stat: copied, list }),
  );
  expect(warnings).toEqual([
    expect.stringContaining('not seen in a listing at once'),
    expect.stringContaining('seems to be copied'),
  ]);
});

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
  const files = filesOn(await startServer(odd));
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'a.xml'), '<a/>');
  return { folder, files };
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
  const files = filesOn(await startServer({ skew: 3_600_000 }));
  const folder = await temporaryFolder();
  const { wrong, seen } = await proveFolder(folder, { direction: 'inbound' }, files);
  expect(wrong).toBeUndefined();
  expect(seen).toEqual([
    'times of files: seconds',
    expect.stringMatching(/^its clock is 3[56]\d\d s ahead/),
    'no events: found by scanning only',
    'rename is atomic, within one file system',
    expect.stringContaining('the server does not offer fsync'),
  ]);
  expect(await readdir(folder)).toEqual([]);
});
