import type { Command } from './decisions.ts';

/**
 * One decision on many messages. It is kept with its messages, and carried out part by part: each message gets an ordinary command,
 * in their order of arrival, and has it in its own history.
 */
export interface BulkDecisions {
  /** Begins with the next round. Resolves to its number. */
  addBulkDecision(decision: NewBulkDecision): Promise<number>;
  findBulkDecision(id: number): Promise<BulkDecision | undefined>;
  /** Those that were made with a publication, the newest first. */
  listPublicationDecisions(limit: number): Promise<readonly BulkDecision[]>;
  /** What was left to a gateway already is still carried out, the rest stays as it is. False: it has ended, or there is none. */
  stopBulkDecision(id: number, who: string): Promise<boolean>;
  /** Its messages in their order, beyond a place. */
  listBulkItems(query: BulkItemQuery): Promise<readonly BulkItem[]>;
  /**
   * Notes what was carried out, and leaves the next commands; a deferred one begins where every gateway that runs uses what it waits
   * for, and is given up where each uses what was edited by hand since. True: some are open that have begun. One gateway does it.
   */
  advanceBulkDecisions(): Promise<boolean>;
}

export interface NewBulkDecision extends Pick<Command, 'force' | 'reason'> {
  readonly action: 'retry' | 'release' | 'discard' | 'close';
  readonly who: string;
  /** What was asked for, as JSON of whoever asked. */
  readonly filter: string;
  /** In the order in which they are decided on. */
  readonly messages: readonly number[];
  /** Messages that an earlier one, which is not among them, holds back. */
  readonly heldBack: number;
  /** Later documents that wait for these. */
  readonly behind: number;
}

/** `planned`: its messages are still being written. `deferred`: it begins once every gateway that runs uses what was published. */
export type BulkState = 'planned' | 'deferred' | 'running' | 'stopping' | 'done' | 'stopped';

export interface BulkDecision extends Omit<NewBulkDecision, 'messages'> {
  readonly id: number;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly state: BulkState;
  readonly total: number;
  /** Decided on; of these, those on which nothing was changed any more. */
  readonly done: number;
  readonly refused: number;
  /** Left to a gateway, and not carried out yet. */
  readonly open: number;
  /** Not begun. */
  readonly left: number;
  readonly ended?: string;
  /** Absent where it was stopped with a publication: the files were edited by hand before every gateway used them. */
  readonly stoppedBy?: string;
  /** It was made with this publication. */
  readonly publication?: number;
  /** What gateways say that they run when they use what it waits for, or has waited for. */
  readonly mappings?: string;
  /** The publication that took back before what it waited for: nothing of it was done. */
  readonly overtaken?: number;
}

export interface BulkItemQuery {
  readonly decision: number;
  /**
   * Only those on which nothing was changed, those that are not decided on, or those that were and need a person again: parked,
   * or refused and neither mended nor closed.
   */
  readonly only?: 'refused' | 'left' | 'stuck';
  /** The place of the last one that is known already. */
  readonly after?: number;
  readonly limit: number;
}

export interface BulkItem {
  /** Its place, from 1. */
  readonly n: number;
  readonly message: number;
  /** What came of it, in the words that the journal keeps. */
  readonly result?: string;
  readonly refused: boolean;
}
