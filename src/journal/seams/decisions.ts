import type { NewBulkDecision } from './bulk-decisions.ts';

/** What people decide. */
export interface Decisions {
  /** Leaves a decision for the running gateway, or for the next one that starts. Resolves to its number. */
  enqueueCommand(command: Command): Promise<number>;
  /** What became of it; undefined until a gateway has carried it out. */
  findCommandResult(command: number): Promise<CommandResult | undefined>;
  /** Carries out the commands that were left; resolves to what was done. */
  carryOutCommands(): Promise<readonly CarriedOutCommand[]>;
  /** Decisions on a message, oldest first; without its number those that are about no message. */
  history(id?: number): Promise<readonly HistoryEntry[]>;
  /** Keeps a decision that is about no message and that was carried out elsewhere. */
  addHistoryEntry(entry: NewHistoryEntry): Promise<void>;
  /**
   * Notes what was published into the folder of mappings, or restored, and what becomes of decisions that wait for publications.
   * Resolves to its number.
   */
  addPublication(publication: NewPublication, deferral: Deferral): Promise<number>;
  /** Moves the cursor of a search, and keeps that. Resolves to where it stood; undefined where the channel has none. */
  moveCursor(decision: CursorDecision): Promise<string | undefined>;
  /** What a dry run of a channel's folder has seen is taken from now on; that is kept. Resolves to the number of files. */
  takeDryRunFiles(channel: string, folder: string, reasoned: DecisionAuthor): Promise<number>;
  /**
   * The exchange it is bound to has another address from now on; that is kept. Resolves to what it is bound to; undefined when
   * it is not bound yet. No gateway may run on it.
   */
  rebind(to: string, reasoned: DecisionAuthor): Promise<string | undefined>;
}

/**
 * A person's decision on a waiting or parked message. retry: from the check on, now; with `force`, sameness and age do not
 * count. release: it stays, its successors may pass. discard: it ends here, in any open state; one in hand when its attempt
 * has ended. resend: with a corrected document; also for a settled message, which then gets a successor.
 * done: what the tasks ask for that the message opened was done elsewhere; they end. close: nobody has to mend this refused
 * document any more.
 */
export interface Command {
  readonly action: 'retry' | 'release' | 'discard' | 'resend' | 'done' | 'close';
  readonly message: number;
  readonly force: boolean;
  readonly reason: string;
  /** Who decided. */
  readonly who?: string;
  /** The corrected document. */
  readonly bytes?: Uint8Array;
  /** Of `done`: the order line; of a forced `retry`: the order lines that go whatever is known of them, with blanks between. Without it all. */
  readonly line?: string;
  readonly origin?: DecisionOrigin;
}

/**
 * Where a decision was made that the audit hears of from elsewhere: on the pages, whose router notes it with its address; as one of many at
 * the command line, which are noted together; by the gateway itself, which is nobody. Absent: at the command line of this machine, and the
 * audit gets it from the journal.
 */
export type DecisionOrigin = 'page' | 'many' | 'gateway';

export interface CommandResult {
  /** What came of it, in words. */
  readonly result: string;
  /** Nothing was changed. */
  readonly refused: boolean;
}

export interface CarriedOutCommand extends Command, CommandResult {}

/** Who decided, and why. */
export interface DecisionAuthor {
  readonly who: string;
  readonly reason: string;
  readonly origin?: DecisionOrigin;
}

/** Who published a version of a mapping, and the folder that it was published with, as an artifact. */
export interface VersionAuthor extends DecisionAuthor {
  readonly folder?: string;
}

/** The folder of mappings was brought from one state to another; both are artifacts. */
export interface NewPublication extends DecisionAuthor {
  readonly action: 'publish' | 'restore';
  readonly before: string;
  readonly after: string;
  /** Parked messages that the edit freed. */
  readonly freed: readonly number[];
}

/** Decisions that wait for publications, where there is a new one. */
export interface Deferral {
  /** What gateways say that they run when they use it. */
  readonly mappings: string;
  /** Earlier publications of which everything still stands: what waits for them waits for this one. What waits for others is given up. */
  readonly standing: readonly number[];
  /** It begins once every gateway that runs uses the new one. */
  readonly decision?: NewBulkDecision | undefined;
}

export interface Publication extends NewPublication {
  /** From 1. */
  readonly id: number;
  /** RFC 3339, UTC. */
  readonly at: string;
}

export interface CursorDecision extends DecisionAuthor {
  readonly channel: string;
  /** RFC 3339, UTC. */
  readonly to: string;
}

export interface NewHistoryEntry extends Omit<HistoryEntry, 'at' | 'machine'> {
  readonly origin?: DecisionOrigin | undefined;
}

/** A decision with what it was about. */
export interface RecentHistoryEntry extends HistoryEntry {
  readonly message?: number;
}

export interface HistoryEntry {
  /** What it is about where that is no message, such as a channel; empty otherwise. */
  readonly subject: string;
  readonly at: string;
  readonly action: string;
  readonly who: string;
  readonly reason: string;
  readonly result: string;
  /** At whose command line; absent: on the pages, or by the gateway itself. */
  readonly machine?: string;
}
