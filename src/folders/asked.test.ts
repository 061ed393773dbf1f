import { expect, it, onTestFinished, vi } from 'vitest';
import { Asked, hangingFolder } from './asked.ts';
import { openInboundFolder } from './inbound.ts';
import { localFiles } from './local-files.ts';
import { openOutboundFolder } from './outbound.ts';
import { recordingLog, temporaryFolder } from './testkit/folder.ts';
import { journalNamed } from './testkit/journal.ts';

function clockAt(milliseconds: number) {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(milliseconds);
  onTestFinished(() => clock.mockRestore());
  return clock;
}

it('tells of the oldest call after half a minute, until it ends', async () => {
  const asked = new Asked();
  const clock = clockAt(0);
  const old = Promise.withResolvers<void>();
  const first = asked.ask(() => old.promise);
  clock.mockReturnValue(20_000);
  void asked.ask(() => new Promise(() => undefined));
  expect(asked.hanging()).toBeUndefined();
  clock.mockReturnValue(41_000);
  expect(hangingFolder('x', asked)).toContain('x has not answered for 41 seconds');
  old.resolve();
  await first;
  expect(asked.hanging()).toBeUndefined();
});

it('a call that fails is over', async () => {
  const asked = new Asked();
  const clock = clockAt(0);
  await expect(asked.ask(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  clock.mockReturnValue(60_000);
  expect(asked.hanging()).toBeUndefined();
});

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
  clockAt(performance.now() + 60_000);
  for (const one of folders) expect(one.trouble()).toMatch(/has not answered for 6\d seconds/);
});
