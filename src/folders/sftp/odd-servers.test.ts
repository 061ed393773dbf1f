import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openOutboundFolder } from '../outbound/publishing-folder.ts';
import {
  namesIn,
  openWatched,
  order,
  recordingLog,
  temporaryFolder,
  temporaryJournal,
  useFiles,
} from '../testkit/folder.ts';
import { filesOn } from '../testkit/sftp.ts';
import { type Oddities, startServer, type TestServer } from '../testkit/sftp-server.ts';
import { SftpFileStore } from './sftp-file-store.ts';
import type { SftpEndpoint } from './sftp-login.ts';
import { SftpSession } from './sftp-session.ts';

/** Servers that are not OpenSSH: no posix-rename, no fsync, short reads, one long listing, failures without a reason. */

async function open(odd: Oddities = {}, change: Partial<SftpEndpoint> = {}) {
  const server = await startServer(odd);
  const { log, lines } = recordingLog();
  const files = filesOn(server, change, log);
  useFiles(files);
  return { server, files, lines };
}

async function takes(server: TestServer, count: number): Promise<void> {
  const watched = await openWatched();
  for (let n = 0; n < count; n++) {
    await writeFile(join(watched.path, `${n}.xml`), order(`${n}`, 30_000));
    await utimes(join(watched.path, `${n}.xml`), 1_000 + n, 1_000 + n);
  }
  const taken = await watched.start().until(count);
  expect(taken.map(({ file }) => file.name)).toEqual(Array.from({ length: count }, (_, n) => `${n}.xml`));
  for (const { file, text } of taken) {
    expect(text).toBe(order(file.name.slice(0, -4), 30_000).toString());
    expect(await watched.folder.putInPlacement(file, 'archive')).toBe(`archive/${file.name}`);
  }
  expect(await namesIn(join(watched.path, 'archive'))).toHaveLength(count);
  expect(server.atOnce).toBeLessThanOrEqual(8);
}

it('takes and archives files of a server that offers nothing but version 3', async () => {
  const { server } = await open();
  await takes(server, 12);
  expect(server.logins).toBe(1);
});

it.each([-86_400_000, 3_600_000])('does not care for a clock that is %i ms off', async (skew) => {
  const { server } = await open({ skew });
  await takes(server, 3);
});

it('publishes without posix-rename and never overwrites', async () => {
  const { files } = await open();
  const folder = await temporaryFolder();
  const outbound = await openOutboundFolder({ folder, owner: 'j c' }, recordingLog().log, files);
  const staged = await outbound.stage('a.xml', order('1', 100_000), '1.1');
  await writeFile(join(folder, 'a.xml'), 'there');
  const name = await outbound.publish(staged);
  expect(name).not.toBe('a.xml');
  expect(await outbound.publish(staged)).toBe(name);
  expect(await readFile(join(folder, 'a.xml'), 'utf8')).toBe('there');
  expect((await stat(join(folder, name))).size).toBe(order('1', 100_000).length);
  await outbound.report('a.xml', { text: 'one', json: '{}' });
  await outbound.report('a.xml', { text: 'two', json: '{}' });
  expect(await readFile(join(folder, 'parked', 'a.xml.report.txt'), 'utf8')).toBe('two');
});

it('connects again when the server closed an idle connection, without a word', async () => {
  const { server, files, lines } = await open({ idle: 50 });
  const folder = await temporaryFolder();
  expect(await files.exists(folder)).toBe(true);
  await pause(300);
  expect(await files.exists(folder)).toBe(true);
  expect(server.logins).toBe(2);
  expect(lines).toEqual([]);
});

it('goes on with a large file where the connection broke', async () => {
  const { server, files } = await open();
  const path = join(await temporaryFolder(), 'large.xml');
  const bytes = Buffer.alloc(13_000_000);
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32LE(at, at);
  await writeFile(path, bytes);
  let reads = 0;
  server.odd.arrived = (request) => {
    if (request !== 'READ') return;
    reads += 1;
    // in the third piece of 4 MB
    if (reads === 600) server.odd.breakAfter = 'READ';
  };
  expect(Buffer.compare(Buffer.from(await files.read(path)), bytes)).toBe(0);
  expect(server.logins).toBe(2);
  const whole = Math.ceil(bytes.length / 32_768) * 2;
  expect(reads).toBeLessThan(whole * 1.5);
});

it('gives up a call that is not answered, and the connection with it', async () => {
  const { server, files } = await open({ silent: 'MKDIR' }, { timeout: 2_000 });
  const folder = await temporaryFolder();
  const started = performance.now();
  await expect(files.mkdir(join(folder, 'a'))).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  expect(performance.now() - started).toBeLessThan(8_000);
  expect(await files.exists(folder)).toBe(true);
  expect(server.logins).toBe(2);
});

it.each(['MKDIR', 'RENAME', 'LSTAT', 'READ'])(
  'finds each file once when the answer to %s is lost',
  async (breakAfter) => {
    const { server } = await open({});
    const watched = await openWatched();
    await mkdir(join(watched.path, '.gateway', 'journal-1'), { recursive: true });
    for (let n = 0; n < 5; n++) await writeFile(join(watched.path, `${n}.xml`), order(`${n}`));
    Object.assign(server.odd, { breakAfter });
    const taken = await watched.start().until(5);
    await pause(400);
    expect(taken.map(({ file }) => file.name).sort()).toEqual(['0.xml', '1.xml', '2.xml', '3.xml', '4.xml']);
    expect(await namesIn(watched.path)).toEqual([]);
    expect(await watched.folder.listClaimed()).toHaveLength(5);
    expect(server.odd.breakAfter).toBeUndefined();
  },
);

