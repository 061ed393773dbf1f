import type { NewMessage } from '../model/message.ts';

/** What arrives: documents, and how far search and pickup have come. */
export interface Inbox {
  /**
   * Stores documents with state `received`, in the order given, by one transaction. Undefined in the answer: a document
   * with `seen` or `remember` whose bytes equal the last of that key or name, not stored. Rejects with LeaseLost when
   * another gateway holds the lease now.
   */
  receive(
    documents: readonly NewMessage[],
    occasion?: ReceiveTrigger,
  ): Promise<readonly (number | undefined)[]>;
  /**
   * Messages that have not ended stand in the lane that their channel has now: before anything is received or worked on with
   * another config. `lanes`: by channel.
   */
  joinLanes(lanes: ReadonlyMap<string, string>): Promise<void>;
  /** Messages that were parked because their channel was not in the config go on, where it is there now. */
  returnToChannels(channels: readonly string[]): Promise<void>;
  findCursor(channel: string): Promise<Cursor | undefined>;
  /** Which of these claimed files (their ids) are in the journal? */
  findKnownFiles(claimIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Files of a folder that were taken with `remember`. */
  listRememberedFiles(folder: string): Promise<readonly RememberedFile[]>;
  /** They are gone from the folder. */
  forget(folder: string, names: readonly string[]): Promise<void>;
}

/** What made a gateway receive documents: a search page, or its turn at a folder. */
export interface ReceiveTrigger {
  /** Moved in the same transaction. */
  readonly cursor?: CursorMove | undefined;
  /** Name of the lease under which they are received. */
  readonly lease?: string;
}

export interface CursorMove extends Cursor {
  readonly channel: string;
  /** Where it stood when it was read: it is moved from there alone. */
  readonly from?: string;
}

export interface Cursor {
  /** Verbatim as received. */
  readonly value: string;
  /** The first run with `noteOnly` is still under way. */
  readonly noting: boolean;
}

/** A file that stays in its folder, as it was when it was taken. */
export interface RememberedFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly mtime: number;
}
