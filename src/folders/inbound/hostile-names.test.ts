import { renameSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import * as writers from '../../../test/faults/writers.ts';
import { localFileStore } from '../local/local-file-store.ts';
import { namesIn, openWatched, order, type TakenFile, useFiles } from '../testkit/folder.ts';

/** With interval 40 ms, patience 150 ms: a pause of 300 ms is far past patience and short of giving up. */
const settle = { interval: 40, patience: 150, giveUp: 5_000 };
const document = order('4711', 4_000);

describe('a writer that', () => {
  it.each<[string, (path: string) => Promise<void>]>([
    ['is slow', (path) => writers.writeSlowly(path, document, 20, 25)],
    ['is slower than the interval', (path) => writers.writeSlowly(path, document, 5, 90)],
    ['pauses past patience', (path) => writers.writeWithPause(path, document, 0.5, 400)],
    ['pauses past patience before its first byte', (path) => writers.writeWithPause(path, document, 0, 400)],
    ['pauses after the root tag', (path) => writers.writeWithPause(path, document, 0.01, 300)],
    [
      'pauses before the last byte',
      (path) => writers.writeWithPause(path, document.subarray(0, -1), 0.9999, 300),
    ],
    ['preallocates', (path) => writers.writePreallocated(path, document, 300)],
    ['renames into place', (path) => writers.renameIntoPlace(path, document, '.tmp')],
    ['has a clock of 1990', (path) => writers.writeWithTime(path, document, new Date('1990-01-01'))],
    ['has a clock of 2100', (path) => writers.writeWithTime(path, document, new Date('2100-01-01'))],
  ])('%s has its file taken once and whole', async (_, write) => {
    const watched = (await openWatched({ settle })).start();
    const path = join(watched.path, 'a.xml');
    await write(path);
    const [taken] = await watched.until(1);
    const written = taken?.text ?? '';
    expect(document.toString().startsWith(written)).toBe(true);
    expect(document.length - written.length).toBeLessThanOrEqual(1);
    await pause(150);
    expect(watched.taken).toHaveLength(1);
  });

  it('pauses in a file that is no XML has it taken whole, by quiet alone', async () => {
    const quiet = { ...settle, quiet: 400 };
    const watched = (await openWatched({ files: ['*.csv'], settle: quiet })).start();
    const rows = Buffer.from('order;4711;10\n'.repeat(100));
    await writers.writeWithPause(join(watched.path, 'a.csv'), rows, 0.5, 250);
    expect((await watched.until(1))[0]?.text).toBe(rows.toString());
  });

  it('pauses is warned about once', async () => {
    const watched = (await openWatched({ settle })).start();
    await writers.writeWithPause(join(watched.path, 'a.xml'), document, 0.5, 700);
    await watched.until(1);
    expect(watched.lines.filter((line) => line.code === 'file-unfinished')).toHaveLength(1);
  });

  it('empties and rewrites a file before it is claimed has the new version taken', async () => {
    const watched = await openWatched({ settle: { ...settle, interval: 200 } });
    const path = join(watched.path, 'a.xml');
    await writeFile(path, order('old', 4_000));
    watched.start();
    await writers.truncateAndRewrite(path, order('new', 4_000), 100);
    const [taken] = await watched.until(1);
    expect(taken?.text).toBe(order('new', 4_000).toString());
    expect(watched.taken).toHaveLength(1);
  });

  it('rewrites in place without changing the size has the new version taken', async () => {
    const watched = await openWatched({ settle: { ...settle, interval: 200 } });
    const path = join(watched.path, 'a.xml');
    await writeFile(path, order('old', 4_000));
    watched.start();
    await writers.overwriteInPlace(path, order('new', 4_000), 100);
    expect((await watched.until(1))[0]?.text).toBe(order('new', 4_000).toString());
  });

  it('never ends its file has it handed over after giving up', async () => {
    const watched = (await openWatched()).start();
    await writeFile(join(watched.path, 'a.xml'), document.subarray(0, 2_000));
    await pause(250);
    expect(await namesIn(watched.path)).toEqual(['a.xml']);
    expect((await watched.until(1))[0]?.file.size).toBe(2_000);
  });

  it('leaves an empty file has it handed over after giving up, not after patience', async () => {
    const watched = (await openWatched()).start();
    await writeFile(join(watched.path, 'a.xml'), '');
    await pause(250);
    expect(await namesIn(watched.path)).toEqual(['a.xml']);
    expect((await watched.until(1))[0]?.file.size).toBe(0);
  });

  it('makes the folder vanish for a while has nothing taken twice', async () => {
    const watched = await openWatched();
    for (let n = 0; n < 40; n++) await writeFile(join(watched.path, `${n}.xml`), order(String(n)));
    watched.start();
    await writers.vanish(watched.path, 300);
    await watched.until(40);
    await pause(150);
    expect(new Set(watched.taken.map(({ file }) => file.name)).size).toBe(40);
    expect(watched.taken).toHaveLength(40);
  });

  it('removes the folder and makes a new one is served again', async () => {
    const watched = (await openWatched()).start();
    await writeFile(join(watched.path, 'a.xml'), order('1'));
    await watched.until(1);
    await writers.replaceFolder(watched.path);
    await writeFile(join(watched.path, 'b.xml'), order('2'));
    await watched.until(2);
    await vi.waitFor(() => expect(watched.folder.trouble()).toBeUndefined(), { timeout: 10_000 });
  });
});

describe('order', () => {
  const inOrder = ['1.xml', '2.xml', '3.xml'];

  async function watchThree() {
    const watched = await openWatched();
    for (const name of inOrder) await writeFile(join(watched.path, name), order(name));
    return watched;
  }

  const names = (taken: readonly TakenFile[]) => taken.map(({ file }) => file.name);

  it('holds when the folder is away for a moment while a claimed file is read', async () => {
    const watched = await watchThree();
    let back: Promise<void> | undefined;
    watched.refuse = () => {
      if (back !== undefined) return;
      renameSync(watched.path, `${watched.path}.away`);
      back = pause(60).then(() => renameSync(`${watched.path}.away`, watched.path));
    };
    watched.start();
    expect(names(await watched.until(3))).toEqual(inOrder);
    expect(watched.lines.map(({ code }) => code)).not.toContain('file-missing');
  });

  it('holds when one file cannot be taken at first: those behind it wait', async () => {
    const watched = await watchThree();
    let refused = 0;
    watched.refuse = ({ name }) => {
      if (name !== '1.xml' || refused >= 2) return;
      refused += 1;
      throw new Error('input/output error');
    };
    watched.start();
    expect(names(await watched.until(3))).toEqual(inOrder);
  });

  it('holds when the claim of one file of a batch fails: those behind it settle anew', async () => {
    let failures = 0;
    useFiles({
      ...localFileStore,
      async rename(from, to) {
        if (from.endsWith('/1.xml') && failures === 0) {
          failures += 1;
          // the others of the batch are claimed before anybody hears of it
          await pause(100);
          throw Object.assign(new Error('input/output error'), { code: 'EIO' });
        }
        await localFileStore.rename(from, to);
      },
    });
    const watched = (await watchThree()).start();
    expect(names(await watched.until(3))).toEqual(inOrder);
    expect(failures).toBe(1);
  });

  it('does not hold for ever behind a file that cannot be taken at all', async () => {
    const watched = await watchThree();
    watched.refuse = ({ name }) => {
      if (name === '1.xml') throw new Error('input/output error');
    };
    watched.start();
    expect(names(await watched.until(2))).toEqual(['2.xml', '3.xml']);
  });
});
