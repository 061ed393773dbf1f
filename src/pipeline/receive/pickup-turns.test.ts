import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { until } from '../../../test/kit/site.ts';
import type { FileStore } from '../../folders/file-store.ts';
import { openInboundFolder } from '../../folders/inbound/watched-folder.ts';
import { localFileStore } from '../../folders/local/local-file-store.ts';
import { complete } from '../../folders/testkit/complete.ts';
import { temporaryFolder, temporaryJournal } from '../../folders/testkit/folder.ts';
import { createId } from '../../folders/unique-id.ts';
import { buildFileFormats } from '../../formats/format-registry.ts';
import type { Journal, ReceiveTrigger } from '../../journal/journal.ts';
import { LeaseLost } from '../../journal/model/journal-errors.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { orders, settle } from '../testkit/pickup.ts';
import { InboundLoop } from './inbound-loop.ts';

/** Two gateways on one folder and one journal; whose turn it is, the test says too. */

const usual = {
  ...{ retryAfter: 100, lookAgain: 100, longestInHand: 30_000 },
  ...{ askEvery: 30, longestTrouble: 200, leftFor: 500 },
};

let folder: string;
let journal: Journal;
/** Who leads. */
let leader: string | undefined;
/** Who asked for the lease. */
let asked: Set<string>;
/** By whom each file was brought. */
let brought: string[];

beforeEach(async () => {
  folder = await temporaryFolder();
  journal = await temporaryJournal();
  leader = undefined;
  asked = new Set();
  brought = [];
});

interface Told {
  readonly files?: FileStore;
  /** Awaited before a commit. */
  readonly commit?: () => Promise<void>;
  readonly shared?: boolean;
  readonly done?: string;
  readonly times?: typeof usual;
}

async function gateway(
  who: string,
  { files = localFileStore, commit = async () => {}, shared = true, times = usual, done }: Told = {},
) {
  const answers = {
    shared,
    async acquireLease() {
      asked.add(who);
      leader ??= who;
      return leader === who;
    },
    renewLease: async () => leader === who,
    async releaseLease() {
      if (leader === who) leader = undefined;
    },
    findKnownFiles: (ids: readonly string[]) => journal.findKnownFiles(ids),
  };
  const receive = async (documents: readonly NewMessage[], { lease }: ReceiveTrigger = {}): Promise<void> => {
    await commit();
    expect(lease).toBe('pickup orders');
    if (leader !== who) throw new LeaseLost('The lease is not ours.');
    await journal.receive(documents);
    brought.push(...documents.map(({ name }) => `${name} by ${who}`));
  };
  const log = pino({ level: 'silent' });
  const inbound = await openInboundFolder(
    { folder, files: ['*.xml'], complete, settle, ...(done && { done }) },
    journal,
    log,
    files,
  );
  const parts = {
    channels: [orders],
    formats: buildFileFormats(),
    folder: inbound,
    journal: answers,
    pipeline: { receive },
    log,
  } as const;
  const loop = new InboundLoop(parts, times);
  const running = loop.run();
  const stop = async (): Promise<void> => {
    loop.stop();
    await running;
  };
  onTestFinished(stop);
  await until(`${who} to begin`, () => asked.has(who) || undefined);
  return { stop, trouble: () => inbound.trouble()?.en };
}

async function drop(name: string): Promise<void> {
  await writeFile(join(folder, `${name}.writing`), `<Order>${name}</Order>`);
  await rename(join(folder, `${name}.writing`), join(folder, name));
}

const come = (...all: readonly string[]): Promise<true> =>
  until(all.join(), () => (brought.length >= all.length ? true : undefined)).then((come) => {
    expect(brought).toEqual(all);
    return come;
  });

it('one picks up, and the other when it has stopped', async () => {
  const one = await gateway('one');
  const count = vi.fn();
  await gateway('other', { commit: async () => count() });
  const names = Array.from({ length: 12 }, (_, n) => `${n + 1}.xml`);
  for (const name of names) await drop(name);
  const byOne = names.map((name) => `${name} by one`);
  await come(...byOne);
  expect(count).not.toHaveBeenCalled();
  await one.stop();
  leader = undefined;
  await drop('13.xml');
  await come(...byOne, '13.xml by other');
});

it('what the one had claimed comes before what was dropped later, and the one is too late', async () => {
  const frozen = Promise.withResolvers<void>();
  const claimed = Promise.withResolvers<void>();
  onTestFinished(() => frozen.resolve());
  const commit = (): Promise<void> => {
    claimed.resolve();
    return frozen.promise;
  };
  await gateway('one', { commit });
  await drop('1.xml');
  await claimed.promise;
  await drop('2.xml');
  leader = 'other';
  await gateway('other');
  await come('1.xml by other', '2.xml by other');
  frozen.resolve();
  await drop('3.xml');
  await come('1.xml by other', '2.xml by other', '3.xml by other');
  // its turn again: nothing is left in its hands of the first one
  leader = 'one';
  await drop('4.xml');
  await come('1.xml by other', '2.xml by other', '3.xml by other', '4.xml by one');
  expect(await journal.list({ limit: 10 })).toHaveLength(4);
});

