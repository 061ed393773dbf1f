/** The code of an error of PostgreSQL (SQLSTATE) or of the system (ECONNREFUSED); empty for any other. */
export const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Beginnings of codes that say of the whole server, not of one statement. */
const reasons: readonly (readonly [string, string])[] = [
  ['53100', 'no room is left on its disk; make room'],
  ['53', 'it is short of memory or connections'],
  ['57', 'it stops, starts, or takes too long'],
  ['58', 'its disk reports errors; look into its log'],
  ['25006', 'it is read-only (a standby?); name the server that may be written'],
  ['08', 'the connection to it broke'],
];

const ofTheSystem = /^E[A-Z]+$/;

/** Why the journal cannot be written, when that is what the error says. Without a code of PostgreSQL the server is away. */
export function whyUnable(error: unknown): string | undefined {
  const code = codeOf(error);
  const known = reasons.find(([start]) => code.startsWith(start))?.[1];
  const reason = known ?? (isAway(error, code) ? `it cannot be reached (${messageOf(error)})` : undefined);
  return (
    reason &&
    `The journal in PostgreSQL cannot be written: ${reason}. Until then nothing is received or sent.`
  );
}

/** What the driver says when there is no connection, or none any more, has a code of the system or none at all. */
const isAway = (error: unknown, code: string): boolean =>
  ofTheSystem.test(code) || (code === '' && /[Cc]onnection|timeout/.test(messageOf(error)));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
