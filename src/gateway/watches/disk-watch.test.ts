import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { mounted, smallDisk } from '../../../test/faults/disk.ts';
import { DiskWatch } from './disk-watch.ts';

const said: string[] = [];
const note = (fields: unknown, text?: string): void => {
  said.push(`${JSON.stringify(fields)} ${text}`);
};
const log = { debug: note, info: note, warn: note, error: note };

let undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo) step();
  undo = [];
  said.length = 0;
});

it('says nothing of a disk with room, nor of a folder that is away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'room-'));
  undo.push(() => rmSync(folder, { recursive: true }));
  const watch = new DiskWatch([join(folder, 'gone')], log);
  await watch.round();
  expect(watch.trouble()).toBeUndefined();
  expect(said).toEqual([]);
});

it.skipIf(!mounted)('tells a disk that is nearly full once, and when it has room again', async () => {
  const disk = smallDisk(300);
  undo.push(() => disk.remove());
  const watch = new DiskWatch([disk.folder, disk.folder], log);
  await watch.round();
  expect(watch.trouble()).toBeUndefined();
  const file = join(disk.folder, 'large');
  writeFileSync(file, Buffer.alloc(150_000_000));
  await watch.round();
  await watch.round();
  expect(watch.trouble()?.en).toContain('MB are left on the disk of');
  expect(said).toEqual([expect.stringContaining('disk-low')]);
  rmSync(file);
  await watch.round();
  expect(watch.trouble()).toBeUndefined();
  expect(said.at(-1)).toContain('disk-has-room');
});

it.skipIf(!mounted)('looks often at a disk that is nearly full: what it tells is so', async () => {
  const disk = smallDisk(50);
  const watch = new DiskWatch([disk.folder], log, { every: 3_600_000, low: 10 });
  const running = watch.run();
  undo.push(() => disk.remove());
  await expect.poll(() => watch.trouble()?.en).toContain('Only 52 MB are left');
  disk.fill();
  await expect.poll(() => watch.trouble()?.en).toContain('Only 0 MB are left');
  watch.stop();
  await running;
});
