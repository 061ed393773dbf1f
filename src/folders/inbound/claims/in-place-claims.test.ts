import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ClaimedFile } from '../../folder-types.ts';
import { localFileStore } from '../../local/local-file-store.ts';
import { recordingLog, temporaryFolder, temporaryJournal } from '../../testkit/folder.ts';
import { inPlaceBehaviour } from '../../testkit/in-place-behaviour.ts';
import { ClaimedFiles } from './claimed-files.ts';
import { InPlaceClaims } from './in-place-claims.ts';

inPlaceBehaviour();

const hour = 3_600_000;
const look = { size: 1, mtime: 1_000 };

async function remembering(claim: 'delete' | 'remember', ...names: readonly string[]) {
  const folder = await temporaryFolder();
  const journal = await temporaryJournal();
  const settings = { folder, identity: 'out', claim, done: undefined };
  const { log, lines } = recordingLog();
  const broken = { now: false };
  const memory = {
    id: journal.id,
    listRememberedFiles: (name: string) => journal.listRememberedFiles(name),
    async forget(name: string, files: readonly string[]) {
      if (broken.now) throw new Error('disk full');
      await journal.forget(name, files);
    },
  };
  const inHand = new ClaimedFiles();
  const open = () => new InPlaceClaims(localFileStore, memory, settings, inHand, log);
  const inPlace = open();
  await inPlace.beginScan();
  for (const name of names) await take(inPlace, name);

  async function take(into: InPlaceClaims, name: string): Promise<ClaimedFile> {
    const [file] = await into.claim([{ name, ...look }]);
    if (file === undefined) throw new Error('nothing was claimed');
    const bytes = Buffer.from(name);
    const source = { kind: 'file' as const, ...file };
    await journal.receive([
      { channel: 'orders', direction: 'inbound', name, source, bytes, remember: 'out' },
    ]);
    await into.noteTaken(file);
    return file;
  }

  /** One scan that lists these. */
  async function scan(now: number, ...listed: readonly string[]): Promise<void> {
    await inPlace.beginScan();
    for (const name of listed) inPlace.isTaken(name, look);
    await inPlace.endScan(listed.length, now);
  }

  const known = async () => (await journal.listRememberedFiles('out')).map(({ name }) => name).sort();
  return { folder, inPlace, inHand, open, scan, known, lines, broken };
}

it('forgets what has been gone for an hour, so that the table does not grow', async () => {
  const { scan, known } = await remembering('remember', 'a.xml', 'b.xml');
  await scan(0, 'b.xml');
  await scan(hour - 1, 'b.xml');
  expect(await known()).toEqual(['a.xml', 'b.xml']);
  await scan(hour, 'b.xml');
  expect(await known()).toEqual(['b.xml']);
});

it('forgets nothing because of a folder that is empty: a share may not be mounted', async () => {
  const { scan, known, inPlace } = await remembering('remember', 'a.xml', 'b.xml');
  for (const now of [0, hour, 100 * hour]) await scan(now);
  expect(await known()).toEqual(['a.xml', 'b.xml']);
  await scan(101 * hour, 'a.xml', 'b.xml');
  expect(inPlace.isTaken('a.xml', look)).toBe(true);
});

it('knows what the journal knows, and who came back meanwhile', async () => {
  const { open } = await remembering('remember', 'a.xml');
  const again = open();
  await again.beginScan();
  expect(again.isTaken('a.xml', look)).toBe(true);
  expect(again.isTaken('a.xml', { ...look, size: 2 })).toBe(false);
});

it('knows what another gateway took when its turn comes again', async () => {
  const folder = await temporaryFolder();
  const journal = await temporaryJournal();
  const settings = { folder, identity: 'out', claim: 'remember', done: undefined } as const;
  const inPlace = new InPlaceClaims(
    localFileStore,
    journal,
    settings,
    new ClaimedFiles(),
    recordingLog().log,
  );
  await inPlace.beginScan();
  const source = { kind: 'file', id: 'theirs', name: 'a.xml', ...look, inPlace: true } as const;
  const bytes = Buffer.from('a');
  await journal.receive([
    { channel: 'orders', direction: 'inbound', name: 'a.xml', source, bytes, remember: 'out' },
  ]);
  await inPlace.beginScan();
  expect(inPlace.isTaken('a.xml', look)).toBe(false);
  inPlace.forgetAll();
  await inPlace.beginScan();
  expect(inPlace.isTaken('a.xml', look)).toBe(true);
});

it('claims nothing while the journal cannot be written', async () => {
  const { inPlace, inHand, scan, broken } = await remembering('remember', 'a.xml');
  await scan(0, 'another.xml');
  await inPlace.beginScan();
  inPlace.isTaken('a.xml', { ...look, mtime: 9_000 });
  broken.now = true;
  const both = ['b.xml', 'a.xml'].map((name) => ({ name, size: 1, mtime: 9_000 }));
  await expect(inPlace.claim(both)).rejects.toThrow('disk full');
  expect(inHand.hasFile('b.xml')).toBe(false);
  broken.now = false;
  expect(await inPlace.claim(both)).toHaveLength(2);
});

it('tells once that files cannot be deleted, and tries again', async () => {
  const { folder, inPlace, lines, known, scan } = await remembering('delete');
  const path = join(folder, 'a.xml');
  await writeFile(path, 'a');
  const { size, mtime } = (await localFileStore.stat(path)) ?? look;
  const [file] = await inPlace.claim([{ name: 'a.xml', size, mtime }]);
  if (file === undefined) return;
  const { unlink } = localFileStore;
  localFileStore.unlink = async () => {
    throw Object.assign(new Error('not allowed'), { code: 'EACCES' });
  };
  try {
    await inPlace.noteTaken(file);
    await scan(performance.now() + 20_000, 'none');
  } finally {
    localFileStore.unlink = unlink;
  }
  expect(inPlace.trouble()?.en).toContain('cannot be deleted');
  expect(lines.filter(({ code }) => code === 'file-not-deleted')).toHaveLength(1);
  await inPlace.beginScan();
  inPlace.isTaken('a.xml', { size, mtime });
  await inPlace.endScan(1, performance.now() + 60_000);
  expect(inPlace.trouble()).toBeUndefined();
  expect(await localFileStore.exists(path)).toBe(false);
  expect(await known()).toEqual([]);
});
