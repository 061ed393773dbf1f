import {
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { hasLinks, patience } from '../../../test/kit/machine.ts';
import { namesIn, openWatched, order, temporaryFolder } from './folder.ts';

/** A file and its done-file. */
const signalled = (name: string, number: string): readonly (readonly [string, Buffer])[] => [
  [name, order(number)],
  [`${name}.done`, Buffer.alloc(0)],
];

const eventually = { timeout: 5_000 * patience, interval: 10 };

/** How claimed files get to who watches, whatever is in the way; local or not: run by the tests of each kind. */
export function handoverBehaviour(): void {
  describe('watch', () => {
    it('gives claims ids that sort as they were made', async () => {
      const watched = await openWatched();
      for (let n = 0; n < 50; n++) await writeFile(join(watched.path, `${n}.xml`), order(String(n)));
      const ids = (await watched.start().until(50)).map(({ file }) => file.id);
      expect(ids).toEqual([...ids].sort());
      expect(new Set(ids).size).toBe(50);
    });

    it('keeps a file that was not taken, in order, and hands it over again', async () => {
      const watched = await openWatched();
      let full = true;
      watched.refuse = () => {
        if (full) throw new Error('disk full');
      };
      for (let n = 0; n < 9; n++) {
        await writeFile(join(watched.path, `${n}.xml`), order(String(n)));
        await utimes(join(watched.path, `${n}.xml`), n, n);
      }
      watched.start();
      await vi.waitFor(() => expect(watched.folder.trouble()?.en).toContain('disk full'), eventually);
      await writeFile(join(watched.path, 'later.xml'), order('later'));
      await pause(200);
      expect(await namesIn(watched.path)).toEqual(['later.xml']);
      full = false;
      const taken = await watched.until(10);
      expect(taken.map(({ file }) => file.name)).toEqual(
        [...'012345678'].map((n) => `${n}.xml`).concat('later.xml'),
      );
      await vi.waitFor(() => expect(watched.folder.trouble()).toBeUndefined(), eventually);
    });

    it('goes on when a single file cannot be taken', async () => {
      const watched = await openWatched();
      watched.refuse = (file) => {
        if (file.name === 'poison.xml') throw new Error('this one never');
      };
      await writeFile(join(watched.path, 'poison.xml'), order('p'));
      watched.start();
      await vi.waitFor(() => expect(watched.folder.trouble()?.en).toContain('this one never'), eventually);
      await writeFile(join(watched.path, 'good.xml'), order('g'));
      expect((await watched.until(1))[0]?.file.name).toBe('good.xml');
    });

    it('says once that the folder is gone, and picks up when it is back, each file once', async () => {
      const watched = await openWatched();
      await writeFile(join(watched.path, 'a.xml'), order('1'));
      await watched.start().until(1);
      await rename(watched.path, `${watched.path}.away`);
      await vi.waitFor(() => expect(watched.folder.trouble()?.en).toContain('does not exist'), eventually);
      await writeFile(join(`${watched.path}.away`, 'b.xml'), order('2'));
      await pause(200);
      await rename(`${watched.path}.away`, watched.path);
      await watched.until(2);
      await vi.waitFor(() => expect(watched.folder.trouble()).toBeUndefined(), eventually);
      await pause(150);
      expect(watched.taken.map(({ file }) => file.name)).toEqual(['a.xml', 'b.xml']);
      expect(watched.lines.filter((line) => line.code === 'folder-unavailable')).toHaveLength(1);
      expect(watched.lines.filter((line) => line.text.includes('can be used again'))).toHaveLength(1);
    });

    it.skipIf(!hasLinks)(
      'takes nothing from another folder that its path leads to while it runs',
      async () => {
        const watched = await openWatched();
        await writeFile(join(watched.path, 'a.xml'), order('1'));
        const [first] = await watched.start().until(1);
        if (first === undefined) return;
        const other = await temporaryFolder();
        await writeFile(join(other, 'theirs.xml'), order('2'));
        await rename(watched.path, `${watched.path}.away`);
        await symlink(other, watched.path);
        await vi.waitFor(
          () => expect(watched.folder.trouble()?.en).toContain('is another one now'),
          eventually,
        );
        const unavailable = { code: 'folder-unavailable' };
        await expect(watched.folder.putInPlacement(first.file, 'archive')).rejects.toMatchObject(unavailable);
        await expect(watched.folder.read(first.file)).rejects.toMatchObject(unavailable);
        await expect(watched.folder.listClaimed()).rejects.toMatchObject(unavailable);
        await expect(watched.folder.giveBack(first.file)).rejects.toMatchObject(unavailable);
        await pause(200);
        expect(await readdir(other)).toEqual(['theirs.xml']);
        await unlink(watched.path);
        await rename(`${watched.path}.away`, watched.path);
        await vi.waitFor(() => expect(watched.folder.trouble()).toBeUndefined(), eventually);
        expect(await watched.folder.putInPlacement(first.file, 'archive')).toBe('archive/a.xml');
        expect(watched.taken).toHaveLength(1);
      },
    );

    it('waits for a folder that is not there yet and does not make it', async () => {
      const folder = join(await temporaryFolder(), 'later');
      const watched = await openWatched({ folder });
      expect(watched.folder.trouble()?.en).toContain('does not exist');
      await expect(watched.folder.listClaimed()).rejects.toMatchObject({ code: 'folder-unavailable' });
      watched.start();
      await pause(100);
      await expect(stat(folder)).rejects.toMatchObject({ code: 'ENOENT' });
      await mkdir(folder);
      await writeFile(join(folder, 'a.xml'), order('1'));
      await watched.until(1);
    });

    it('takes each file once when several gateways watch one folder', async () => {
      const one = await openWatched({}, 'journal-1');
      const two = await openWatched({ folder: one.path }, 'journal-2');
      for (let n = 0; n < 300; n++) await writeFile(join(one.path, `${n}.xml`), order(String(n)));
      one.start();
      two.start();
      await vi.waitFor(() => expect(one.taken.length + two.taken.length).toBe(300), {
        timeout: 20_000 * patience,
        interval: 20,
      });
      const names = [...one.taken, ...two.taken].map(({ file }) => file.name);
      expect(new Set(names).size).toBe(300);
      expect(await namesIn(one.path)).toEqual([]);
    });

    it('ends when the signal aborts, also while it waits', async () => {
      const watched = (await openWatched()).start();
      await pause(60);
      const started = performance.now();
      await watched.stop();
      expect(performance.now() - started).toBeLessThan(500);
    });
  });

  describe('claimed', () => {
    it('finds what a crash left in the work folder, oldest first, with its time', async () => {
      const before = await openWatched();
      for (const name of ['b.xml', 'a.xml']) {
        await writeFile(join(before.path, name), order(name));
        await utimes(join(before.path, name), 1000 + before.taken.length, 1000);
        if (name === 'b.xml') before.start();
        await before.until(name === 'b.xml' ? 1 : 2);
      }
      await before.stop();
      const after = await openWatched({ folder: before.path });
      const claimed = await after.folder.listClaimed();
      expect(claimed).toEqual(before.taken.map(({ file }) => file));
      expect(claimed.map((file) => file.name)).toEqual(['b.xml', 'a.xml']);
      expect(claimed[0]?.mtime).toBe(1_000_000);
    });

    it('puts back a claim that a crash cut short, and removes empty folders', async () => {
      const watched = await openWatched();
      const work = join(watched.path, '.gateway', 'journal-1');
      await mkdir(join(work, '0abc.claiming'), { recursive: true });
      await mkdir(join(work, '0abd'));
      await writeFile(join(work, '0abc.claiming', 'a.xml'), order('1'));
      expect(await watched.folder.listClaimed()).toEqual([]);
      expect(await namesIn(watched.path)).toEqual(['a.xml']);
      expect(await readdir(work)).toEqual([]);
    });

    it('leaves out what is known already', async () => {
      const watched = await openWatched();
      for (const name of ['a.xml', 'b.xml']) await writeFile(join(watched.path, name), order(name));
      const [one, two] = (await watched.start().until(2)).map(({ file }) => file);
      const asked: string[] = [];
      const known = async (ids: readonly string[]) => {
        asked.push(...ids);
        return new Set([one?.id ?? '']);
      };
      expect(await watched.folder.listClaimed(known)).toEqual([two]);
      expect(asked.sort()).toEqual([one?.id, two?.id]);
    });

    it('does not touch the work folder of another journal', async () => {
      const other = await openWatched({}, 'journal-2');
      await writeFile(join(other.path, 'a.xml'), order('1'));
      await other.start().until(1);
      const mine = await openWatched({ folder: other.path }, 'journal-1');
      expect(await mine.folder.listClaimed()).toEqual([]);
      expect(await other.folder.listClaimed()).toHaveLength(1);
    });
  });

  describe('giveBack', () => {
    /** One claimed file of a folder with done-files. */
    async function claimed() {
      const watched = await openWatched({ done: '.done' });
      for (const [name, text] of signalled('a.xml', '1')) await writeFile(join(watched.path, name), text);
      const [first] = await watched.start().until(1);
      if (first === undefined) throw new Error('nothing was taken');
      await watched.stop();
      expect(await namesIn(watched.path)).toEqual([]);
      const { folder, path } = await openWatched({ folder: watched.path, done: '.done' });
      return { folder, path, file: first.file, other: `a~${first.file.id}.xml` };
    }

    it('puts the done-file back too, and once only', async () => {
      const { folder, path, file } = await claimed();
      await writeFile(join(path, 'a.xml.done'), 'its own');
      await folder.giveBack(file);
      expect(await namesIn(path)).toEqual(['a.xml', 'a.xml.done']);
      expect(await readFile(join(path, 'a.xml.done'), 'utf8')).toBe('its own');
    });

    it('leaves a new file of that name to its writer', async () => {
      const { folder, path, file, other } = await claimed();
      await writeFile(join(path, 'a.xml'), 'half');
      await folder.giveBack(file);
      expect(await namesIn(path)).toEqual(['a.xml', other, `${other}.done`]);
      expect(await readFile(join(path, 'a.xml'), 'utf8')).toBe('half');
    });

    it('leaves no done-file of what is gone', async () => {
      const { folder, path, file } = await claimed();
      await rm(join(path, '.gateway', 'journal-1', file.id, 'a.xml'));
      await folder.giveBack(file);
      expect(await namesIn(path)).toEqual([]);
    });
  });

  describe('read', () => {
    it('puts a file back that changed after the claim; it settles anew and is taken once more', async () => {
      const watched = await openWatched();
      await writeFile(join(watched.path, 'a.xml'), order('1'));
      const [first] = await watched.start().until(1);
      if (first === undefined) return;
      const path = join(watched.path, '.gateway', 'journal-1', first.file.id, 'a.xml');
      await writeFile(path, order('changed', 400));
      await expect(watched.folder.read(first.file)).rejects.toMatchObject({ code: 'file-changed' });
      const taken = await watched.until(2);
      expect(taken[1]?.text).toBe(order('changed', 400).toString());
      expect(taken[1]?.file.id).not.toBe(first.file.id);
    });

    it('puts it back with its done-file, where one is asked for', async () => {
      const watched = await openWatched({ done: '.done' });
      for (const [name, text] of signalled('a.xml', '1')) await writeFile(join(watched.path, name), text);
      const [first] = await watched.start().until(1);
      if (first === undefined) throw new Error('nothing was taken');
      await writeFile(
        join(watched.path, '.gateway', 'journal-1', first.file.id, 'a.xml'),
        order('changed', 400),
      );
      await expect(watched.folder.read(first.file)).rejects.toMatchObject({ code: 'file-changed' });
      expect((await watched.until(2))[1]?.text).toBe(order('changed', 400).toString());
      await watched.stop();
      expect(await namesIn(watched.path)).toEqual([]);
    });

    it('says that a file is gone', async () => {
      const watched = await openWatched();
      await expect(
        watched.folder.read({ id: 'none', name: 'a.xml', size: 1, mtime: 1 }),
      ).rejects.toMatchObject({
        code: 'file-missing',
      });
    });
  });
}
