import SftpClient from 'ssh2-sftp-client';
import type { Algorithms } from '../../config/schema/folder-schema.ts';
import { localize } from '../../findings/localized-text.ts';
import { SecretRedactor } from '../../text/secret-redactor.ts';
import { SftpError } from './sftp-error.ts';
import { explainLogin, hostKeyFingerprintOf, sshAlgorithmsOf } from './sftp-login.ts';

/** Asks a server for its host key (one of several kinds, as the algorithms choose) and goes away before any login. Resolves to `SHA256:…`; rejects with an SftpError. */
export async function askHostKey(
  host: string,
  port: number,
  timeout: number,
  algorithms: Algorithms = {},
): Promise<string> {
  const [address, none] = [`${host}:${port}`, new SecretRedactor()];
  let shown: string | undefined;
  const quiet = { error: () => {}, end: () => {}, close: () => {} };
  const client = new SftpClient('scsn-gateway', quiet);
  const look = (key: Buffer): boolean => {
    shown = hostKeyFingerprintOf(key);
    return false;
  };
  try {
    const server = { host, port, username: 'nobody', readyTimeout: timeout, hostVerifier: look };
    await client.connect({ ...server, algorithms: sshAlgorithmsOf(algorithms) });
  } catch (error) {
    if (shown === undefined) throw explainLogin(address, error, none);
  }
  await client.end().catch(() => undefined);
  if (shown === undefined) throw new SftpError('EIO', localize('sftp-no-host-key', { address }));
  return shown;
}
