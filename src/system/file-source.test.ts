import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFixtures } from '../mapping/fixtures/run-fixtures.ts';
import { diskFiles, listFilesBelow, listUnreadLinks, restrictToFolders } from './file-source.ts';

/** Links and pipes in a folder of mappings: what somebody may put there who may read nothing else of the machine. */
describe.skipIf(process.platform === 'win32')('a folder with odd things in it', () => {
  let folder: string;
  let elsewhere: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mappings-'));
    elsewhere = mkdtempSync(join(tmpdir(), 'elsewhere-'));
    mkdirSync(join(elsewhere, 'order-to-exchange.stolen'));
    writeFileSync(join(elsewhere, 'order-to-exchange.stolen', 'document.xml'), 'secret');
    writeFileSync(join(folder, 'own.yaml'), 'mapping: own');
    mkdirSync(join(folder, 'tables'));
    writeFileSync(join(folder, 'tables', 'units.csv'), 'a,b');
  });
  afterEach(() => {
    for (const one of [folder, elsewhere]) rmSync(one, { recursive: true });
  });

  const listed = (): readonly string[] => listFilesBelow(folder).map((path) => relative(folder, path));

  it('has the files, and those that links inside of it lead to', () => {
    symlinkSync('own.yaml', join(folder, 'linked.yaml'));
    symlinkSync('tables', join(folder, 'more'));
    symlinkSync('gone.yaml', join(folder, 'dangling.yaml'));
    symlinkSync(elsewhere, join(folder, 'out'));
    expect(listed()).toEqual([
      'linked.yaml',
      join('more', 'units.csv'),
      'own.yaml',
      join('tables', 'units.csv'),
    ]);
    expect(listUnreadLinks(folder)).toEqual([join(folder, 'dangling.yaml'), join(folder, 'out')]);
  });

  it('follows no link round in a circle, nor one linked folder to another', () => {
    symlinkSync('.', join(folder, 'again'));
    mkdirSync(join(folder, 'formats'));
    symlinkSync('../tables', join(folder, 'formats', 'tables'));
    symlinkSync('formats', join(folder, 'more'));
    expect(listed()).toEqual([
      join('formats', 'tables', 'units.csv'),
      'own.yaml',
      join('tables', 'units.csv'),
    ]);
    expect(listUnreadLinks(folder)).toEqual([join(folder, 'again'), join(folder, 'more', 'tables')]);
  });

  it('has the others where a link leads to itself', () => {
    symlinkSync('self.yaml', join(folder, 'self.yaml'));
    expect(listed()).toEqual(['own.yaml', join('tables', 'units.csv')]);
    expect(listUnreadLinks(folder)).toEqual([join(folder, 'self.yaml')]);
    // a folder of which nobody can say what it is has no files to be taken for it
    symlinkSync('endless', join(elsewhere, 'endless'));
    expect(() => listFilesBelow(join(elsewhere, 'endless'))).toThrow(/ELOOP/);
  });

  it('has no pipe, which would be waited for without end', () => {
    const pipe = join(folder, 'pipe.yaml');
    execFileSync('mkfifo', [pipe]);
    expect(listed()).not.toContain('pipe.yaml');
    expect(diskFiles.read(pipe)).toBeUndefined();
    expect(restrictToFolders([folder]).read(pipe)).toBeUndefined();
  });

  it.each(['samples', 'fixtures'])('has nothing in %s where that leads out of it', (name) => {
    symlinkSync(elsewhere, join(folder, name));
    expect(listFilesBelow(join(folder, name), folder)).toEqual([]);
    expect(listFixtures(join(folder, name))).toEqual([]);
  });
});
