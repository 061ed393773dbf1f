import type { Message } from '../model/message.ts';

/** Files that have to be moved, and files that the ERP has to collect. */
export interface FileTracking {
  /** Parked or settled messages whose file still has to be moved: the oldest 200, less those of some channels. */
  listUnfiled(except?: readonly string[]): Promise<readonly Message[]>;
  /** The file is where it belongs. Changes nothing when the message was parked, settled or tried again since it was read. */
  noteFiled(message: Pick<Message, 'id' | 'ends'>, place: string): Promise<void>;
  /** Published files that the ERP has not collected yet, of these channels or of one order key: the newest 10,000, oldest first. */
  listUncollected(of: UncollectedQuery): Promise<readonly PublishedFile[]>;
  /** The ERP has collected them; what waited for that may go on. */
  noteCollected(ids: readonly number[]): Promise<void>;
}

export type UncollectedQuery = { readonly channels: readonly string[] } | { readonly orderKey: string };

/** A file for the ERP. */
export interface PublishedFile {
  /** Of its message. */
  readonly id: number;
  readonly channel: string;
  readonly name: string;
  /** Mark of the folder it was published into. */
  readonly folder: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}
