/** The journal holds the state of another exchange or company. */
export class ForeignJournalError extends Error {
  readonly code = 'foreign-journal';
}

/** Nothing can be written now: the disk is full or read-only, the server is away. Try again later. */
export class JournalNotWritten extends Error {
  readonly code = 'journal-not-written';
}

/** Another gateway has it in hand: whoever meets this leaves it alone. */
export class LeaseLost extends Error {
  readonly code = 'lease-lost';
}

/** The embedded journal cannot be opened as it is: the message says why, and what to do. */
export class JournalUnusable extends Error {
  readonly code = 'journal-unusable';
}

/** Its tables are those of a gateway of before the first release: the message says what to do. */
export class JournalBeforeRelease extends Error {
  readonly code = 'journal-before-release';
}

/** Bytes that the journal keeps are not what they were when it took them. */
export class BodyDamaged extends Error {
  readonly code = 'body-damaged';
}

/** Pages of it were overwritten, or its disk does not give back what was written: nothing more is written into it. */
export class JournalDamaged extends Error {
  readonly code = 'journal-damaged';
}

/** Its files went away, or were changed by somebody else, while it was open. */
export class JournalGone extends Error {
  readonly code = 'journal-gone';
}
