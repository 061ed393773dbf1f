import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../../test/kit/port.ts';
import { systemCodeOf } from '../folder-error.ts';
import type { SftpEndpoint } from '../sftp/sftp-login.ts';

const binary = '/usr/sbin/sshd';

/** Why the tests with Debian's OpenSSH server cannot run here; undefined when they can. */
export const noSshd = existsSync(binary)
  ? undefined
  : `${binary} is missing: install openssh-server to run these tests`;

if (noSshd !== undefined) console.warn(`skipped: ${noSshd}`);

export interface Sshd {
  readonly endpoint: SftpEndpoint;
  /** Every connection breaks; the server goes on. */
  hangUp(): void;
  /** File of another private key that may log in, without passphrase. */
  readonly plainKey: string;
  /** The server and its connections stand still, and go on: nothing is answered meanwhile, nothing is closed. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Debian's sshd on a free loopback port, for this user, with a key of its own. */
export async function startSshd(): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'));
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  makeKey(join(folder, 'host'), '');
  makeKey(join(folder, 'user'), 'secret');
  makeKey(join(folder, 'plain'), '');
  const port = await freePort();
  writeFileSync(join(folder, 'config'), config(folder, port));
  const server = spawn(binary, ['-D', '-e', '-f', join(folder, 'config')], { stdio: 'ignore' });
  await listening(port);
  return {
    endpoint: {
      host: '127.0.0.1',
      port,
      user: userInfo().username,
      privateKey: readFileSync(join(folder, 'user'), 'utf8'),
      passphrase: 'secret',
      hostKey: fingerprintOf(join(folder, 'host.pub')),
      timeout: 10_000,
    },
    hangUp: () => {
      for (const child of childrenOf(server.pid ?? 0)) signal(child, 'SIGKILL');
    },
    plainKey: join(folder, 'plain'),
    freeze: () => signal(server.pid ?? 0, 'SIGSTOP'),
    thaw: () => signal(server.pid ?? 0, 'SIGCONT'),
    async close() {
      signal(server.pid ?? 0, 'SIGCONT');
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Linux: each connection of sshd is a process of its own. */
function childrenOf(pid: number): readonly number[] {
  const children = whileThere(() => readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'));
  return (children ?? '').split(' ').filter(Boolean).map(Number);
}

/** To a process and all below it. */
function signal(pid: number, name: NodeJS.Signals): void {
  const children = childrenOf(pid);
  whileThere(() => process.kill(pid, name));
  for (const child of children) signal(child, name);
}

/** Connections end at any time: undefined for a process that is gone. */
function whileThere<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(systemCodeOf(error))) return undefined;
    throw error;
  }
}

function makeKey(path: string, passphrase: string): void {
  // one round: to open a key with a passphrase takes as long as guessing should, at each login
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-a', '1', '-N', passphrase, '-f', path]);
  chmodSync(path, 0o600);
}

function fingerprintOf(path: string): string {
  return execFileSync('ssh-keygen', ['-lf', path]).toString().split(' ')[1] ?? '';
}

function config(folder: string, port: number): string {
  return [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${folder}/host`,
    `AuthorizedKeysFile ${folder}/user.pub ${folder}/plain.pub`,
    'PasswordAuthentication no',
    'PermitRootLogin yes',
    'StrictModes no',
    'UsePAM no',
    `PidFile ${folder}/pid`,
    'Subsystem sftp internal-sftp',
    '',
  ].join('\n');
}

async function listening(port: number): Promise<void> {
  for (let n = 0; n < 200; n++) {
    if (await answers(port)) return;
    await pause(25);
  }
  throw new Error('sshd does not listen');
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const result = await new Promise<boolean>((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('error', () => resolve(false));
  });
  socket.destroy();
  return result;
}
