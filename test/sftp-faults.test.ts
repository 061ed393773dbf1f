import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import type { ClaimedFile } from '../src/folders/folder-types.ts';
import { openInboundFolder } from '../src/folders/inbound/watched-folder.ts';
import { openOutboundFolder } from '../src/folders/outbound/publishing-folder.ts';
import { SftpFileStore } from '../src/folders/sftp/sftp-file-store.ts';
import { SftpSession } from '../src/folders/sftp/sftp-session.ts';
import { complete } from '../src/folders/testkit/complete.ts';
import { order, recordingLog } from '../src/folders/testkit/folder.ts';
import { journalNamed } from '../src/folders/testkit/journal.ts';
import { oneByOne } from '../src/folders/testkit/one-by-one.ts';
import { startServer } from '../src/folders/testkit/sftp-server.ts';
import { type HalfOpenProxy, startProxy } from './faults/proxy.ts';
import * as writers from './faults/writers.ts';
import { patience } from './kit/machine.ts';

vi.setConfig({ testTimeout: 120_000 * patience });

/** An SFTP server behind a half-open connection, which fails at a request of this name: the first two of them. */
type Fault = readonly [
  name: string,
  request: string,
  when: 'arrived' | 'carriedOut',
  what: (proxy: HalfOpenProxy) => void,
];

const reading: readonly Fault[] = [
  ['stall in a listing', 'READDIR', 'arrived', (proxy) => proxy.freeze()],
  ['stall in data', 'READ', 'arrived', (proxy) => proxy.freeze()],
  ['cut in data', 'READ', 'carriedOut', (proxy) => proxy.cut()],
  ['stall in a rename', 'RENAME', 'arrived', (proxy) => proxy.freeze()],
  ['reply lost after a rename', 'RENAME', 'carriedOut', (proxy) => proxy.freeze('server')],
  ['cut after a rename', 'RENAME', 'carriedOut', (proxy) => proxy.cut()],
  ['requests lost after a look', 'LSTAT', 'carriedOut', (proxy) => proxy.freeze('client')],
];

const writing: readonly Fault[] = [
  ['stall in a listing', 'READDIR', 'arrived', (proxy) => proxy.freeze()],
  ['stall in data', 'WRITE', 'arrived', (proxy) => proxy.freeze()],
  ['cut in data', 'WRITE', 'carriedOut', (proxy) => proxy.cut()],
  ['reply lost after creation', 'OPEN', 'carriedOut', (proxy) => proxy.freeze('server')],
  ['reply lost after making the mark', 'MKDIR', 'carriedOut', (proxy) => proxy.cut()],
  ['stall in a rename', 'RENAME', 'arrived', (proxy) => proxy.freeze()],
  ['reply lost after a rename', 'RENAME', 'carriedOut', (proxy) => proxy.freeze('server')],
  ['cut after a rename', 'RENAME', 'carriedOut', (proxy) => proxy.cut()],
];

async function open([name, request, when, what]: Fault) {
  const folder = await mkdtemp(join(tmpdir(), 'sftp-faults-'));
  let left = 2;
  const server = await startServer({
    [when]: (is: string) => {
      if (is !== request || left === 0) return;
      left -= 1;
      what(proxy);
    },
  });
  const proxy = await startProxy(server.endpoint.port);
  const { log } = recordingLog();
  const session = new SftpSession({ ...server.endpoint, port: proxy.port, timeout: 700 * patience }, log);
  const close = async (): Promise<void> => {
    await session.close();
    await proxy.close();
    await server.close();
    await rm(folder, { recursive: true });
  };
  return { name, folder, log, files: new SftpFileStore(session), struck: () => 2 - left, close };
}

/** As the pipeline does: again, after a while, until it is done. */
async function surely<T>(run: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run();
    } catch {
      await pause(50);
    }
  }
}

const texts = new Map(
  ['whole', 'slow', 'paused', 'preallocated', 'rewritten', 'renamed', 'old'].map((name) => [
    `${name}.xml`,
    order(name, 50_000),
  ]),
);

