import { writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { openInboundFolder } from '../../folders/inbound/watched-folder.ts';
import { localFileStore } from '../../folders/local/local-file-store.ts';
import { complete } from '../../folders/testkit/complete.ts';
import { temporaryFolder, temporaryJournal } from '../../folders/testkit/folder.ts';
import { buildFileFormats } from '../../formats/format-registry.ts';
import type { Journal } from '../../journal/journal.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { orders, settle } from '../testkit/pickup.ts';
import { InboundLoop, type InboundLoopParts } from './inbound-loop.ts';

const names = ['1.xml', '2.xml', '3.xml', '4.xml'];

let folder: string;
let journal: Journal;
/** Names of each call of `receive`. */
let received: (readonly string[])[];
/** Throws to refuse. */
let refuse: (documents: readonly NewMessage[]) => void;
/** Throws when the journal does not answer. */
let knowing: (ids: readonly string[]) => void;
/** Throws to keep a file from being read. */
let reading: (path: string) => void;

beforeEach(async () => {
  folder = await temporaryFolder();
  journal = await temporaryJournal();
  received = [];
  refuse = () => undefined;
  reading = () => undefined;
  knowing = () => undefined;
});

/** Resolves when the journal holds so many. */
async function run(count: number): Promise<readonly string[]> {
  const log = pino({ level: 'silent' });
  const files = {
    ...localFileStore,
    read: async (path: string) => {
      reading(path);
      return await localFileStore.read(path);
    },
  };
  const all = Promise.withResolvers<void>();
  const receive = async (documents: readonly NewMessage[]): Promise<void> => {
    received.push(documents.map(({ name }) => name));
    refuse(documents);
    await journal.receive(documents);
    if ((await journal.list({ limit: 100 })).length >= count) all.resolve();
  };
  const inbound = await openInboundFolder(
    { folder, files: ['*.xml'], complete, settle },
    journal,
    log,
    files,
  );
  const asked: InboundLoopParts['journal'] = {
    shared: false,
    acquireLease: (name) => journal.acquireLease(name),
    renewLease: (name) => journal.renewLease(name),
    releaseLease: (name) => journal.releaseLease(name),
    async findKnownFiles(ids) {
      knowing(ids);
      return await journal.findKnownFiles(ids);
    },
  };
  const loop = new InboundLoop({
    formats: buildFileFormats(),
    channels: [orders],
    folder: inbound,
    journal: asked,
    pipeline: { receive },
    log,
  });
  const running = loop.run();
  onTestFinished(async () => {
    loop.stop();
    await running;
  });
  await all.promise;
  return (await journal.list({ limit: 100 })).map(({ name }) => name).reverse();
}

async function drop(): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), `<Order>${name}</Order>`);
}

it('takes what is claimed together by one commit, in order', async () => {
  await drop();
  expect(await run(4)).toEqual(names);
  expect(received).toEqual([names]);
});

it('a file that cannot be read holds back those behind it, not those before', async () => {
  await drop();
  let failures = 0;
  reading = (path) => {
    if (!path.endsWith('3.xml') || failures === 2) return;
    failures += 1;
    throw Object.assign(new Error('input/output error'), { code: 'EIO' });
  };
  expect(await run(4)).toEqual(names);
  expect(received[0]).toEqual(['1.xml', '2.xml']);
  expect(failures).toBe(2);
});

it('what the journal could not take is taken later, each once, in order', async () => {
  await drop();
  let failures = 0;
  refuse = () => {
    failures += 1;
    if (failures < 3) throw new Error('no room');
  };
  expect(await run(4)).toEqual(names);
  expect(received).toEqual([names, ['1.xml'], ['1.xml'], ['2.xml'], ['3.xml'], ['4.xml']]);
});

it('nothing passes a file while the journal does not answer, however often it is asked', async () => {
  await writeFile(join(folder, '1.xml'), '<Order>1.xml</Order>');
  let failures = 0;
  knowing = (ids) => {
    if (ids.length === 0 || failures === 4) return;
    failures += 1;
    // dropped when the first has failed so often that one in trouble alone would be passed
    if (failures === 4) writeFileSync(join(folder, '2.xml'), '<Order>2.xml</Order>');
    throw new Error('the database is starting up');
  };
  expect(await run(2)).toEqual(['1.xml', '2.xml']);
  expect(failures).toBe(4);
});

it.each([
  ['from the start', 0],
  ['after a while', 2],
])('a folder that is away %s tells its own trouble: the loop logs nothing with each try', async (_, well) => {
  const told: unknown[] = [];
  const tries = Promise.withResolvers<void>();
  let count = 0;
  const away = async (): Promise<void> => {
    count += 1;
    if (count === 12) tries.resolve();
    if (count <= well) return;
    throw Object.assign(new Error('no such folder'), { code: 'ENOENT' });
  };
  const files = { ...localFileStore, assertUsable: away };
  const log = pino({ level: 'warn' }, { write: (line: string) => void told.push(JSON.parse(line)) });
  const inbound = await openInboundFolder(
    { folder, files: ['*.xml'], complete, settle },
    journal,
    log,
    files,
  );
  const parts = { formats: buildFileFormats(), channels: [orders], folder: inbound, journal, log } as const;
  const times = {
    ...{ retryAfter: 5, lookAgain: 5, longestInHand: 1000, askEvery: 5 },
    ...{ longestTrouble: 1000, leftFor: 5 },
  };
  const loop = new InboundLoop({ ...parts, pipeline: { receive: async () => undefined } }, times);
  const running = loop.run();
  await tries.promise;
  loop.stop();
  await running;
  expect(told).toMatchObject([{ code: 'folder-unavailable' }]);
  expect(inbound.trouble()?.en).toContain('does not exist');
});
