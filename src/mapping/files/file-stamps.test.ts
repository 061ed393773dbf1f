import { mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from './file-source.ts';
import { FileStamps, RememberedFiles } from './file-stamps.ts';

const folder = mkdtempSync(join(tmpdir(), 'stamp-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'a.yaml');
beforeEach(() => write(file, 'one'));

/** Whole seconds can be given to another file exactly. */
function write(path: string, text: string): void {
  writeFileSync(path, text);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}

/** As editors save that never leave half a file; of the same time as the one before. */
function renameIntoPlace(text: string): void {
  write(join(folder, '.tmp'), text);
  renameSync(join(folder, '.tmp'), file);
}

describe('stamps of the files that were read', () => {
  it('tell of a save after the read, also in the moment of the read', () => {
    const stamps = new FileStamps();
    stamps.files.read(file);
    expect(stamps.hasChanged()).toBe(false);
    renameIntoPlace('another');
    expect(stamps.hasChanged()).toBe(true);
    stamps.files.read(file);
    expect(stamps.hasChanged()).toBe(true);
  });

  it('tell of a file that goes, and of one that was looked for and comes', () => {
    const [gone, coming] = [new FileStamps(), new FileStamps()];
    gone.note([file]);
    const other = join(folder, 'other.yaml');
    expect(coming.files.read(other)).toBeUndefined();
    expect([gone.hasChanged(), coming.hasChanged()]).toEqual([false, false]);
    renameSync(file, other);
    expect([gone.hasChanged(), coming.hasChanged()]).toEqual([true, true]);
    rmSync(other);
  });
});

it('a large file that has not changed is the same bytes; one that has, and a small one, are read', () => {
  const files = new RememberedFiles(diskFiles);
  expect([files.read(file), files.read(file)]).toEqual([Buffer.from('one'), Buffer.from('one')]);
  expect(files.read(file)).not.toBe(files.read(file));
  const large = 'x'.repeat(300_000);
  write(file, large);
  const first = files.read(file);
  expect(first?.length).toBe(large.length);
  expect(files.read(file)).toBe(first);
  renameIntoPlace(`${large}y`);
  expect(files.read(file)?.length).toBe(large.length + 1);
  rmSync(file);
  expect(files.read(file)).toBeUndefined();
});
