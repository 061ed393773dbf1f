import { expect, it, onTestFinished, vi } from 'vitest';
import { openInboundFolder } from './inbound.ts';
import { localFiles } from './local-files.ts';
import { openOutboundFolder } from './outbound.ts';
import { recordingLog, temporaryFolder } from './testkit/folder.ts';
import { journalNamed } from './testkit/journal.ts';

/** A share of which nothing is ever heard. */
const silent = { ...localFiles, usable: () => new Promise<void>(() => undefined) };

it('an inbound and an outbound folder that hang say so', async () => {
  const folder = await temporaryFolder();
  const { log } = recordingLog();
  const settle = { interval: 40, patience: 150, giveUp: 400 };
  const folders = await Promise.all([
    openInboundFolder({ folder, files: ['*.xml'], settle }, journalNamed('j'), log, silent),
    openOutboundFolder({ folder }, log, silent),
  ]);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
  onTestFinished(() => clock.mockRestore());
  for (const one of folders) expect(one.trouble()).toMatch(/has not answered for 6\d seconds/);
});
