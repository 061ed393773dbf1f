import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { FileStore } from '../file-store.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { namesIn, openWatched, order, useFiles } from '../testkit/folder.ts';

/**
 * A folder (a share) that is away for the moment of one call: what was asked for looks gone. Had it been, later files might
 * pass it; so nobody believes it before the folder was seen to be there, and still without it.
 */
const three = ['1.xml', '2.xml', '3.xml'];

type Call = 'looks' | 'look' | 'readPart' | 'rename' | 'move';

interface Moment {
  readonly what: string;
  readonly call: Call;
  /** Of the path that is asked for: only there the folder is away, once. */
  readonly at: RegExp;
  /** How many such calls pass before. */
  readonly after?: number;
}

const moments: readonly Moment[] = [
  { what: 'the first look', call: 'looks', at: /\/1\.xml$/ },
  { what: 'the second look', call: 'look', at: /(?<!claiming)\/1\.xml$/ },
  { what: 'the look for the end of the document', call: 'readPart', at: /\/1\.xml$/ },
  { what: 'the move into the work folder', call: 'rename', at: /(?<!claiming)\/1\.xml$/ },
  { what: 'the look after the move', call: 'look', at: /claiming\/1\.xml$/ },
  { what: 'the end of the claim', call: 'rename', at: /claiming$/ },
];

async function expectAllInOrder(): Promise<void> {
  const watched = await openWatched();
  for (const name of three) await writeFile(join(watched.path, name), order(name));
  const taken = await watched.start().until(3);
  expect(taken.map(({ file }) => file.name)).toEqual(three);
}

const missing = (path: string): Error =>
  Object.assign(new Error(`no such file or directory ${path}`), { code: 'ENOENT' });

/** Local files that are away once at that moment; `struck` tells whether they were. */
function flickering({ call, at }: Moment): { readonly files: FileStore; struck(): boolean } {
  let struck = false;
  const away = (name: Call, path: string): boolean => {
    if (struck || name !== call || !at.test(path)) return false;
    struck = true;
    return true;
  };
  const files: FileStore = {
    ...localFileStore,
    statMany: async (folder, names) => {
      const looks = await localFileStore.statMany(folder, names);
      return looks.map((look, n) => (away('looks', `${folder}/${names[n]}`) ? undefined : look));
    },
    stat: async (path) => (away('look', path) ? undefined : await localFileStore.stat(path)),
    async readPart(path, from, length) {
      if (away('readPart', path)) throw missing(path);
      return await localFileStore.readPart(path, from, length);
    },
    async rename(from, to) {
      if (away('rename', from)) throw missing(from);
      await localFileStore.rename(from, to);
    },
    async move(from, to) {
      if (away('move', from)) throw missing(from);
      return await localFileStore.move(from, to);
    },
  };
  return { files, struck: () => struck };
}

function use(moment: Moment) {
  const flicker = flickering(moment);
  useFiles(flicker.files);
  return flicker;
}

it.each(moments)('order holds when the folder is away at $what', async (moment) => {
  const flicker = use(moment);
  await expectAllInOrder();
  expect(flicker.struck()).toBe(true);
});

it.each([
  ['the claim that is looked for seems gone', /claiming$/],
  ['its whole work folder seems gone', /journal-1\/[^/]+$/],
])('order holds after a claim that failed when %s', async (_, at) => {
  let [failures, struck] = [0, 0];
  useFiles({
    ...localFileStore,
    async rename(from, to) {
      if (failures === 0 && from.endsWith('claiming')) {
        failures += 1;
        // the others of the batch are claimed before anybody hears of it
        await pause(100);
        throw Object.assign(new Error('input/output error'), { code: 'EIO' });
      }
      await localFileStore.rename(from, to);
    },
    async *list(folder) {
      if (failures > 0 && struck < 2 && at.test(folder)) {
        struck += 1;
        throw missing(folder);
      }
      yield* localFileStore.list(folder);
    },
  });
  await expectAllInOrder();
  expect(struck).toBe(2);
});

it('a done-file does not stay because the folder was away when it should have gone', async () => {
  let struck = false;
  useFiles({
    ...localFileStore,
    async unlink(path) {
      if (!struck && path.endsWith('.done')) {
        struck = true;
        throw missing(path);
      }
      await localFileStore.unlink(path);
    },
  });
  const watched = await openWatched({ done: '.done' });
  for (const name of three) await writeFile(join(watched.path, name), order(name));
  for (const name of three) await writeFile(join(watched.path, `${name}.done`), '');
  const taken = await watched.start().until(3);
  expect(taken.map(({ file }) => file.name)).toEqual(three);
  await watched.stop();
  expect(await namesIn(watched.path)).toEqual([]);
  expect(struck).toBe(true);
});

