import { createHash } from 'node:crypto';
import type {
  CipherAlgorithm,
  KexAlgorithm,
  MacAlgorithm,
  ServerHostKeyAlgorithm,
  Algorithms as SshAlgorithms,
} from 'ssh2';
import type { Algorithms } from '../../config/schema/folder-schema.ts';
import { localize, quoteText, type TroubleName } from '../../findings/localized-text.ts';
import type { SecretRedactor } from '../../text/secret-redactor.ts';
import { quoteServer, SftpError } from './sftp-error.ts';

/** Who is asked, and as whom. */
export interface SftpEndpoint {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password?: string;
  /** PEM text. */
  readonly privateKey?: string;
  readonly passphrase?: string;
  /** Socket of an ssh agent. */
  readonly agent?: string;
  /** `SHA256:` and 43 characters, as `ssh-keygen -l` prints it. */
  readonly hostKey: string;
  readonly algorithms?: Algorithms;
  /** Milliseconds: deadline of one call, and of the login. */
  readonly timeout: number;
}

/** Milliseconds between signs of life on an idle connection; after three without an answer it is given up. */
const signOfLife = 5_000;

/** For the library's `connect`. */
export function loginOptions(endpoint: SftpEndpoint) {
  const { host, port, user, password, privateKey, passphrase, agent, algorithms, timeout } = endpoint;
  return {
    host,
    port,
    username: user,
    ...(password === undefined ? {} : { password }),
    ...(privateKey === undefined ? {} : { privateKey }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(agent === undefined ? {} : { agent }),
    ...(algorithms === undefined ? {} : { algorithms: sshAlgorithmsOf(algorithms) }),
    readyTimeout: timeout,
    keepaliveInterval: Math.min(signOfLife, timeout / 2),
    keepaliveCountMax: 3,
  };
}

/** `SHA256:…` of a host key, as `ssh-keygen -l` prints it. */
export function hostKeyFingerprintOf(key: Uint8Array): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/** What a failed login means, in words for the administrator. */
export function explainLogin(address: string, error: unknown, secrets: SecretRedactor): SftpError {
  if (error instanceof SftpError) return error;
  const { text, cause } = quoteServer(error, secrets);
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EIO';
  const failed = (code: string, name: TroubleName): SftpError =>
    new SftpError(code, localize(name, { address, said: quoteText(text) }), cause);
  if (/authentication methods failed/i.test(text)) return failed('EAUTH', 'sftp-refused');
  if (/no matching/i.test(text)) return failed('EALGORITHM', 'sftp-algorithms');
  if (/privateKey|passphrase/i.test(text)) return failed('EAUTH', 'sftp-key');
  return failed(code, 'sftp-unreached');
}

export function sshAlgorithmsOf({ kex, cipher, hmac, serverHostKey }: Algorithms): SshAlgorithms {
  return {
    ...(isListOf<KexAlgorithm>(kex) ? { kex } : {}),
    ...(isListOf<CipherAlgorithm>(cipher) ? { cipher } : {}),
    ...(isListOf<MacAlgorithm>(hmac) ? { hmac } : {}),
    ...(isListOf<ServerHostKeyAlgorithm>(serverHostKey) ? { serverHostKey } : {}),
  };
}

/** Which names there are is for ssh2 to say: it refuses, by name, those it does not know. */
function isListOf<T extends string>(names: readonly string[] | undefined): names is T[] {
  return names !== undefined;
}
