import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasRights } from '../../../test/kit/machine.ts';
import { distinctName } from '../file-name.ts';
import { openOutboundFolder } from '../outbound/publishing-folder.ts';
import { filesInUse, namesIn, recordingLog, temporaryFolder } from './folder.ts';

const bytes = Buffer.from('<Order/>');

async function open(path?: string, owner = 'journal/channel') {
  const folder = path ?? (await temporaryFolder());
  return {
    path: folder,
    outbound: await openOutboundFolder({ folder, owner }, recordingLog().log, filesInUse()),
  };
}

/** As an exchange could answer them: paths, options, shells, what acts or is not seen, devices and streams of Windows; and what looks like them. */
const hostileNumbers = [
  ...[
    '../../etc/passwd',
    '..',
    '.',
    './a',
    '/a',
    'a/b',
    'a\\b',
    'a_b',
    'A_B',
    'a b',
    '-rf',
    '--',
    '~',
    '.hidden',
  ],
  ...[
    '$(id)',
    '`id`',
    '$HOME',
    '${IFS}',
    ';id',
    '|id',
    '&id',
    '\'"',
    'a\nb',
    'a\rb',
    'a\u0000b',
    'a\u001bb',
    'a\u202eb',
  ],
  ...[
    'a\u200bb',
    'ab',
    'AB',
    'a\u00adb',
    'a\ufeffb',
    '\u{e0041}a',
    '\ud83d',
    'a\ud83db',
    'ü',
    'u\u0308',
    'Ü',
  ],
  ...[
    'CON',
    'con',
    'CON.',
    'CON ',
    'NUL.xml',
    'NUL.',
    'nul',
    'AUX.a.b',
    'COM1',
    'COM¹',
    'LPT9',
    'CONIN$',
    '_CON',
  ],
  ...[
    'a:b',
    'a:$DATA',
    'a::$DATA',
    'a.',
    'a..',
    'a ',
    'a. .',
    ' a',
    '\u00a0a',
    '*',
    '?',
    '<>',
    '"',
    'NONE',
    'none',
  ],
  ...[
    'x'.repeat(300),
    `${'x'.repeat(299)}y`,
    '注'.repeat(120),
    `${'注'.repeat(119)}文`,
    'archive',
    'parked',
    '.gateway',
  ],
  ...[
    '{sequence}',
    '{purchaseOrderNumber}',
    '__proto__',
    'constructor',
    '%2e%2e%2f',
    'a=0123456789ab',
    'A=0123456789AB',
  ],
];

/** Hidden files too, but not the mark of the folder. */
async function entriesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('.gateway-'));
}