const inbound = /folders-[^/]+\/[12]\.xml$/;

it.each([
  ['looks', 'look', inbound],
  ['looks for the end of the document', 'readPart', inbound],
  ['claims', 'rename', inbound],
] as const)(
  'order holds when the connection breaks under some %s, and others of their batch end later',
  async (_, call, at) => {
    const struck: string[] = [];
    /** The first one fails at once, the second ends a little later. */
    async function strike(path: string): Promise<void> {
      if (!at.test(path) || struck.includes(path)) return;
      struck.push(path);
      if (path.endsWith('2.xml')) await pause(15);
      else throw Object.assign(new Error('the connection was lost'), { code: 'ECONNRESET' });
    }
    useFiles({
      ...localFileStore,
      async stat(path) {
        if (call === 'look') await strike(path);
        return await localFileStore.stat(path);
      },
      async readPart(path, from, length) {
        if (call === 'readPart') await strike(path);
        return await localFileStore.readPart(path, from, length);
      },
      async rename(from, to) {
        if (call === 'rename') await strike(from);
        await localFileStore.rename(from, to);
      },
    });
    const watched = await openWatched();
    for (const name of three) await writeFile(join(watched.path, name), order(name));
    const taken = await watched.start().until(3);
    expect(taken.map(({ file }) => file.name)).toEqual(three);
    expect(struck).toHaveLength(2);
  },
);

it('order holds when a claim that failed is carried out late, after it was looked for', async () => {
  let failed: string | undefined;
  let late = true;
  const isClaim = (path: string): boolean => late && failed !== undefined && path.includes('.claiming');
  useFiles({
    ...localFileStore,
    async rename(from, to) {
      if (failed === undefined && from.endsWith('claiming')) {
        failed = basename(from);
        throw Object.assign(new Error('input/output error'), { code: 'EIO' });
      }
      await localFileStore.rename(from, to);
    },
    exists: async (path) => !isClaim(path) && (await localFileStore.exists(path)),
    async *list(folder) {
      if (isClaim(folder)) throw missing(folder);
      yield* localFileStore.list(folder);
    },
    async statMany(folder, names) {
      // a later file is seen first, and only then the claim
      if (names.includes('2.xml')) late = false;
      return await localFileStore.statMany(folder, names);
    },
  });
  const watched = await openWatched();
  await writeFile(join(watched.path, '1.xml'), order('1'));
  watched.start();
  while (failed === undefined) await pause(5);
  await writeFile(join(watched.path, '2.xml'), order('2'));
  const taken = await watched.until(2);
  expect(taken.map(({ file }) => file.name)).toEqual(['1.xml', '2.xml']);
  expect(late).toBe(false);
});

/** What a crash leaves: claimed, and never handed over. */
async function claimedBefore() {
  const watched = await openWatched();
  const work = join(watched.path, '.gateway', 'journal-1', '20260301T100000000-0000-crash');
  await mkdir(work, { recursive: true });
  await writeFile(join(work, '1.xml'), order('1'));
  return watched;
}

it('a claim that could not be given back is not given up', async () => {
  const flicker = use({ what: '', call: 'move', at: /crash\/1\.xml$/ });
  const watched = await claimedBefore();
  const [file] = await watched.folder.listClaimed();
  if (!file) throw new Error('no claim is found');
  await expect(watched.folder.giveBack(file)).rejects.toMatchObject({ code: 'folder-unavailable' });
  await watched.folder.giveBack(file);
  expect((await watched.start().until(1)).map(({ text }) => text)).toEqual([order('1').toString()]);
  expect(flicker.struck()).toBe(true);
});

it('what a crash left is found although the folder was away when it was looked for', async () => {
  let struck = 0;
  useFiles({
    ...localFileStore,
    async *list(folder) {
      if (folder.includes('.gateway')) struck += 1;
      if (folder.includes('.gateway') && struck === 1) throw missing(folder);
      yield* localFileStore.list(folder);
    },
  });
  const watched = await claimedBefore();
  expect((await watched.folder.listClaimed()).map(({ name }) => name)).toEqual(['1.xml']);
  expect(struck).toBeGreaterThan(1);
});

it('a file that is really gone holds nobody back', async () => {
  let gone = false;
  useFiles({
    ...localFileStore,
    async stat(path) {
      if (!gone && path.endsWith('/1.xml')) {
        gone = true;
        await localFileStore.unlink(path);
      }
      return await localFileStore.stat(path);
    },
  });
  const watched = await openWatched();
  for (const name of three) await writeFile(join(watched.path, name), order(name));
  const taken = await watched.start().until(2);
  expect(taken.map(({ file }) => file.name)).toEqual(['2.xml', '3.xml']);
  expect(watched.folder.trouble()).toBeUndefined();
});
