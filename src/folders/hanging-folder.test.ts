import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { TakeResult } from './folder-types.ts';
import { openInboundFolder } from './inbound/watched-folder.ts';
import { localFileStore } from './local/local-file-store.ts';
import { openOutboundFolder } from './outbound/publishing-folder.ts';
import { complete } from './testkit/complete.ts';
import { recordingLog, temporaryFolder } from './testkit/folder.ts';
import { journalNamed } from './testkit/journal.ts';

/** A share of which nothing is ever heard. */
const silent = { ...localFileStore, assertUsable: () => new Promise<void>(() => undefined) };

const settle = { interval: 40, patience: 150, giveUp: 400 };
const hangs = /has not answered for 6\d seconds/;

it('an inbound and an outbound folder that hang say so', async () => {
  const folder = await temporaryFolder();
  const { log } = recordingLog();
  const folders = await Promise.all([
    openInboundFolder({ folder, files: ['*.xml'], complete, settle }, journalNamed('j'), log, silent),
    openOutboundFolder({ folder }, log, silent),
  ]);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
  for (const one of folders) expect(one.trouble()?.en).toMatch(hangs);
});

it('one that hangs when it is asked why a file could not be taken says so', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '1.xml'), '<Order/>');
  const { log } = recordingLog();
  const asked = Promise.withResolvers<void>();
  let failed = false;
  const files = {
    ...localFileStore,
    async assertUsable(path: string): Promise<void> {
      if (!failed) return await localFileStore.assertUsable(path);
      asked.resolve();
      await new Promise<void>(() => undefined);
    },
  };
  const inbound = await openInboundFolder(
    { folder, files: ['*.xml'], complete, settle },
    journalNamed('j'),
    log,
    files,
  );
  const take = async (): Promise<TakeResult> => {
    failed = true;
    return { taken: 0, error: new Error('input/output error') };
  };
  void inbound.watch(take, new AbortController().signal);
  await asked.promise;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
  expect(inbound.trouble()?.en).toMatch(hangs);
});