it('what the journal has forgotten goes back, before what comes then', async () => {
  await gateway('one');
  await drop('1.xml');
  await come('1.xml by one');
  // another server has taken over: it knows neither the file nor whose turn it is
  journal = await temporaryJournal();
  leader = undefined;
  await drop('2.xml');
  await come('1.xml by one', '1.xml by one', '2.xml by one');
  expect(leader).toBe('one');
});

it('a gateway for which the folder is away leaves it to the other', async () => {
  let isAway = false;
  const files: FileStore = {
    ...localFileStore,
    list(path) {
      if (isAway) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
      return localFileStore.list(path);
    },
  };
  await gateway('one', { files });
  await gateway('other');
  await drop('1.xml');
  await come('1.xml by one');
  isAway = true;
  await until('the other to lead', () => (leader === 'other' ? true : undefined));
  await drop('2.xml');
  await come('1.xml by one', '2.xml by other');
});

it('what one could not bring is no trouble of it any more when the other has taken over', async () => {
  const commit = async (): Promise<void> => {
    throw new Error('the database is away');
  };
  const one = await gateway('one', { commit });
  await drop('1.xml');
  await until('the trouble', () => one.trouble());
  leader = 'other';
  await gateway('other');
  await come('1.xml by other');
  await until('the trouble to be over', () => one.trouble() === undefined || undefined);
});

it('one for which it was away tells until it is there again, also while the other leads', async () => {
  let isAway = true;
  const files: FileStore = {
    ...localFileStore,
    async assertUsable(...given) {
      if (isAway) throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
      return await localFileStore.assertUsable(...given);
    },
  };
  const one = await gateway('one', { files });
  await gateway('other');
  await until('the other to lead', () => leader === 'other' || undefined);
  await drop('1.xml');
  await come('1.xml by other');
  expect(one.trouble()).toContain(folder);
  isAway = false;
  await until('the trouble to be over', () => one.trouble() === undefined || undefined);
  expect(leader).toBe('other');
});

it('one for which it is away from the start too', async () => {
  const away = () => Promise.reject(Object.assign(new Error('no such folder'), { code: 'ENOENT' }));
  await gateway('one', { files: { ...localFileStore, assertUsable: away } });
  await gateway('other');
  await drop('1.xml');
  await come('1.xml by other');
});

it('a file that is handed over again later is tried by nobody else, however long that takes', async () => {
  const tries: number[] = [];
  const commit = async (): Promise<void> => {
    tries.push(performance.now());
    if (tries.length < 3) throw new Error('the disk is full');
  };
  await gateway('one', { commit, shared: false, times: { ...usual, longestInHand: 200, lookAgain: 20 } });
  await drop('1.xml');
  await come('1.xml by one');
  const [first = 0, second = 0, third = 0] = tries;
  expect(second - first).toBeGreaterThan(400);
  expect(third - second).toBeGreaterThan(400);
});

it('what a crash left goes before what came later, with done-files too', async () => {
  for (const name of ['1.xml', '2.xml', '3.xml']) await drop(name);
  for (const name of ['1.xml', '3.xml']) await writeFile(join(folder, `${name}.done`), '');
  // of a batch that was claimed side by side, the second only, and its done-file is gone
  const claim = join(folder, '.gateway', journal.id, createId());
  await mkdir(claim, { recursive: true });
  await rename(join(folder, '2.xml'), join(claim, '2.xml'));
  await gateway('one', { done: '.done' });
  await come('1.xml by one', '2.xml by one', '3.xml by one');
});

it.each([true, false])(
  'a claim that was made late is taken, on a journal that is shared: %s',
  async (shared) => {
    await gateway('one', { shared });
    await drop('1.xml');
    await come('1.xml by one');
    const minuteAgo = (Date.now() - 60_000).toString(36).padStart(9, '0');
    const claim = join(folder, '.gateway', journal.id, `${minuteAgo}000aaaa`);
    const young = join(
      folder,
      '.gateway',
      journal.id,
      `${Date.now().toString(36).padStart(9, '0')}000aaaa.claiming`,
    );
    for (const [path, name] of [
      [claim, 'late.xml'],
      [young, 'now.xml'],
    ] as const) {
      await mkdir(path);
      await writeFile(join(path, name), '<Order/>');
    }
    await come('1.xml by one', 'late.xml by one');
    await drop('2.xml');
    await come('1.xml by one', 'late.xml by one', '2.xml by one');
  },
);

it('one that may not move files tells that until it may, also while the other leads', async () => {
  let [mayMove, hasTried] = [false, false];
  const refuse = () => Promise.reject(Object.assign(new Error('no right'), { code: 'EACCES' }));
  const files: FileStore = {
    ...localFileStore,
    async rename(from, to) {
      hasTried ||= from === join(folder, '1.xml');
      return await (hasTried && !mayMove ? refuse() : localFileStore.rename(from, to));
    },
    assertUsable: (...given) => (hasTried && !mayMove ? refuse() : localFileStore.assertUsable(...given)),
  };
  const one = await gateway('one', { files });
  await drop('1.xml');
  await until('the trouble', () => one.trouble());
  leader = 'other';
  await gateway('other');
  await come('1.xml by other');
  expect(one.trouble()).toContain(folder);
  mayMove = true;
  await until('the trouble to be over', () => one.trouble() === undefined || undefined);
  expect(leader).toBe('other');
});
