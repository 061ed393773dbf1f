import type { StagedFile } from '../../folders/folder-types.ts';
import type { Direction, Finding } from '../../types.ts';
import type {
  Artifact,
  AttemptEnd,
  CheckedMessage,
  Message,
  MessageIdentity,
  NumberedDocument,
  PreparedParts,
  ReplayRecord,
  RetriedStep,
  Settlement,
} from '../model/message.ts';
import type { VersionAuthor } from './decisions.ts';

/**
 * The way of one message. Order of calls: receive -> (addDocuments+ -> split | checked) -> (claim -> gathered? -> prepared -> staged? -> ended -> wait,
 * park or settle)+ -> filed.
 */
export interface MessageWork {
  /**
   * Is there anything for `takeNextToCheck`, `claim`, `carryOutCommands` or `advanceBulkDecisions`, maybe? What is under way here counts too. Where nothing is,
   * whoever has nothing to do need not look. `due`: milliseconds since the epoch.
   */
  lookForWork(due: number): Promise<WorkOutlook>;
  /** Some messages in state `received`, of each lane in turn the oldest first. */
  takeNextToCheck(query: CheckQuery): Promise<readonly Message[]>;
  /**
   * Notes a try of ours: one that failed (`failure` says why), or one that begins and may never come back. Resolves to its
   * number, and to how many such tries there have been, this one too, since a person last decided on the message.
   */
  noteTry(id: number, step: RetriedStep, failure?: string): Promise<TryCounts>;
  /** That try has ended well. */
  noteTryEnded(id: number, attempt: number): Promise<void>;
  /** Received -> ready; what it supersedes and whether it is a duplicate is decided in the same transaction. */
  storeChecked(id: number, result: CheckedMessage): Promise<void>;
  /**
   * Adds documents of a file that is under check as messages of their own, some at a time, each once. `generation`: what cut
   * the file; where that has changed since a crash, what was added before goes. Rejects with LeaseLost when the file is not
   * ours to cut any more.
   */
  addDocuments(file: number, documents: readonly NumberedDocument[], generation: string): Promise<void>;
  /**
   * All of them are there: the file is settled as `split`, and they go on. It is to be moved each time that none of them is
   * received, ready or waiting any more. `findings`: of the file as a whole.
   */
  split(file: number, count: number, reason: string, findings: readonly Finding[]): Promise<void>;
  /** Notes which order a message is about when check ends it. */
  identify(id: number, identity: MessageIdentity): Promise<void>;
  /**
   * Messages that are due and first of their order key, of each lane in turn the oldest first; ours until wait, park or settle.
   * Never are two of one key in hand, whoever has them. It may be fewer than there are: whoever got some asks again. While an outage is
   * open, inbound: its probe alone, when that is due.
   */
  claim(query: ClaimQuery): Promise<readonly Message[]>;
  /** Starts an attempt to gather. Resolves to its number. */
  startGather(id: number): Promise<number>;
  /** Adds what was fetched, and where the order state lies when it is known only now. */
  storeGathered(id: number, bytes: Uint8Array, identity: MessageIdentity): Promise<void>;
  /**
   * Changes the order state of a message before it is prepared, by what the exchange said when it was asked for the order. `body`: what
   * the state refers to from then on; absent where the exchange does not know the order.
   */
  changeOrderState(id: number, change: NonNullable<Settlement['change']>, body?: Uint8Array): Promise<void>;
  /** The exchange's id of a file that was uploaded, by the SHA-256 of its content. */
  findUpload(hash: string): Promise<string | undefined>;
  noteUpload(hash: string, objectId: string): Promise<void>;
  /** Stores what prepare saw and made, together with the start of an attempt. `sequence`: for a file name; inbound 0. */
  startDelivery(
    id: number,
    prepared: PreparedParts,
  ): Promise<{ readonly attempt: number; readonly sequence: number }>;
  /** Starts one more attempt to deliver what is prepared already. Resolves to its number. */
  startRedelivery(id: number): Promise<number>;
  /** The temporary file is fsynced: publishing may be finished by whoever comes after a crash. */
  noteStaged(id: number, attempt: number, staged: StagedFile): Promise<void>;
  /** Ends an attempt. `unknown`: no answer came, it may have been carried out. */
  endAttempt(id: number, attempt: number, result: AttemptEnd): Promise<void>;
  wait(id: number, due: number, reason: string, options?: WaitOptions): Promise<void>;
  /** Ready or waiting -> received: it is checked once more, as a document that has just arrived in its place. */
  recheck(id: number, reason: string): Promise<void>;
  park(id: number, reason: string, findings: readonly Finding[], options?: ParkOptions): Promise<void>;
  /** Writes the outcome and the order state in one transaction. */
  settle(id: number, settlement: Settlement): Promise<void>;
  /**
   * Keeps what messages are made with, each once for ever: before the first that is noted with it. Mappings among them that are
   * new get the next number, and keep it; `by`: who has published them.
   */
  saveArtifacts(artifacts: readonly Artifact[], by?: VersionAuthor): Promise<void>;
}

/** What a look may find. */
export interface WorkOutlook {
  readonly messages: boolean;
  readonly commands: boolean;
  /** Decisions on many messages that have not ended. */
  readonly decisions: boolean;
}

/** How many messages there is room for, and which ones. */
export interface CapacityQuery {
  /** Hands that are free. */
  readonly count: number;
  /**
   * Those in our hands. What is ours and not among them comes again: it was claimed when the answer was lost, or a config that
   * ended while the journal could not be written left it.
   */
  readonly busy: readonly number[];
  /** How many of each lane are in our hands: a lane gets no more hands than stay free. Absent: it may get all. */
  readonly held?: ReadonlyMap<string, number>;
  /** Large documents alone (`largeFrom`), or none of them. */
  readonly large?: boolean;
}

/** `saw`: of the check or prepare that said so; absent where something else did. */
interface StepOptions {
  readonly saw?: ReplayRecord | undefined;
}

export interface WaitOptions extends StepOptions {
  /** It waits because the exchange could not be reached, or takes nothing now: when an outage ends it is due at once. */
  readonly away?: boolean;
}

export interface ParkOptions extends StepOptions {
  /** It holds nobody back from the start, as a person's `release` does later. */
  readonly released?: boolean;
}

export interface CheckQuery extends CapacityQuery {
  /** Channels that wait for their mappings or XSDs. */
  readonly except?: readonly string[];
}

export interface TryCounts {
  readonly attempt: number;
  /** Those that failed. */
  readonly tries: number;
  /** Those that have not ended: the one that was just begun, and each during which the gateway ended. */
  readonly ends: number;
}

export interface ClaimQuery extends CapacityQuery {
  readonly direction: Direction;
  /** Milliseconds since the epoch. */
  readonly due: number;
}
