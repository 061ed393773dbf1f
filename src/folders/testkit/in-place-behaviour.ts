import { mkdir, readdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import type { InboundFolderSettings } from '../inbound/inbound-parts.ts';
import {
  namesIn,
  openWatched,
  order,
  temporaryFolder,
  temporaryJournal,
  type WatchedTestFolder,
} from './folder.ts';

const eventually = { timeout: 5_000, interval: 10 };
const report = { text: 'line 3 is wrong', json: '{}' };

/** A folder with files that are there before the start. */
async function open(
  settings: Partial<InboundFolderSettings>,
  ...names: readonly string[]
): Promise<{ readonly watched: WatchedTestFolder; readonly journal: Journal }> {
  const journal = await temporaryJournal();
  const watched = await openWatched(settings, journal);
  for (const name of names) await drop(watched.path, name);
  return { watched, journal };
}

/** All files of one moment in 2001, so that times of whole seconds do as well. */
async function drop(folder: string, name: string, text = name, seconds = 1_000_000_000): Promise<void> {
  const temporary = join(folder, `.${name}`);
  await writeFile(temporary, order(text));
  await utimes(temporary, seconds, seconds);
  await rename(temporary, join(folder, name));
}

const takenNames = ({ taken }: WatchedTestFolder) => taken.map(({ file }) => file.name).sort();

/** Files that may not be renamed: run by the tests of each kind of folder. */
export function inPlaceBehaviour(): void {
  describe('claim: remember', () => {
    it('takes each file once and touches nothing', async () => {
      const { watched } = await open({ claim: 'remember' }, 'a.xml', 'b.xml');
      watched.start();
      await watched.until(2);
      await drop(watched.path, 'c.xml');
      await watched.until(3);
      await pause(200);
      expect(takenNames(watched)).toEqual(['a.xml', 'b.xml', 'c.xml']);
      expect((await readdir(watched.path)).sort()).toEqual(['a.xml', 'b.xml', 'c.xml']);
      expect((await stat(join(watched.path, 'a.xml'))).mtimeMs).toBe(1e12);
      expect(watched.folder.trouble()).toBeUndefined();
    });

    it('knows them after a restart', async () => {
      const { watched, journal } = await open({ claim: 'remember' }, 'a.xml', 'b.xml');
      await watched.start().until(2);
      await watched.stop();
      const again = await openWatched({ claim: 'remember', folder: watched.path }, journal);
      await drop(watched.path, 'c.xml');
      await again.start().until(1);
      await pause(200);
      expect(takenNames(again)).toEqual(['c.xml']);
    });

    it('takes a changed file of the same name again, not one that was only touched', async () => {
      const { watched } = await open({ claim: 'remember' }, 'a.xml', 'b.xml');
      await watched.start().until(2);
      await utimes(join(watched.path, 'b.xml'), 1_000_000_060, 1_000_000_060);
      await drop(watched.path, 'a.xml', 'A.xml', 1_000_000_060);
      const taken = await watched.until(3);
      expect(taken[2]?.text).toBe(order('A.xml').toString());
      await pause(250);
      expect(takenNames(watched)).toEqual(['a.xml', 'a.xml', 'b.xml']);
    });

    it('takes a file that was away and is dropped again, whatever is in it', async () => {
      const { watched } = await open({ claim: 'remember' }, 'a.xml', 'b.xml');
      await watched.start().until(2);
      await unlink(join(watched.path, 'a.xml'));
      // the look that lists this one has missed the other
      await drop(watched.path, 'c.xml');
      await watched.until(3);
      await drop(watched.path, 'a.xml', 'a.xml', 1_000_000_060);
      await watched.until(4);
      expect(takenNames(watched)).toEqual(['a.xml', 'a.xml', 'b.xml', 'c.xml']);
    });

    it('takes nothing again when the folder vanishes and returns', async () => {
      const { watched } = await open({ claim: 'remember' }, 'a.xml');
      await watched.start().until(1);
      await rename(watched.path, `${watched.path}.away`);
      await vi.waitFor(() => expect(watched.folder.trouble()?.en).toContain('does not exist'), eventually);
      await rename(`${watched.path}.away`, watched.path);
      await drop(watched.path, 'b.xml');
      await watched.until(2);
      expect(takenNames(watched)).toEqual(['a.xml', 'b.xml']);
    });

    it('tries a file again that could not be taken, and keeps their order', async () => {
      const { watched } = await open({ claim: 'remember' }, 'a.xml', 'b.xml');
      let full = true;
      watched.refuse = () => {
        if (full) throw new Error('disk full');
      };
      watched.start();
      await vi.waitFor(() => expect(watched.folder.trouble()?.en).toContain('disk full'), eventually);
      full = false;
      const taken = await watched.until(2);
      expect(taken.map(({ file }) => file.name)).toEqual(['a.xml', 'b.xml']);
      await pause(150);
      expect(watched.taken).toHaveLength(2);
    });

    it('leaves reports in a folder of this machine, where one is given', async () => {
      const reports = join(await temporaryFolder(), 'reports');
      const { watched } = await open({ claim: 'remember', reports }, 'a.xml');
      const [taken] = await watched.start().until(1);
      if (taken === undefined) return;
      const bytes = async () => Buffer.from(taken.text);
      expect(await watched.folder.putInPlacement(taken.file, 'parked', report, bytes)).toBe('');
      const names = [`a~${taken.file.id}.xml.report.json`, `a~${taken.file.id}.xml.report.txt`];
      expect(await namesIn(reports)).toEqual(names);
      expect(await watched.folder.putInPlacement(taken.file, 'error', report, bytes)).toBe('');
      expect(await namesIn(reports)).toEqual(names);
      expect(await watched.folder.putInPlacement(taken.file, 'archive', undefined, bytes)).toBe('');
      expect(await namesIn(reports)).toEqual([]);
      expect(await readdir(watched.path)).toEqual(['a.xml']);
    });
  });

  describe('claim: delete', () => {
    it('deletes files once they are taken, with their done-files', async () => {
      const { watched } = await open({ claim: 'delete', done: '.done' }, 'a.xml', 'b.xml');
      for (const name of ['a.xml.done', 'b.xml.done']) await writeFile(join(watched.path, name), '');
      await watched.start().until(2);
      await vi.waitFor(async () => expect(await readdir(watched.path)).toEqual([]), eventually);
      expect(takenNames(watched)).toEqual(['a.xml', 'b.xml']);
    });

    it('deletes, and does not take again, what a crash left between journal and deletion', async () => {
      const { watched, journal } = await open({ claim: 'remember', identity: 'out' }, 'a.xml');
      await watched.start().until(1);
      await watched.stop();
      const again = await openWatched({ claim: 'delete', identity: 'out', folder: watched.path }, journal);
      await drop(watched.path, 'b.xml');
      await again.start().until(1);
      await vi.waitFor(async () => expect(await namesIn(watched.path)).toEqual([]), eventually);
      expect(takenNames(again)).toEqual(['b.xml']);
      await vi.waitFor(async () => expect(await journal.listRememberedFiles('out')).toEqual([]), eventually);
    });

    it('takes the same name again, whatever is in it', async () => {
      const { watched, journal } = await open({ claim: 'delete' }, 'a.xml');
      watched.start();
      for (const count of [1, 2, 3]) {
        await watched.until(count);
        await vi.waitFor(async () => expect(await readdir(watched.path)).toEqual([]), eventually);
        if (count < 3) await drop(watched.path, 'a.xml');
      }
      const { identity } = watched.folder;
      await vi.waitFor(
        async () => expect(await journal.listRememberedFiles(identity)).toEqual([]),
        eventually,
      );
    });

    it('does not delete what was written after it was read', async () => {
      const { watched } = await open({ claim: 'delete' }, 'a.xml');
      let isFirst = true;
      const { read } = watched.folder;
      watched.folder.read = async (file) => {
        const bytes = await read.call(watched.folder, file);
        if (isFirst) await drop(watched.path, 'a.xml', 'newer', 1_000_000_060);
        isFirst = false;
        return bytes;
      };
      const taken = await watched.start().until(2);
      expect(taken.map(({ text }) => text)).toEqual([order('a.xml'), order('newer')].map(String));
    });

    it('makes a copy anew that a crash cut short', async () => {
      const { watched } = await open({ claim: 'delete' }, 'a.xml');
      const [taken] = await watched.start().until(1);
      if (taken === undefined) return;
      const work = join(watched.path, '.gateway', watched.journalId);
      await mkdir(work, { recursive: true });
      await writeFile(join(work, `${taken.file.id}.copy`), 'half');
      expect(await watched.folder.listClaimed()).toEqual([]);
      const bytes = async () => Buffer.from(taken.text);
      expect(await watched.folder.putInPlacement(taken.file, 'archive', undefined, bytes)).toBe(
        'archive/a.xml',
      );
      expect(await readFile(join(watched.path, 'archive', 'a.xml'), 'utf8')).toBe(taken.text);
      expect(await readdir(work)).toEqual([]);
    });

    it.each(['archive', 'error'] as const)('files a copy in %s with name, time and report', async (place) => {
      const { watched } = await open({ claim: 'delete' }, 'a.xml');
      const [taken] = await watched.start().until(1);
      if (taken === undefined) return;
      const bytes = async () => Buffer.from(taken.text);
      const path = join(watched.path, place, 'a.xml');
      expect(await watched.folder.putInPlacement(taken.file, 'parked', report, bytes)).toBe('parked/a.xml');
      expect(await namesIn(join(watched.path, 'parked'))).toHaveLength(3);
      const said = place === 'error' ? report : undefined;
      for (const _ of [1, 2])
        expect(await watched.folder.putInPlacement(taken.file, place, said, bytes)).toBe(`${place}/a.xml`);
      expect(await readFile(path, 'utf8')).toBe(taken.text);
      expect((await stat(path)).mtimeMs).toBe(1e12);
      expect(await namesIn(join(watched.path, place))).toHaveLength(place === 'error' ? 3 : 1);
      expect(await namesIn(join(watched.path, 'parked'))).toEqual([]);
      await rm(path);
    });
  });
}
