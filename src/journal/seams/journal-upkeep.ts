/** What keeps it small and sound. */
export interface JournalUpkeep {
  /**
   * Deletes what has expired, of `most` messages at most. Resolves to how many lost something; less than `most`: nothing
   * is left to delete. Waiting and parked messages, and what order states refer to, stay.
   */
  prune(expiry: RetentionCutoff, most: number): Promise<number>;
  /** Gives some of the room that deleting left back to the disk. False: there is no more (or the engine sees to it). */
  shrink(): Promise<boolean>;
  /** A number that only grows; 0 before the first. An older copy of the journal has a lower one. */
  readSerial(): Promise<number>;
  /** Makes it higher, and resolves to it: to be noted outside of the journal. */
  raiseSerial(): Promise<number>;
  /** Counts what came and ended since it last did, by channel and hour: a part. False: there is no more. One gateway does it. */
  foldCounts(): Promise<boolean>;
  /**
   * Notes of some refusals, beyond this id, that a later document mended them. Resolves to the id to go on with; undefined: these were
   * the last. One gateway does it.
   */
  noteMended(after: number): Promise<number | undefined>;
  /**
   * Reads a part of it beside the work, and makes known what is damaged there (`trouble`). False: that was the last part; the next
   * call begins anew. A database elsewhere looks after its pages itself.
   */
  checkPart(): Promise<boolean>;
  /**
   * What is wrong with the journal, in words; empty when all of it can be read and agrees. For a reader: it takes long.
   */
  verify(): Promise<readonly string[]>;
}

/** Settled before that instant (RFC 3339, UTC): it goes. Absent: it stays. */
export interface RetentionCutoff {
  /** Documents, what was made of them, answers; the message stays. */
  readonly bodies?: string | undefined;
  readonly messages?: string | undefined;
  /** Messages of which nothing reached the exchange or the ERP: duplicate, unchanged, ignored, superseded, outdated. */
  readonly noNews?: string | undefined;
  /** What was last seen before it (`NewMessage.seen`) counts as news again. */
  readonly seen?: string | undefined;
}
