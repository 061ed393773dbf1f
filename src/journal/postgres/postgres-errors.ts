import { explainFailure, localizeError } from '../../findings/localized-error.ts';
import { type LocalizedText, localize, type TroubleName } from '../../findings/localized-text.ts';
import { reasonOf } from '../../text/reason-of.ts';

/** The code of an error of PostgreSQL (SQLSTATE) or of the system (ECONNREFUSED); empty for any other. */
export const errorCodeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Beginnings of codes that say of the whole server, not of one statement. */
const serverFaults: readonly (readonly [string, TroubleName])[] = [
  ['53100', 'journal-full'],
  ['53', 'postgres-short'],
  ['57', 'postgres-stops'],
  ['58', 'postgres-disk'],
  ['25006', 'postgres-read-only'],
  ['08', 'postgres-broke'],
  ['commit-waits', 'postgres-standby-away'],
  ['ERR_INVALID_URL', 'postgres-url'],
];

/** The server answers, and a commit has waited too long for its standby: it may be there all the same. */
export class CommitWaits extends Error {
  readonly code = 'commit-waits';
}

const systemCodePattern = /^E[A-Z]+$/;

/** Why the journal cannot be written, when that is what the error says. */
export function explainUnwritable(error: unknown): LocalizedText | undefined {
  const why = explainServer(error);
  return why && localize('journal-postgres', { why });
}

/** For a command that begins: the error in our words, when it is about the server. */
export function explainUnreadable(error: unknown): unknown {
  const why = explainServer(error);
  return why ? localizeError('journal-postgres-unread', { why }, error) : error;
}

/** Without a code of PostgreSQL the server is away. */
function explainServer(error: unknown): LocalizedText | undefined {
  const code = errorCodeOf(error);
  const known = serverFaults.find(([start]) => code.startsWith(start))?.[1];
  return known === undefined ? explainAway(error, code) : localize(known);
}

const explainAway = (error: unknown, code: string): LocalizedText | undefined =>
  isAway(error, code) ? localize('postgres-away', { said: explainFailure(error) }) : undefined;

/** What the driver says when there is no connection, or none any more, has a code of the system or none at all. */
const isAway = (error: unknown, code: string): boolean =>
  systemCodePattern.test(code) || (code === '' && /[Cc]onnection|timeout/.test(reasonOf(error)));

/** The driver gave up waiting for an answer. */
export const isLate = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';
