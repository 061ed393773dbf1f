import { mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import * as writers from '../../../test/faults/writers.ts';
import { namesIn, openWatched, order, temporaryFolder } from './folder.ts';

const eventually = { timeout: 5_000, interval: 10 };

/** What every inbound folder does, local or not: run by the tests of each kind. */
export function inboundBehaviour(): void {
  describe('watch', () => {
    it('takes what was there before the start, and what comes later', async () => {
      const watched = await openWatched();
      await writeFile(join(watched.path, 'a.xml'), order('1'));
      watched.start();
      await watched.until(1);
      await writeFile(join(watched.path, 'b.xml'), order('2'));
      const taken = await watched.until(2);
      expect(taken.map(({ file, text }) => [file.name, text])).toEqual([
        ['a.xml', order('1').toString()],
        ['b.xml', order('2').toString()],
      ]);
      expect(await namesIn(watched.path)).toEqual([]);
    });

    it('takes files of one scan by time, then by natural name', async () => {
      const watched = await openWatched();
      const times = { 'o-10.xml': 2000, 'o-9.xml': 2000, 'z.xml': 1000, 'a.xml': 3000 };
      for (const [name, time] of Object.entries(times)) {
        await writeFile(join(watched.path, name), order(name));
        await utimes(join(watched.path, name), time, time);
      }
      const taken = await watched.start().until(4);
      expect(taken.map(({ file }) => file.name)).toEqual(['z.xml', 'o-9.xml', 'o-10.xml', 'a.xml']);
    });

    it('keeps that order when the scan takes longer than the interval', async () => {
      const watched = await openWatched({ settle: { interval: 1, patience: 150, giveUp: 400 } });
      for (let n = 0; n < 400; n++) {
        await writeFile(join(watched.path, `${n}.xml`), order(String(n)));
        await utimes(join(watched.path, `${n}.xml`), 1000 - n, 1000 - n);
      }
      const names = (await watched.start().until(400)).map(({ file }) => file.name);
      expect(names).toEqual(Array.from({ length: 400 }, (_, n) => `${399 - n}.xml`));
    });

    it('leaves alone other names, temporary names and sub-folders', async () => {
      const watched = await openWatched();
      const others = ['a.txt', 'b.xml.tmp', 'c.xml.part', 'd.xml.filepart', 'e.xml~', '.f.xml'];
      for (const name of others) await writeFile(join(watched.path, name), order(name));
      for (const folder of ['archive', 'error', 'parked', 'dir.xml']) {
        await mkdir(join(watched.path, folder));
        await writeFile(join(watched.path, folder, 'x.xml'), order('x'));
      }
      await writeFile(join(watched.path, 'good.xml'), order('good'));
      await watched.start().until(1);
      await pause(200);
      expect(watched.taken.map(({ file }) => file.name)).toEqual(['good.xml']);
      expect((await readdir(watched.path)).sort()).toEqual(
        ['.gateway', ...others, 'archive', 'dir.xml', 'error', 'parked'].sort(),
      );
    });

    it('takes files of sub-folders where asked to, and files them under their path', async () => {
      const watched = await openWatched({ recursive: true, done: '.done' });
      const outside = await temporaryFolder();
      for (const folder of ['2026/KW 1', 'archive/x', 'sub/error', '.hidden', 'empty'])
        await mkdir(join(watched.path, folder), { recursive: true });
      await symlink(outside, join(watched.path, 'linked'));
      await symlink(watched.path, join(watched.path, 'sub', 'loop'));
      const name = '2026/KW 1/a.xml';
      const others = ['archive/x/b.xml', 'sub/error/c.xml', '.hidden/d.xml'];
      for (const path of [name, ...others, 'top.xml', 'linked/e.xml'])
        for (const ending of ['', '.done']) await writeFile(join(watched.path, path + ending), order(path));
      await watched.start().until(2);
      await pause(200);
      const taken = watched.taken.toSorted((a, b) => (a.file.name < b.file.name ? -1 : 1));
      expect(taken.map(({ file, text }) => [file.name, text])).toEqual(
        [name, 'top.xml'].map((path) => [path, order(path).toString()]),
      );
      const [one] = taken;
      if (one === undefined) return;
      expect(await watched.folder.claimed()).toContainEqual(one.file);
      const report = { text: 'wrong', json: '{}' };
      expect(await watched.folder.file(one.file, 'parked', report)).toBe(`parked/${name}`);
      expect(await watched.folder.file(one.file, 'error', report)).toBe(`error/${name}`);
      expect(await watched.folder.file(one.file, 'error', report)).toBe(`error/${name}`);
      expect(await namesIn(join(watched.path, 'error/2026/KW 1'))).toHaveLength(3);
      expect(await namesIn(join(watched.path, 'parked/2026/KW 1'))).toEqual([]);
      expect(await readdir(join(watched.path, '2026/KW 1'))).toEqual([]);
      const work = await readdir(join(watched.path, '.gateway', 'journal-1'), { recursive: true });
      expect(work.filter((path) => path.includes('KW'))).toEqual([]);
    });

    it('puts a claim of a sub-folder back that a crash cut short', async () => {
      const watched = await openWatched({ recursive: true });
      const work = join(watched.path, '.gateway', 'journal-1');
      await mkdir(join(work, '0abc.claiming', 'deep', 'sub'), { recursive: true });
      await writeFile(join(work, '0abc.claiming', 'deep', 'sub', 'a.xml'), order('1'));
      await mkdir(join(work, '0abd', 'deep'), { recursive: true });
      expect(await watched.folder.claimed()).toEqual([]);
      expect(await readdir(work)).toEqual([]);
      expect((await watched.start().until(1))[0]?.file.name).toBe('deep/sub/a.xml');
    });

    it('refuses symbolic links, saying so once', async () => {
      const watched = await openWatched();
      const outside = join(await temporaryFolder(), 'outside.xml');
      await writeFile(outside, order('1'));
      await symlink(outside, join(watched.path, 'link.xml'));
      watched.start();
      await writeFile(join(watched.path, 'a.xml'), order('2'));
      await watched.until(1);
      await pause(200);
      expect(watched.taken).toHaveLength(1);
      expect(await readFile(outside, 'utf8')).toBe(order('1').toString());
      const warnings = watched.lines.filter((line) => line.code === 'file-left-alone');
      expect(warnings).toEqual([
        { level: 'warn', code: 'file-left-alone', text: expect.stringContaining('symbolic link') },
      ]);
    });

    it.each([
      ['blanks', ' a  b .xml'],
      ['umlauts', 'Bestellung für Müller ß.xml'],
      ['quotes', `"it's" \`x\`.xml`],
      ['a newline', 'a\nb.xml'],
      ['shell letters', '$(rm -rf) & ; | > *.xml'],
      ['255 bytes', `${'é'.repeat(125)}x.xml`],
    ])('takes a name with %s and files it under that name', async (_, name) => {
      const watched = await openWatched();
      await writeFile(join(watched.path, name), order('1'));
      const [taken] = await watched.start().until(1);
      expect(taken?.file.name).toBe(name);
      if (taken === undefined) return;
      expect(await watched.folder.file(taken.file, 'error', { text: 'bad', json: '{}' })).toBe(
        `error/${name}`,
      );
      const names = await namesIn(join(watched.path, 'error'));
      expect(names).toContain(name);
      expect(names).toHaveLength(3);
    });

    it('takes a read-only file, and an empty one once its writer has been given up', async () => {
      const watched = await openWatched();
      for (const [name, bytes] of [
        ['read-only.xml', order('1')],
        ['empty.xml', ''],
      ] as const)
        await writeFile(join(watched.path, name), bytes, { mode: 0o444 });
      await watched.start().until(1);
      expect(watched.taken[0]?.file.name).toBe('read-only.xml');
      const [, empty] = await watched.until(2);
      expect(empty?.file).toMatchObject({ name: 'empty.xml', size: 0 });
      for (const { file } of watched.taken) await watched.folder.file(file, 'archive');
      expect(await namesIn(join(watched.path, 'archive'))).toEqual(['empty.xml', 'read-only.xml']);
    });

    it('takes the files of bad writers once and whole', async () => {
      const watched = await openWatched({ settle: { interval: 40, patience: 100, giveUp: 10_000 } });
      const document = order('1', 4_000);
      const path = (name: string) => join(watched.path, name);
      watched.start();
      await Promise.all([
        writers.writeSlowly(path('slow.xml'), document, 10, 50),
        writers.writeWithPause(path('paused.xml'), document, 0.5, 500),
        writers.writePreallocated(path('preallocated.xml'), document, 400),
        writers.renameIntoPlace(path('renamed.xml'), document, '.part'),
        writers.writeWithTime(path('past.xml'), document, new Date('1990-01-01')),
        writers.writeWithTime(path('future.xml'), document, new Date('2030-01-01')),
      ]);
      const taken = await watched.until(6);
      await pause(150);
      expect(taken.map(({ file }) => file.name).sort()).toEqual(
        ['future', 'past', 'paused', 'preallocated', 'renamed', 'slow'].map((name) => `${name}.xml`),
      );
      // the last byte is a line feed after the root's end
      for (const { file, text } of taken) expect(text.trim(), file.name).toBe(document.toString().trim());
    });

    it('leaves alone the temporary names that the channel gives, instead of the usual ones', async () => {
      const watched = await openWatched({ temporary: ['-NEW.xml'] });
      for (const name of ['a-new.xml', 'b.xml', '.c.xml'])
        await writeFile(join(watched.path, name), order(name));
      await watched.start().until(1);
      await pause(200);
      expect(watched.taken.map(({ file }) => file.name)).toEqual(['b.xml']);
    });

    it('waits for the done-file where one is asked for, and removes it after the claim', async () => {
      const watched = await openWatched({ done: '.done' });
      for (const name of ['a.xml', 'b.xml']) await writeFile(join(watched.path, name), order(name));
      watched.start();
      await pause(250);
      expect(watched.taken).toEqual([]);
      await writeFile(join(watched.path, 'b.xml.done'), '');
      await watched.until(1);
      await pause(200);
      expect(watched.taken.map(({ file }) => file.name)).toEqual(['b.xml']);
      expect(await namesIn(watched.path)).toEqual(['a.xml']);
    });

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
      await vi.waitFor(() => expect(watched.folder.trouble()).toContain('disk full'), eventually);
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
      await vi.waitFor(() => expect(watched.folder.trouble()).toContain('this one never'), eventually);
      await writeFile(join(watched.path, 'good.xml'), order('g'));
      expect((await watched.until(1))[0]?.file.name).toBe('good.xml');
    });

    it('says once that the folder is gone, and picks up when it is back, each file once', async () => {
      const watched = await openWatched();
      await writeFile(join(watched.path, 'a.xml'), order('1'));
      await watched.start().until(1);
      await rename(watched.path, `${watched.path}.away`);
      await vi.waitFor(() => expect(watched.folder.trouble()).toContain('does not exist'), eventually);
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

    it('waits for a folder that is not there yet and does not make it', async () => {
      const folder = join(await temporaryFolder(), 'later');
      const watched = await openWatched({ folder });
      expect(watched.folder.trouble()).toContain('does not exist');
      await expect(watched.folder.claimed()).rejects.toMatchObject({ code: 'folder-unavailable' });
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
        timeout: 20_000,
        interval: 20,
      });
      const names = [...one.taken, ...two.taken].map(({ file }) => file.name);
      expect(new Set(names).size).toBe(300);
      expect(await namesIn(one.path)).toEqual([]);
    });

    it('shares a folder with a channel of another pattern', async () => {
      const orders = await openWatched({ files: ['PO*.xml'] });
      const responses = await openWatched({ folder: orders.path, files: ['OR*.xml'] });
      for (const name of ['PO1.xml', 'OR1.xml', 'XX1.xml'])
        await writeFile(join(orders.path, name), order(name));
      await orders.start().until(1);
      await responses.start().until(1);
      expect(orders.taken[0]?.file.name).toBe('PO1.xml');
      expect(responses.taken[0]?.file.name).toBe('OR1.xml');
      expect(await namesIn(orders.path)).toEqual(['XX1.xml']);
      expect((await orders.folder.claimed()).map((file) => file.name)).toEqual(['PO1.xml']);
    });

    it('takes the same name again when it is dropped again', async () => {
      const watched = await openWatched();
      for (const version of [1, 2, 3]) {
        await writeFile(join(watched.path, 'a.xml'), order(String(version)));
        if (version === 1) watched.start();
        const taken = await watched.until(version);
        const file = taken.at(-1)?.file;
        if (file !== undefined) await watched.folder.file(file, 'archive');
      }
      const names = await namesIn(join(watched.path, 'archive'));
      expect(names).toHaveLength(3);
      expect(names.filter((name) => /^a~[0-9a-z]{16}\.xml$/.test(name))).toHaveLength(2);
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
      const claimed = await after.folder.claimed();
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
      expect(await watched.folder.claimed()).toEqual([]);
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
      expect(await watched.folder.claimed(known)).toEqual([two]);
      expect(asked.sort()).toEqual([one?.id, two?.id]);
    });

    it('does not touch the work folder of another journal', async () => {
      const other = await openWatched({}, 'journal-2');
      await writeFile(join(other.path, 'a.xml'), order('1'));
      await other.start().until(1);
      const mine = await openWatched({ folder: other.path }, 'journal-1');
      expect(await mine.folder.claimed()).toEqual([]);
      expect(await other.folder.claimed()).toHaveLength(1);
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