it.each(['names', 'nothing'] as const)(
  'a listing without end (%s) is trouble of its folder, and ends',
  async (endless) => {
    const server = await startServer({ endless });
    const { log } = recordingLog();
    const session = new SftpSession(server.endpoint, log);
    onTestFinished(async () => {
      await session.close();
      await server.close();
    });
    const files = new SftpFileStore(session, { names: 2_000, bytes: 2 ** 20, milliseconds: 300 });
    useFiles(files);
    const watched = (await openWatched()).start();
    await vi.waitFor(() => expect(watched.folder.trouble()?.en).toMatch(/does not end: \d+ names/), {
      timeout: 5_000,
    });
    // another folder of the same server goes on meanwhile
    expect(await files.exists('/')).toBe(true);
    delete server.odd.endless;
    await writeFile(join(watched.path, 'a.xml'), order('1'));
    await watched.until(1);
    expect(server.logins).toBe(1);
  },
);

it('leaves names that are none where they are, tells them once, and takes and files all others', async () => {
  const { server } = await open();
  const watched = await openWatched();
  const secret = join(watched.path, '..', 'secret.xml');
  await writeFile(secret, order('9'));
  await utimes(secret, 1, 1);
  const asked: string[] = [];
  server.odd.looked = (path) => void asked.push(path);
  server.odd.names = () => ['a\0.xml', '../secret.xml', 'sub/b.xml', '/etc/c.xml', '..', ''];
  for (const name of ['1.xml', '2.xml']) await writeFile(join(watched.path, name), order(name));
  for (const { file } of await watched.start().until(2))
    expect(await watched.folder.putInPlacement(file, 'archive')).toBe(`archive/${file.name}`);
  expect(watched.folder.trouble()).toBeUndefined();
  const told = watched.lines.filter(({ code }) => code === 'file-left-alone').map(({ text }) => text);
  expect(told.map((text) => /^(".*") is left alone: name is none/.exec(text)?.[1]).sort()).toEqual(
    ['../secret.xml', '/etc/c.xml', 'a\0.xml', 'sub/b.xml'].map((name) => JSON.stringify(name)),
  );
  const { count, oldest } = await watched.folder.countUnmatched();
  expect(count).toBe(4);
  expect(oldest?.reason.en).toContain('holds a slash or a NUL');
  expect(asked.filter((path) => /\0|secret|sub|etc/.test(path))).toEqual([]);
  expect(await readFile(secret, 'utf8')).toBe(order('9').toString());
  await rm(secret);
});

it('refuses a server with another host key, before it says a password', async () => {
  const { server, files, lines } = await open({}, { hostKey: `SHA256:${'A'.repeat(43)}` });
  await expect(files.exists('/')).rejects.toMatchObject({ code: 'EHOSTKEY' });
  await expect(files.exists('/')).rejects.toThrow(/shows the host key SHA256:/);
  expect(server.logins).toBe(0);
  expect(lines.filter(({ code }) => code === 'sftp-host-key')).toHaveLength(1);
});

it('says that the password is refused, and does not try it again at once', async () => {
  const { server, files } = await open({}, { password: 'wrong' });
  await expect(files.exists('/')).rejects.toMatchObject({ code: 'EAUTH' });
  await expect(files.exists('/')).rejects.toMatchObject({ code: 'EAUTH' });
  expect(server.logins).toBe(1);
});

it('tells nobody a password that the server says back', async () => {
  const { files } = await open({ refuses: ['STAT', 'LSTAT'], says: 'erp/secret may not, nor c2VjcmV0' });
  const error = await files.exists('/').catch((refused: unknown) => refused);
  expect(error).toMatchObject({ code: 'EACCES' });
  expect(inspect(error)).toContain('erp/[redacted] may not');
  expect(inspect(error)).not.toMatch(/secret|c2VjcmV/);
});

it('takes files of an account that may only read, and of one that may only delete', async () => {
  const readOnly = ['CREATE', 'MKDIR', 'RENAME', 'SETSTAT'];
  for (const claim of ['remember', 'delete'] as const) {
    await open({ refuses: claim === 'remember' ? [...readOnly, 'REMOVE'] : readOnly });
    const watched = await openWatched({ claim }, await temporaryJournal());
    await writeFile(join(watched.path, 'a.xml'), order('1'));
    const [taken] = await watched.start().until(1);
    if (taken === undefined) return;
    const bytes = async () => Buffer.from(taken.text);
    const said = { text: 'wrong', json: '{}' };
    expect(await watched.folder.putInPlacement(taken.file, 'error', said, bytes)).toBe('');
    expect(await watched.folder.putInPlacement(taken.file, 'archive', undefined, bytes)).toBe('');
    const left = claim === 'remember' ? ['a.xml'] : [];
    await vi.waitFor(async () => expect(await namesIn(watched.path)).toEqual(left), { timeout: 5_000 });
    expect(watched.folder.trouble()).toBeUndefined();
    const told = watched.lines.filter(({ code }) => code === 'not-archived');
    expect(told).toHaveLength(claim === 'delete' ? 1 : 0);
  }
});

it('looks again where a rename is refused, and takes the file when it is not any more', async () => {
  const { server } = await open({ refuses: ['RENAME'] });
  const watched = await openWatched();
  await writeFile(join(watched.path, 'a.xml'), order('1'));
  watched.start();
  const busy = () => watched.lines.filter(({ code }) => code === 'file-busy');
  await vi.waitFor(() => expect(busy()).toHaveLength(1), { timeout: 5_000 });
  expect(await namesIn(watched.path)).toEqual(['a.xml']);
  server.odd.refuses = [];
  await watched.until(1);
});
