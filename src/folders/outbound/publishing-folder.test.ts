import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { mounted, smallDisk } from '../../../test/faults/disk.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { recordingLog, temporaryFolder } from '../testkit/folder.ts';
import { outboundBehaviour } from '../testkit/outbound-behaviour.ts';
import { openOutboundFolder } from './publishing-folder.ts';

outboundBehaviour();

it.skipIf(!mounted)('leaves nothing on a full disk, says so, and publishes when there is room', async () => {
  const disk = smallDisk(1);
  onTestFinished(() => disk.remove());
  const bytes = Buffer.alloc(200_000, 'x');
  const folder = await openOutboundFolder({ folder: disk.folder, owner: 'j c' }, recordingLog().log);
  await folder.mark();
  disk.fill();
  await expect(folder.stage('a.xml', bytes, '1.1')).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(folder.trouble()?.en).toContain('No room is left');
  expect((await readdir(disk.folder)).filter((name) => name.includes('a.xml'))).toEqual([]);
  disk.free();
  expect(await folder.publish(await folder.stage('a.xml', bytes, '1.2'))).toBe('a.xml');
  expect(await readFile(join(disk.folder, 'a.xml'))).toEqual(bytes);
  expect(folder.trouble()).toBeUndefined();
});

it('marks a folder whose rights were mended, without a restart', async () => {
  let mayMake = false;
  const mkdir = async (path: string) => {
    if (!mayMake) throw Object.assign(new Error('no'), { code: 'EACCES' });
    await localFileStore.mkdir(path);
  };
  const { log, lines } = recordingLog();
  const folder = await openOutboundFolder({ folder: await temporaryFolder() }, log, {
    ...localFileStore,
    mkdir,
  });
  // all of it has been: ids that are made meanwhile are of no time to come
  const began = performance.now() - 22 * 60_000;
  const clock = vi.spyOn(performance, 'now');
  onTestFinished(() => clock.mockRestore());
  const markAfter = async (minutes: number) => {
    clock.mockReturnValue(began + minutes * 60_000);
    return await folder.mark();
  };
  expect([await markAfter(0), await markAfter(11)]).toEqual([undefined, undefined]);
  expect(lines.map(({ code }) => code)).toEqual(['folder-unmarked']);
  mayMake = true;
  expect([await markAfter(12), await markAfter(22)]).toEqual([
    undefined,
    expect.stringMatching(/^\.gateway-/),
  ]);
});

/** A folder whose files may be listed and read by an account that may not write there, until `allow` is called. */
async function openReadOnly() {
  const path = await temporaryFolder();
  let allowed = false;
  const guarded =
    <A extends readonly unknown[], T>(run: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      if (!allowed) throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
      return await run(...args);
    };
  const { assertUsable, create, mkdir } = localFileStore;
  const guards = { assertUsable: guarded(assertUsable), create: guarded(create), mkdir: guarded(mkdir) };
  const { log, lines } = recordingLog();
  const folder = await openOutboundFolder({ folder: path, owner: 'j c' }, log, {
    ...localFileStore,
    ...guards,
  });
  const allow = (): void => {
    allowed = true;
  };
  return { folder, lines, allow };
}

it('says of a folder that can only be read that it may not write there, until it may', async () => {
  const { folder, lines, allow } = await openReadOnly();
  await folder.sweep(() => false);
  await folder.findPublished([]);
  await expect(folder.stage('a.xml', Buffer.from('x'), '1.1')).rejects.toMatchObject({ code: 'EACCES' });
  expect(folder.trouble()?.en).toContain('may not read and write');
  expect(lines.map(({ code, text }) => code ?? text)).toEqual(['folder-unavailable']);
  allow();
  await folder.findPublished([]);
  expect(folder.trouble()).toBeUndefined();
});

it('a folder that could only be read gets its mark once its rights are mended', async () => {
  const { folder, allow } = await openReadOnly();
  await expect(folder.mark()).rejects.toMatchObject({ code: 'EACCES' });
  allow();
  expect(await folder.mark()).toMatch(/^\.gateway-/);
});

it('tells within a minute that the folder is gone, also where nothing is published', async () => {
  const path = await temporaryFolder();
  const folder = await openOutboundFolder({ folder: path, owner: 'j c' }, recordingLog().log);
  await rm(path, { recursive: true });
  await folder.writeJournalSerial('j', 1).catch(() => undefined);
  expect(folder.trouble()?.en).toContain('does not exist');
  await mkdir(path);
  await folder.writeJournalSerial('j', 2);
  expect(folder.trouble()).toBeUndefined();
});
