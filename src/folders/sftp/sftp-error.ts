import { reasonOf } from '../../text/reason-of.ts';
import type { SecretRedactor } from '../../text/secret-redactor.ts';

/** An error of an SFTP server or of the way to it, with a code as Node's `fs` has them, or ESFTP for a plain failure. */
export class SftpError extends Error {
  readonly code: string;
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SftpError';
    this.code = code;
  }
}

/** SSH_FX_* of draft-ietf-secsh-filexfer: version 3 has the first nine, some servers send later ones. */
const statusCodes: Readonly<Record<number, string>> = {
  2: 'ENOENT',
  3: 'EACCES',
  4: 'ESFTP',
  5: 'EIO',
  6: 'ECONNRESET',
  7: 'ECONNRESET',
  8: 'ENOTSUP',
  10: 'ENOENT',
  11: 'EEXIST',
  12: 'EROFS',
  14: 'ENOSPC',
  15: 'EDQUOT',
  17: 'EBUSY',
  18: 'ENOTEMPTY',
  19: 'ENOTDIR',
};

/** What a server says, without our own credentials: it knows them, and may say them. */
export function quoteServer(error: unknown, secrets: SecretRedactor): { text: string; cause: unknown } {
  const said = reasonOf(error);
  const text = secrets.redactText(said);
  return { text, cause: text === said ? error : undefined };
}

/** Any error of a call as an SftpError; `what` says which call. */
export function toSftpError(error: unknown, what: string, secrets: SecretRedactor): SftpError {
  if (error instanceof SftpError) return error;
  const { text, cause } = quoteServer(error, secrets);
  const status = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof status === 'string') return new SftpError(status, `${what}: ${text}`, cause);
  const lost = /no response|not connected|channel/i.test(text) ? 'ECONNRESET' : 'ESFTP';
  const code = typeof status === 'number' ? (statusCodes[status] ?? 'ESFTP') : lost;
  return new SftpError(code, `${what}: ${text}`, cause);
}
