import { fillTemplate } from '../../findings/create-finding.ts';
import { LocalizedError } from '../../findings/localized-error.ts';
import { joinTexts, type LocalizedText, quoteText } from '../../findings/localized-text.ts';
import { reasonOf } from '../../text/reason-of.ts';
import type { SecretRedactor } from '../../text/secret-redactor.ts';

/** An error of an SFTP server or of the way to it, with a code as Node's `fs` has them, or ESFTP for a plain failure. */
export class SftpError extends LocalizedError {
  readonly code: string;
  constructor(code: string, words: LocalizedText, cause?: unknown) {
    super(words, cause);
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

/** What is asked of a server, as errors name it. */
const callTexts = {
  list: { en: 'list {path}', nl: 'inhoud opvragen van {path}' },
  open: { en: 'open {path}', nl: 'openen van {path}' },
  read: { en: 'read {path}', nl: 'lezen van {path}' },
  write: { en: 'write {path}', nl: 'schrijven van {path}' },
  fsync: { en: 'fsync {path}', nl: 'fsync van {path}' },
  rights: { en: 'set the rights of {path}', nl: 'rechten zetten van {path}' },
  close: { en: 'close {path}', nl: 'sluiten van {path}' },
  look: { en: 'look at {path}', nl: 'opvragen van {path}' },
  find: { en: 'find {path}', nl: 'zoeken van {path}' },
  time: { en: 'set the time of {path}', nl: 'tijd zetten van {path}' },
  delete: { en: 'delete {path}', nl: 'verwijderen van {path}' },
  make: { en: 'make folder {path}', nl: 'map maken: {path}' },
  remove: { en: 'remove folder {path}', nl: 'map verwijderen: {path}' },
  rename: { en: 'rename {path} to {to}', nl: 'hernoemen van {path} naar {to}' },
  room: { en: 'room of {path}', nl: 'ruimte van {path}' },
} as const satisfies Readonly<Record<string, LocalizedText>>;

/** One call of a session. */
export interface CallTitle {
  readonly call: keyof typeof callTexts;
  readonly path: string;
  /** Of a rename. */
  readonly to?: string;
}

export function renderCall({ call, path, to = '' }: CallTitle): LocalizedText {
  const { en, nl } = callTexts[call];
  return { en: fillTemplate(en, { path, to }), nl: fillTemplate(nl, { path, to }) };
}

/** What a server says, without our own credentials: it knows them, and may say them. */
export function quoteServer(error: unknown, secrets: SecretRedactor): { text: string; cause: unknown } {
  const said = reasonOf(error);
  const text = secrets.redactText(said);
  return { text, cause: text === said ? error : undefined };
}

/** Any error of a call as an SftpError. */
export function toSftpError(error: unknown, title: CallTitle, secrets: SecretRedactor): SftpError {
  if (error instanceof SftpError) return error;
  const { text, cause } = quoteServer(error, secrets);
  const status = error instanceof Error && 'code' in error ? error.code : undefined;
  const words = joinTexts([renderCall(title), quoteText(text)], ': ');
  if (typeof status === 'string') return new SftpError(status, words, cause);
  const lost = /no response|not connected|channel/i.test(text) ? 'ECONNRESET' : 'ESFTP';
  const code = typeof status === 'number' ? (statusCodes[status] ?? 'ESFTP') : lost;
  return new SftpError(code, words, cause);
}
