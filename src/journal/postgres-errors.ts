import { quoted, type Told, type TroubleName, told } from '../findings/troubles.ts';

/** The code of an error of PostgreSQL (SQLSTATE) or of the system (ECONNREFUSED); empty for any other. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Beginnings of codes that say of the whole server, not of one statement. */
const reasons: readonly (readonly [string, TroubleName])[] = [
  ['53100', 'journal-full'],
  ['53', 'postgres-short'],
  ['57', 'postgres-stops'],
  ['58', 'postgres-disk'],
  ['25006', 'postgres-read-only'],
  ['08', 'postgres-broke'],
];

const ofTheSystem = /^E[A-Z]+$/;

/** Why the journal cannot be written, when that is what the error says. Without a code of PostgreSQL the server is away. */
export function whyUnable(error: unknown): Told | undefined {
  const code = codeOf(error);
  const known = reasons.find(([start]) => code.startsWith(start))?.[1];
  const why = known === undefined ? whyAway(error, code) : told(known);
  return why && told('journal-postgres', { why });
}

const whyAway = (error: unknown, code: string): Told | undefined =>
  isAway(error, code) ? told('postgres-away', { said: quoted(messageOf(error)) }) : undefined;

/** What the driver says when there is no connection, or none any more, has a code of the system or none at all. */
const isAway = (error: unknown, code: string): boolean =>
  ofTheSystem.test(code) || (code === '' && /[Cc]onnection|timeout/.test(messageOf(error)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