/** What every outbound folder does, local or not: run by the tests of each kind. */
export function outboundBehaviour(): void {
  describe('what journals note', () => {
    it('stands in the mark of the folder, each for itself; a folder without a mark keeps nothing', async () => {
      const { path, outbound } = await open();
      await outbound.writeJournalSerial('one', 7);
      expect(await outbound.readJournalSerial('one')).toBeUndefined();
      expect(await readdir(path)).toEqual([]);
      const mark = await outbound.mark();
      await outbound.writeJournalSerial('one', 7);
      await outbound.writeJournalSerial('other', 3);
      await outbound.writeJournalSerial('one', 8);
      expect(await outbound.readJournalSerial('one')).toMatchObject({ serial: 8 });
      expect(await outbound.readJournalSerial('other')).toMatchObject({ serial: 3 });
      expect(await outbound.readJournalSerial('third')).toBeUndefined();
      expect((await readdir(join(path, mark ?? ''))).sort()).toEqual(['.journal-one', '.journal-other']);
      expect(await outbound.mark()).toBe(mark);
    });
  });

  describe('stage and publish', () => {
    it('shows the file only when it is complete, under its name', async () => {
      const { path, outbound } = await open();
      const staged = await outbound.stage('PO1-000001.xml', bytes, '1.1');
      expect(await namesIn(path)).toEqual([]);
      expect(await readFile(join(path, staged.temporary))).toEqual(bytes);
      expect(await outbound.publish(staged)).toBe('PO1-000001.xml');
      expect(await entriesOf(path)).toEqual(['PO1-000001.xml']);
    });

    it('publishes once: a repeat after the ERP collected the file changes nothing', async () => {
      const { path, outbound } = await open();
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      await outbound.publish(staged);
      await rm(join(path, 'a.xml'));
      expect(await outbound.publish(staged)).toBe('a.xml');
      expect(await entriesOf(path)).toEqual([]);
    });

    it('does not take a folder that is away for a file that was published', async () => {
      const { path, outbound } = await open();
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      await rename(path, `${path}-away`);
      await expect(outbound.publish(staged)).rejects.toThrow();
      await rename(`${path}-away`, path);
      expect(await outbound.publish(staged)).toBe('a.xml');
      expect(await entriesOf(path)).toEqual(['a.xml']);
    });

    it('of hostile order numbers there is a file each, in the folder, and none hides another', async () => {
      const { path, outbound } = await open();
      for (const [n, number] of hostileNumbers.entries()) {
        const name = distinctName('{purchaseOrderNumber}.xml', { purchaseOrderNumber: number });
        await outbound.publish(await outbound.stage(name, Buffer.from(number, 'utf16le'), `1.${n}`));
      }
      const names = await entriesOf(path);
      const contents = names.map((name) => readFileSync(join(path, name)).toString('utf16le'));
      expect(contents.sort()).toEqual([...hostileNumbers].sort());
      // also where capital and small letters are one, and blanks and dots at the end are none
      const onWindows = names.map((name) =>
        name
          .normalize('NFC')
          .toUpperCase()
          .replace(/[. ]+$/, ''),
      );
      expect(new Set(onWindows).size).toBe(hostileNumbers.length);
      for (const name of names) {
        expect(name).toMatch(/^[^-.\s][^\p{C}/\\:*?"<>|$`]*\.xml$/u);
        expect(name).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)\s*(\.|$)/i);
      }
    });

    it('chooses another name when its own is taken', async () => {
      const { path, outbound } = await open();
      await writeFile(join(path, 'a.xml'), 'not collected yet');
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      expect(staged.name).toMatch(/^a~[0-9a-z]{16}\.xml$/);
      expect(await outbound.publish(staged)).toBe(staged.name);
      expect(await readFile(join(path, 'a.xml'), 'utf8')).toBe('not collected yet');
    });

    it('does not overwrite what appeared between staging and publishing, and remembers the name', async () => {
      const { path, outbound } = await open();
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      await writeFile(join(path, 'a.xml'), 'of somebody else');
      const name = await outbound.publish(staged);
      expect(name).toMatch(/^a~[0-9a-z]{16}\.xml$/);
      expect(await outbound.publish(staged)).toBe(name);
      expect(await readFile(join(path, 'a.xml'), 'utf8')).toBe('of somebody else');
      expect(await readFile(join(path, name))).toEqual(bytes);
    });

    it('keeps apart what two channels publish under one name at once', async () => {
      const one = await open();
      const two = await open(one.path, 'journal/other');
      const staged = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          (n % 2 ? one : two).outbound.stage('a.xml', Buffer.from(String(n)), `${n}.1`),
        ),
      );
      const names = await Promise.all(staged.map((file, n) => (n % 2 ? one : two).outbound.publish(file)));
      expect(new Set(names).size).toBe(40);
      const texts = await Promise.all(names.map((name) => readFile(join(one.path, name), 'utf8')));
      expect(texts).toEqual(Array.from({ length: 40 }, (_, n) => String(n)));
    });

    it('publishes names of 255 bytes', async () => {
      const { path, outbound } = await open();
      const name = `${'é'.repeat(125)}x.xml`;
      expect(await outbound.publish(await outbound.stage(name, bytes, '1.1'))).toBe(name);
      expect(await outbound.publish(await outbound.stage(name, bytes, '1.1'))).not.toBe(name);
      expect(await entriesOf(path)).toHaveLength(2);
    });

    it.each(['../a.xml', 'a/b.xml', '/etc/passwd', '.hidden', '..'])('refuses %s as a name', async (name) => {
      const { outbound } = await open();
      await expect(outbound.stage(name, bytes, '1.1')).rejects.toThrow('Not a file name');
    });
  });

  describe('trouble', () => {
    it('tells that the folder is gone, and that it is back', async () => {
      const { path, outbound } = await open();
      expect(outbound.trouble()).toBeUndefined();
      await rename(path, `${path}.away`);
      await expect(outbound.stage('a.xml', bytes, '1.1')).rejects.toMatchObject({ code: 'ENOENT' });
      expect(outbound.trouble()?.en).toContain('does not exist');
      await rename(`${path}.away`, path);
      await outbound.stage('a.xml', bytes, '1.1');
      expect(outbound.trouble()).toBeUndefined();
    });

    it('tells at the opening', async () => {
      const { outbound } = await open(join(await temporaryFolder(), 'none'));
      expect(outbound.trouble()?.en).toContain('does not exist');
    });
  });

  describe('sweep', () => {
    it('removes what a crash left before it was journalled, and nothing else', async () => {
      const { path, outbound } = await open();
      const other = await open(path, 'journal/other');
      const kept = await outbound.stage('kept.xml', bytes, '12.3');
      await outbound.stage('left.xml', bytes, '12.2');
      const theirs = await other.outbound.stage('theirs.xml', bytes, '1.1');
      await writeFile(join(path, '.x-12345678-12.2-0123456789abcdef.tmp'), 'of somebody else');
      await outbound.publish(await outbound.stage('done.xml', bytes, '1.1'));
      await outbound.sweep(({ temporary, attempt }) => attempt !== '12.3' && temporary !== kept.temporary);
      expect((await entriesOf(path)).sort()).toEqual(
        [kept.temporary, theirs.temporary, '.x-12345678-12.2-0123456789abcdef.tmp', 'done.xml'].sort(),
      );
    });
  });

  describe('sweep of a folder that is away or has no owner', () => {
    it('does nothing, and does not fail', async () => {
      const gone = await open(join(await temporaryFolder(), 'none'));
      await gone.outbound.sweep(() => true);
      expect(gone.outbound.trouble()?.en).toContain('does not exist');
      const folder = await temporaryFolder();
      const outbound = await openOutboundFolder({ folder }, recordingLog().log, filesInUse());
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      await outbound.sweep(() => true);
      expect(await entriesOf(folder)).toEqual([staged.temporary]);
    });
  });

  describe('find', () => {
    async function published() {
      const { path, outbound } = await open();
      const files: { name: string; folder: string }[] = [];
      for (const name of ['a.xml', 'b.xml']) {
        const { folder = '', ...staged } = await outbound.stage(name, bytes, '1.1');
        files.push({ name: await outbound.publish({ ...staged, folder }), folder });
      }
      return { path, outbound, files };
    }

    it('tells what was collected, by whatever instance', async () => {
      const { path, files } = await published();
      await rm(join(path, 'a.xml'));
      const { outbound } = await open(path);
      const { there, gone } = await outbound.findPublished(files);
      expect([there, gone].map((list) => list.map(({ name }) => name))).toEqual([['b.xml'], ['a.xml']]);
    });

    it('does not take a folder that is away for one that was emptied', async () => {
      const { path, outbound, files } = await published();
      await rename(path, `${path}.away`);
      await expect(outbound.findPublished(files)).rejects.toMatchObject({ code: 'ENOENT' });
      await mkdir(path);
      expect(await outbound.findPublished(files)).toEqual({ there: [], gone: [] });
      await outbound.publish(await outbound.stage('c.xml', bytes, '1.1'));
      expect(await outbound.findPublished(files)).toEqual({ there: [], gone: [] });
      await rm(path, { recursive: true });
      await rename(`${path}.away`, path);
      expect((await outbound.findPublished(files)).there).toHaveLength(2);
    });

    it('does not take a file for published that was staged in another folder of that path', async () => {
      const { path, outbound } = await open();
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      await rename(path, `${path}.away`);
      await mkdir(path);
      await expect(outbound.publish(staged)).rejects.toMatchObject({ code: 'folder-unavailable' });
      expect(outbound.trouble()?.en).toContain('is not the folder');
      await rm(path, { recursive: true });
      await rename(`${path}.away`, path);
      expect(await outbound.publish(staged)).toBe('a.xml');
    });

    it('keeps its mark, one for all who publish there', async () => {
      const { path, outbound } = await open();
      const others = await Promise.all([1, 2, 3].map(async () => (await open(path)).outbound));
      const marks = await Promise.all([outbound, ...others].map((one) => one.mark()));
      expect(new Set(marks).size).toBe(1);
      expect(await readdir(path)).toEqual([marks[0]]);
    });
  });

  describe('report', () => {
    it('puts a report into parked/ and takes it away again', async () => {
      const { path, outbound } = await open();
      await outbound.report('8f3a-PO/17', { text: 'which line?', json: '{}' });
      const parked = join(path, 'parked');
      expect(await namesIn(parked)).toEqual(['8f3a-PO_17.report.json', '8f3a-PO_17.report.txt']);
      await outbound.report('8f3a-PO/17', undefined);
      await outbound.report('8f3a-PO/17', undefined);
      expect(await namesIn(parked)).toEqual([]);
    });

    it('does not mind a parked/ that is there', async () => {
      const { path, outbound } = await open();
      await mkdir(join(path, 'parked'));
      await outbound.report('a', { text: 'x', json: '{}' });
      expect(await namesIn(join(path, 'parked'))).toHaveLength(2);
    });
  });

  describe('done-file and rights', () => {
    it('publishes an empty file after each file, also when a crash came between', async () => {
      const folder = await temporaryFolder();
      const settings = { folder, owner: 'j c', done: '.done', mode: 0o640 };
      const outbound = await openOutboundFolder(settings, recordingLog().log, filesInUse());
      const staged = await outbound.stage('a.xml', bytes, '1.1');
      await outbound.publish(staged);
      expect(await namesIn(folder)).toEqual(['a.xml', 'a.xml.done']);
      if (hasRights) expect((await stat(join(folder, 'a.xml'))).mode & 0o777).toBe(0o640);
      await outbound.report('a.xml', { text: 'x', json: '{}' });
      const reported = await stat(join(folder, 'parked', 'a.xml.report.txt'));
      if (hasRights) expect(reported.mode & 0o777).toBe(0o640);
      await rm(join(folder, 'parked'), { recursive: true });
      await rm(join(folder, 'a.xml.done'));
      await outbound.publish(staged);
      expect(await namesIn(folder)).toEqual(['a.xml', 'a.xml.done']);
      for (const name of await namesIn(folder)) await rm(join(folder, name));
      await outbound.publish(staged);
      expect(await namesIn(folder)).toEqual([]);
    });
  });
}
