import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startProxy } from '../../../test/faults/proxy.ts';
import { recordingLog, temporaryFolder } from '../testkit/folder.ts';
import { noSshd, type Sshd, startSshd } from '../testkit/sshd.ts';
import { SftpCalls } from './sftp-calls.ts';
import { SftpFileStore } from './sftp-file-store.ts';
import type { SftpEndpoint } from './sftp-login.ts';
import { SftpSession } from './sftp-session.ts';

/** Logins to, and silence of, Debian's OpenSSH server. */

/** Milliseconds. */
const patient = { timeout: 20_000, interval: 50 };

let sshd: Sshd;

beforeAll(async () => {
  if (noSshd === undefined) sshd = await startSshd();
});

afterAll(() => sshd?.close());

function open(
  change: Partial<SftpEndpoint> = {},
  without: readonly (keyof SftpEndpoint)[] = [],
): SftpFileStore {
  const endpoint = { ...sshd.endpoint, ...change };
  for (const key of without) delete endpoint[key];
  const session = new SftpSession(endpoint, recordingLog().log);
  onTestFinished(() => session.close());
  return new SftpFileStore(session);
}

async function startAgent(): Promise<string> {
  const agent = join(await temporaryFolder(), 'agent');
  const running = spawn('ssh-agent', ['-D', '-a', agent], { stdio: 'ignore' });
  onTestFinished(() => void running.kill());
  await vi.waitUntil(() => existsSync(agent), patient);
  execFileSync('ssh-add', ['-q', sshd.plainKey], { env: { ...process.env, SSH_AUTH_SOCK: agent } });
  return agent;
}

describe.skipIf(noSshd !== undefined)('an SFTP session', () => {
  it('logs in with a key that an agent holds', async () => {
    const files = open({ agent: await startAgent() }, ['privateKey', 'passphrase']);
    expect(await files.exists('/')).toBe(true);
  });

  it('never uses a handle on another connection, where it may mean another file', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [join(folder, 'one.xml'), join(folder, 'other.xml')];
    await writeFile(one, 'the first');
    await writeFile(other, 'the other');
    const session = new SftpSession(sshd.endpoint, recordingLog().log);
    onTestFinished(() => session.close());
    const calls = new SftpCalls(session);
    const [lost, written] = [await calls.open(one, 'r'), await calls.open(join(folder, 'new.xml'), 'wx')];
    sshd.hangUp();
    await vi.waitUntil(() => calls.exists('/').catch(() => false), patient);
    const handles = [await calls.open(other, 'r'), await calls.open(join(folder, 'newer.xml'), 'wx')];
    expect(handles.map(({ bytes }) => bytes)).toEqual([lost.bytes, written.bytes]);
    const uses = await Promise.allSettled([
      calls.read(lost, one, 0, 9),
      calls.write(written, 'new.xml', Buffer.from('x')),
      calls.close(lost, one),
    ]);
    for (const use of uses) expect(use).toMatchObject({ reason: { code: 'ECONNRESET' } });
    expect(await readFile(join(folder, 'newer.xml'), 'utf8')).toBe('');
    expect((await calls.read(handles[0] ?? lost, other, 0, 9)).toString()).toBe('the other');
  });

  it('says that the passphrase is wrong', async () => {
    const files = open({ passphrase: 'wrong' });
    await expect(files.exists('/')).rejects.toMatchObject({ code: 'EAUTH' });
    await expect(files.exists('/')).rejects.toThrow('private key');
  });

  it('uses the algorithms it is told, and names those that do not fit', async () => {
    const cipher = ['aes256-gcm@openssh.com'];
    expect(await open({ algorithms: { cipher } }).exists('/')).toBe(true);
    const old = open({ algorithms: { kex: ['diffie-hellman-group1-sha1'] } });
    await expect(old.exists('/')).rejects.toMatchObject({ code: 'EALGORITHM' });
  });

  it('ends calls at their deadline while the server is frozen, and works again after it', async () => {
    // a login on a busy machine takes longer than an answer may take here
    const endpoint = { ...sshd.endpoint, timeout: patient.timeout };
    const session = new SftpSession(endpoint, recordingLog().log);
    onTestFinished(() => session.close());
    const files = new SftpFileStore(session);
    expect(await files.exists('/')).toBe(true);
    endpoint.timeout = 700;
    sshd.freeze();
    const started = performance.now();
    const calls = Array.from({ length: 20 }, () => files.exists('/'));
    const ends = await Promise.allSettled(calls);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect(performance.now() - started).toBeLessThan(15_000);
    endpoint.timeout = patient.timeout;
    sshd.thaw();
    await vi.waitFor(async () => expect(await files.exists('/')).toBe(true), patient);
  });

  it('notices by itself that an idle connection is dead', async () => {
    const proxy = await startProxy(sshd.endpoint.port);
    onTestFinished(() => proxy.close());
    const files = open({ port: proxy.port, timeout: 2_000 });
    expect(await files.exists('/')).toBe(true);
    proxy.freeze();
    await vi.waitUntil(() => proxy.open() === 0, { timeout: 25_000 });
    expect(await files.exists('/')).toBe(true);
    expect(proxy.connections()).toBe(2);
  });
});
