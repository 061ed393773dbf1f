import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import * as writers from '../../../test/faults/writers.ts';
import { allowsName, hasLinks } from '../../../test/kit/machine.ts';
import { namesIn, openWatched, order, temporaryFolder } from './folder.ts';

/** Which files an inbound folder takes, when, in which order and as what; local or not: run by the tests of each kind. */
export function pickupBehaviour(): void {
  describe('pickup', () => {
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
      if (hasLinks) {
        await symlink(outside, join(watched.path, 'linked'));
        await symlink(watched.path, join(watched.path, 'sub', 'loop'));
      }
      const name = '2026/KW 1/a.xml';
      const others = ['archive/x/b.xml', 'sub/error/c.xml', '.hidden/d.xml'];
      const linked = hasLinks ? ['linked/e.xml'] : [];
      for (const path of [name, ...others, 'top.xml', ...linked])
        for (const ending of ['', '.done']) await writeFile(join(watched.path, path + ending), order(path));
      await watched.start().until(2);
      await pause(200);
      const taken = watched.taken.toSorted((a, b) => (a.file.name < b.file.name ? -1 : 1));
      expect(taken.map(({ file, text }) => [file.name, text])).toEqual(
        [name, 'top.xml'].map((path) => [path, order(path).toString()]),
      );
      const [one] = taken;
      if (one === undefined) return;
      expect(await watched.folder.listClaimed()).toContainEqual(one.file);
      const report = { text: 'wrong', json: '{}' };
      expect(await watched.folder.putInPlacement(one.file, 'parked', report)).toBe(`parked/${name}`);
      expect(await watched.folder.putInPlacement(one.file, 'error', report)).toBe(`error/${name}`);
      expect(await watched.folder.putInPlacement(one.file, 'error', report)).toBe(`error/${name}`);
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
      expect(await watched.folder.listClaimed()).toEqual([]);
      expect(await readdir(work)).toEqual([]);
      expect((await watched.start().until(1))[0]?.file.name).toBe('deep/sub/a.xml');
    });

    it.skipIf(!hasLinks)('refuses symbolic links, saying so once', async () => {
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

    it.for([
      ['blanks', ' a  b .xml'],
      ['umlauts', 'Bestellung für Müller ß.xml'],
      ['quotes', `"it's" \`x\`.xml`],
      ['a newline', 'a\nb.xml'],
      ['shell letters', '$(rm -rf) & ; | > *.xml'],
      ['255 bytes', `${'é'.repeat(125)}x.xml`],
    ] as const)('takes a name with %s and files it under that name', async ([, name], { skip }) => {
      skip(!allowsName(name), 'such a name cannot be here');
      const watched = await openWatched();
      await writeFile(join(watched.path, name), order('1'));
      const [taken] = await watched.start().until(1);
      expect(taken?.file.name).toBe(name);
      if (taken === undefined) return;
      expect(await watched.folder.putInPlacement(taken.file, 'error', { text: 'bad', json: '{}' })).toBe(
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
      for (const { file } of watched.taken) await watched.folder.putInPlacement(file, 'archive');
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

    it('does not begin the time of an unfinished file anew after a restart', async () => {
      const settle = { interval: 40, patience: 150, giveUp: 60_000 };
      const before = await openWatched({ settle });
      await writeFile(join(before.path, 'half.xml'), '<Order><ID>');
      before.start();
      const warnings = () => before.lines.filter(({ code }) => code === 'file-unfinished');
      await vi.waitFor(() => expect(warnings()).toHaveLength(1), { timeout: 10_000, interval: 20 });
      await before.stop();
      const notes = join(before.path, '.gateway', 'journal-1', 'unfinished.json');
      const { 'half.xml': note } = JSON.parse(await readFile(notes, 'utf8'));
      expect(Date.now() - note.since).toBeGreaterThan(149);
      await writeFile(notes, JSON.stringify({ 'half.xml': { ...note, since: note.since - 60_000 } }));
      const after = await openWatched({ folder: before.path, settle: { ...settle, giveUp: 20_000 } });
      expect(await after.folder.listClaimed()).toEqual([]);
      const started = performance.now();
      await after.start().until(1);
      const waited = performance.now() - started;
      expect(waited).toBeGreaterThan(140);
      expect(waited).toBeLessThan(15_000);
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
      expect((await orders.folder.listClaimed()).map((file) => file.name)).toEqual(['PO1.xml']);
    });

    it('takes the same name again when it is dropped again', async () => {
      const watched = await openWatched();
      for (const version of [1, 2, 3]) {
        await writeFile(join(watched.path, 'a.xml'), order(String(version)));
        if (version === 1) watched.start();
        const taken = await watched.until(version);
        const file = taken.at(-1)?.file;
        if (file !== undefined) await watched.folder.putInPlacement(file, 'archive');
      }
      const names = await namesIn(join(watched.path, 'archive'));
      expect(names).toHaveLength(3);
      expect(names.filter((name) => /^a~[0-9a-z]{16}\.xml$/.test(name))).toHaveLength(2);
    });
  });
}
