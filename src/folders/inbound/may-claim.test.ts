import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ClaimedFile } from '../folder-types.ts';
import { complete } from '../testkit/complete.ts';
import { recordingLog, temporaryFolder } from '../testkit/folder.ts';
import { journalNamed } from '../testkit/journal.ts';
import { oneByOne } from '../testkit/one-by-one.ts';
import { openInboundFolder } from './watched-folder.ts';

it('a folder claims nothing while its gateway may not, and then all', async () => {
  const folder = await temporaryFolder();
  const settle = { interval: 40, patience: 150, giveUp: 400 };
  const settings = { folder, files: ['*.xml'], complete, settle };
  const opened = await openInboundFolder(settings, journalNamed('j'), recordingLog().log);
  const asked = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<ClaimedFile>();
  const stop = new AbortController();
  let may = false;
  let times = 0;
  const mayClaim = (): boolean => {
    times += 1;
    if (times === 3) asked.resolve();
    return may;
  };
  const watching = opened.watch(
    oneByOne(async (file) => taken.resolve(file)),
    stop.signal,
    mayClaim,
  );
  onTestFinished(async () => {
    stop.abort();
    await watching;
  });
  await writeFile(join(folder, 'a.xml'), '<a/>');
  await asked.promise;
  expect(await readdir(folder)).toContain('a.xml');
  may = true;
  expect((await taken.promise).name).toBe('a.xml');
});
