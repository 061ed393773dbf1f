import { link, mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasRights } from '../../../test/kit/machine.ts';
import type { ClaimedFile } from '../folder-types.ts';
import { namesIn, openWatched, order, type WatchedTestFolder } from './folder.ts';

const report = (text: string) => ({ text, json: JSON.stringify({ text }) });

async function claim(watched: WatchedTestFolder, name: string, mtime = 1000): Promise<ClaimedFile> {
  const path = join(watched.path, name);
  // it may be taken as soon as it has its name
  await writeFile(`${path}.tmp`, order(name));
  await utimes(`${path}.tmp`, mtime, mtime);
  await rename(`${path}.tmp`, path);
  if (watched.taken.length === 0) watched.start();
  const taken = await watched.until(watched.taken.length + 1);
  const file = taken.at(-1)?.file;
  if (file === undefined) throw new Error('nothing was taken');
  return file;
}

/** What every filing folder does, local or not: run by the tests of each kind. */
export function filingBehaviour({ hardLinks }: { readonly hardLinks: boolean }): void {
  describe('file', () => {
    it('moves to the archive with name and time kept, and cleans the work folder', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      expect(await watched.folder.putInPlacement(file, 'archive')).toBe('archive/a.xml');
      expect((await stat(join(watched.path, 'archive', 'a.xml'))).mtimeMs).toBe(1_000_000);
      expect(await readdir(join(watched.path, '.gateway', 'journal-1'))).toEqual([]);
    });

    it('puts the report beside the file', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      await watched.folder.putInPlacement(file, 'error', report('line 3 is wrong'));
      expect(await namesIn(join(watched.path, 'error'))).toEqual([
        'a.xml',
        'a.xml.report.json',
        'a.xml.report.txt',
      ]);
      expect(await readFile(join(watched.path, 'error', 'a.xml.report.txt'), 'utf8')).toBe('line 3 is wrong');
    });

    it.skipIf(!hasRights)('gives what is filed, and reports, the rights that are asked for', async () => {
      const watched = await openWatched({ mode: 0o640 });
      const rightsIn = async (place: string) => {
        const names = await namesIn(join(watched.path, place));
        const looks = await Promise.all(names.map((name) => stat(join(watched.path, place, name))));
        return looks.map(({ mode }) => (mode & 0o777).toString(8));
      };
      await watched.folder.putInPlacement(await claim(watched, 'a.xml'), 'archive', { sent: '{}' });
      expect(await rightsIn('archive')).toEqual(['640', '640']);
      const refused = Buffer.from('x');
      await watched.folder.putInPlacement(await claim(watched, 'b.xml'), 'error', {
        ...report('wrong'),
        refused,
      });
      expect(await rightsIn('error')).toEqual(['640', '640', '640', '640']);
      const plain = await openWatched();
      await plain.folder.putInPlacement(await claim(plain, 'c.xml'), 'archive');
      const untouched = (await stat(join(plain.path, 'archive', 'c.xml'))).mode & 0o777;
      expect(untouched).toBe(0o666 & ~process.umask());
    });

    it('puts the refused documents of a file beside it, by a name that ends like its own', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      const refused = Uint8Array.of(0xff, 0x80);
      for (const content of ['old', refused])
        await watched.folder.putInPlacement(file, 'error', {
          ...report('2 refused'),
          refused: Buffer.from(content),
        });
      expect(await namesIn(join(watched.path, 'error'))).toEqual([
        'a.refused.xml',
        'a.xml',
        'a.xml.report.json',
        'a.xml.report.txt',
      ]);
      expect(await readFile(join(watched.path, 'error', 'a.refused.xml'))).toEqual(Buffer.from(refused));
    });

    it('says the same again when it is repeated, in each place', async () => {
      for (const place of ['archive', 'error', 'parked'] as const) {
        const watched = await openWatched();
        const file = await claim(watched, 'a.xml');
        const first = await watched.folder.putInPlacement(file, place, report('x'));
        expect(await watched.folder.putInPlacement(file, place, report('x'))).toBe(first);
        expect(await namesIn(join(watched.path, place))).toHaveLength(3);
      }
    });

    it('never overwrites: a name that is taken gets the claim id', async () => {
      const watched = await openWatched();
      await mkdir(join(watched.path, 'error'));
      await writeFile(join(watched.path, 'error', 'a.xml'), 'of somebody else');
      const file = await claim(watched, 'a.xml');
      const place = await watched.folder.putInPlacement(file, 'error', report('mine'));
      expect(place).toBe(`error/a~${file.id}.xml`);
      expect(await watched.folder.putInPlacement(file, 'error', report('mine'))).toBe(place);
      expect(await readFile(join(watched.path, 'error', 'a.xml'), 'utf8')).toBe('of somebody else');
      expect(await namesIn(join(watched.path, 'error'))).toEqual(
        ['a.xml', `a~${file.id}.xml`, `a~${file.id}.xml.report.json`, `a~${file.id}.xml.report.txt`].sort(),
      );
    });

    it('tells two files of the same name, size and time apart', async () => {
      const watched = await openWatched();
      const one = await claim(watched, 'a.xml');
      const two = await claim(watched, 'a.xml');
      const places = [
        await watched.folder.putInPlacement(one, 'archive'),
        await watched.folder.putInPlacement(two, 'archive'),
      ];
      expect(places).toEqual(['archive/a.xml', `archive/a~${two.id}.xml`]);
      expect([
        await watched.folder.putInPlacement(one, 'archive'),
        await watched.folder.putInPlacement(two, 'archive'),
      ]).toEqual(places);
    });

    it.each(['archive', 'error'] as const)(
      'moves a parked file to %s and removes the report it had',
      async (place) => {
        const watched = await openWatched();
        const file = await claim(watched, 'a.xml');
        expect(await watched.folder.putInPlacement(file, 'parked', report('which account?'))).toBe(
          'parked/a.xml',
        );
        expect(await namesIn(join(watched.path, 'parked'))).toHaveLength(3);
        expect(await watched.folder.putInPlacement(file, place)).toBe(`${place}/a.xml`);
        expect(await namesIn(join(watched.path, 'parked'))).toEqual([]);
        expect(await watched.folder.putInPlacement(file, place)).toBe(`${place}/a.xml`);
      },
    );

    it('writes a new report when a parked file is parked again', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      await watched.folder.putInPlacement(file, 'parked', report('one'));
      await watched.folder.putInPlacement(file, 'parked', report('two'));
      expect(await readFile(join(watched.path, 'parked', 'a.xml.report.txt'), 'utf8')).toBe('two');
    });

    it.runIf(hardLinks)('finishes what a crash cut short between link and unlink', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      const work = join(watched.path, '.gateway', 'journal-1', file.id, 'a.xml');
      await mkdir(join(watched.path, 'archive'));
      await link(work, join(watched.path, 'archive', 'a.xml'));
      expect(await watched.folder.putInPlacement(file, 'archive')).toBe('archive/a.xml');
      expect(await namesIn(join(watched.path, 'archive'))).toEqual(['a.xml']);
      expect(await watched.folder.listClaimed()).toEqual([]);
    });

    it('finishes a crash between the move and the removal of the parked report', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      await watched.folder.putInPlacement(file, 'parked', report('why'));
      const parked = join(watched.path, 'parked', 'a.xml');
      await mkdir(join(watched.path, 'archive'));
      await link(parked, join(watched.path, 'archive', 'a.xml'));
      await unlink(parked);
      expect(await watched.folder.putInPlacement(file, 'archive')).toBe('archive/a.xml');
      expect(await namesIn(join(watched.path, 'parked'))).toEqual([]);
    });

    it.each(['archive', 'error', 'parked'] as const)(
      'moves an archived file with a report to %s when it has ended anew, and the old report goes',
      async (place) => {
        const watched = await openWatched();
        const file = await claim(watched, 'a.xml');
        await watched.folder.putInPlacement(file, 'archive', report('outdated'));
        expect(await namesIn(join(watched.path, 'archive'))).toHaveLength(3);
        const next = place === 'archive' ? undefined : report('why');
        expect(await watched.folder.putInPlacement(file, place, next)).toBe(`${place}/a.xml`);
        expect(await namesIn(join(watched.path, 'archive'))).toEqual(place === 'archive' ? ['a.xml'] : []);
        if (next) expect(await namesIn(join(watched.path, place))).toHaveLength(3);
      },
    );

    it('says so when somebody took the file away', async () => {
      const watched = await openWatched();
      const file = await claim(watched, 'a.xml');
      await unlink(join(watched.path, '.gateway', 'journal-1', file.id, 'a.xml'));
      await expect(watched.folder.putInPlacement(file, 'archive')).rejects.toMatchObject({
        code: 'file-missing',
      });
    });

    it('files many of one name at once, each exactly once', async () => {
      const watched = await openWatched();
      const files: ClaimedFile[] = [];
      for (let n = 0; n < 10; n++) files.push(await claim(watched, 'a.xml', 1000 + n));
      const places = await Promise.all(files.map((file) => watched.folder.putInPlacement(file, 'archive')));
      expect(new Set(places).size).toBe(10);
      expect(await namesIn(join(watched.path, 'archive'))).toHaveLength(10);
    });
  });

  describe('file by date', () => {
    it('puts it where the day of its claim says, whenever it is asked; parked/ stays flat', async () => {
      const watched = await openWatched({ byDate: true });
      await writeFile(join(watched.path, 'a.xml'), order('1'));
      const [taken] = await watched.start().until(1);
      if (taken === undefined) return;
      const { file } = taken;
      expect(await watched.folder.putInPlacement(file, 'parked', { text: 'x', json: '{}' })).toBe(
        'parked/a.xml',
      );
      const place = await watched.folder.putInPlacement(file, 'archive');
      expect(place).toMatch(/^archive\/\d{4}\/\d\d\/\d\d\/a\.xml$/);
      expect(await watched.folder.putInPlacement(file, 'archive')).toBe(place);
      expect(await readFile(join(watched.path, place), 'utf8')).toBe(order('1').toString());
      expect(await namesIn(join(watched.path, 'parked'))).toEqual([]);
    });
  });
}