async function writeAll(folder: string): Promise<void> {
  const write = async (name: string, how: (path: string, bytes: Buffer) => Promise<void>) =>
    await how(join(folder, `${name}.xml`), texts.get(`${name}.xml`) ?? Buffer.from(''));
  await Promise.all([
    write('whole', (path, bytes) => writeFile(path, bytes)),
    write('slow', (path, bytes) => writers.writeSlowly(path, bytes, 5, 200)),
    write('paused', (path, bytes) => writers.writeWithPause(path, bytes, 0.5, 2_500)),
    write('preallocated', (path, bytes) => writers.writePreallocated(path, bytes, 1_500)),
    write('rewritten', async (path, bytes) => {
      await writeFile(path, order('first version', 50_000));
      await writers.truncateAndRewrite(path, bytes, 300);
    }),
    write('renamed', (path, bytes) => writers.renameIntoPlace(path, bytes, '.filepart')),
    write('old', (path, bytes) => writers.writeWithTime(path, bytes, new Date('1990-01-01'))),
  ]);
}

async function picksUpAll(fault: Fault): Promise<string> {
  const { name, folder, log, files, struck, close } = await open(fault);
  // an interval above one second: in such seconds SFTP counts times
  const settle = { interval: 1_200, patience: 2_000, giveUp: 60_000 };
  const inbound = await openInboundFolder(
    { folder, files: ['*.xml'], complete, settle, every: 300 },
    journalNamed('j'),
    log,
    files,
  );
  const claims = new Map<string, ClaimedFile>();
  const stop = new AbortController();
  const { promise: all, resolve } = Promise.withResolvers<void>();
  const take = async (file: ClaimedFile): Promise<void> => {
    const bytes = await inbound.read(file);
    expect(Buffer.compare(Buffer.from(bytes), texts.get(file.name) ?? Buffer.from(''))).toBe(0);
    claims.set(file.id, file);
    if (claims.size === texts.size) resolve();
  };
  const watching = inbound.watch(oneByOne(take), stop.signal);
  await writeAll(folder);
  await all;
  for (const file of claims.values()) await surely(() => inbound.putInPlacement(file, 'archive'));
  await pause(500);
  stop.abort();
  await watching;
  expect(claims.size).toBe(texts.size);
  const places = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.xml')).sort();
  expect(places).toEqual([...texts.keys()].map((file) => join('archive', file)).sort());
  const told = `${name}: ${struck()}`;
  await close();
  return told;
}

async function publishesOnce(fault: Fault): Promise<string> {
  const { name, folder, log, files, struck, close } = await open(fault);
  const outbound = await openOutboundFolder({ folder, owner: 'j c', done: '.done' }, log, files);
  const bytes = order('1', 100_000);
  for (const n of [1, 2]) {
    const staged = await surely(() => outbound.stage(`${n}.xml`, bytes, `${n}.1`));
    expect(await surely(() => outbound.publish(staged))).toBe(`${n}.xml`);
  }
  await surely(() => outbound.sweep(() => true));
  const names = (await readdir(folder)).filter((one) => !one.startsWith('.gateway-'));
  expect(names.sort()).toEqual(['1.xml', '1.xml.done', '2.xml', '2.xml.done']);
  for (const n of [1, 2]) expect(Buffer.compare(await readFile(join(folder, `${n}.xml`)), bytes)).toBe(0);
  const told = `${name}: ${struck()}`;
  await close();
  return told;
}

it.concurrent('takes every file of every writer once and whole, whatever request the connection dies at', async () => {
  const struck = await Promise.all(reading.map(picksUpAll));
  expect(struck).toEqual(reading.map(([name]) => expect.stringMatching(new RegExp(`^${name}: [12]$`))));
});

it.concurrent('publishes every file once and whole, whatever request the connection dies at', async () => {
  const struck = await Promise.all(writing.map(publishesOnce));
  expect(struck).toEqual(writing.map(([name]) => expect.stringMatching(new RegExp(`^${name}: [12]$`))));
});
