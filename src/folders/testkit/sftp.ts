import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Log } from '../../system/log.ts';
import { SftpFileStore } from '../sftp/sftp-file-store.ts';
import type { SftpEndpoint } from '../sftp/sftp-login.ts';
import { SftpSession } from '../sftp/sftp-session.ts';
import { recordingLog } from './folder.ts';
import { noSshd, type Sshd, startSshd } from './sshd.ts';

/** A server of the tests, OpenSSH or one with oddities. */
interface Server {
  readonly endpoint: SftpEndpoint;
  close(): Promise<void>;
}

/** The files of a server; session and server end with the test. */
export function filesOn(
  server: Server,
  change: Partial<SftpEndpoint> = {},
  log: Log = recordingLog().log,
): SftpFileStore {
  const session = new SftpSession({ ...server.endpoint, ...change }, log);
  onTestFinished(async () => {
    await session.close();
    await server.close();
  });
  return new SftpFileStore(session);
}

/** One OpenSSH server for all tests of a file, where there is one; what is returned gives its files. */
export function oneSshd(): () => SftpFileStore {
  let running: { readonly sshd: Sshd; readonly session: SftpSession } | undefined;
  beforeAll(async () => {
    if (noSshd !== undefined) return;
    const sshd = await startSshd();
    running = { sshd, session: new SftpSession(sshd.endpoint, recordingLog().log) };
  });
  afterAll(async () => {
    await running?.session.close();
    await running?.sshd.close();
  });
  return () => {
    if (running === undefined) throw new Error('no sshd');
    return new SftpFileStore(running.session);
  };
}
