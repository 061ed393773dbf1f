import type { Role } from '../seams/accounts.ts';

/** Milliseconds within which the use of a session or token is not noted again. */
export const notedEvery = 60_000;

/** An instant of the journal's clock, as RFC 3339 in UTC. */
export const parseInstant = (value: unknown): string => new Date(Number(value)).toISOString();

/** Of a column that may be empty. */
export const parseOptionalInstant = (value: unknown): string | null =>
  value === null || value === undefined ? null : parseInstant(value);

const roles = ['operate', 'administer'] as const;

/** One that is not known may the least. */
export const parseRole = (value: unknown): Role => roles.find((role) => role === value) ?? 'read';

/** SQL: not noted by a clock that was ahead and has been set back; a minute of its own goes by. */
export const isPast = (column: string, now: string): string => `${column} <= ${now} + 60000`;
