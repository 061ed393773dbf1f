import type { LoginDelays } from '../../journal/journal.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Milliseconds. */
export const lifetimes = {
  /** A link that was not used. */
  link: 15 * minute,
  /** A session that is not used, and any session. */
  idle: 30 * minute,
  session: 12 * hour,
} as const;

/** The first mistakes of a person cost nothing. At the end 288 tries a day are left, of one name from one address. */
export const loginDelays: LoginDelays = {
  steps: [0, 0, 2, 4, 8, 15, 30, 60, 120, 300].map((seconds) => seconds * second),
  forget: 24 * hour,
};

/** Failures within this time, and so many of them, are told as an alarm. */
export const suspicious = { within: hour, failures: 10 } as const;

/** Entries in the audit within a day, of one name or of all invented ones: from one network, and from all. Whoever floods it fills no disk. */
export const failedLoginEntries = { within: 24 * hour, own: 10, most: 1_000 } as const;
