/** The journal holds the state of another exchange or company. */
export class ForeignJournal extends Error {
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
